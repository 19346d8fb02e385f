"""Slitherlink at the window, by real clicks: drawing, dragging, shading, checking, explaining, printing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PIL import ImageChops, ImageGrab
from pypdf import PdfReader

from cassetete.app.collections.drafts import Drafts
from cassetete.app.levels.library import pack
from cassetete.app.registry import games
from cassetete.app.store import Store
from cassetete.games.slitherlink.hints import explain
from cassetete.games.slitherlink.model import Level, State
from cassetete.session.session import Session
from window.conftest import Start, prepare
from window.driver import Player, until

SIDE = ((0, 0), (0, 1))


def state(session: Session) -> State:
    found: State = session.state
    return found


def drag(player: Player, *corners: tuple[int, int], button: int = 1) -> None:
    """Press on a corner of the grid, go along the others, let go; each is waited for: Tk drops what comes too fast."""
    (x, y), (further, _y) = player.place(SIDE), player.place(((0, 1), (0, 2)))
    cell = further - x
    places = [(x - cell // 2 + j * cell, y + i * cell) for i, j in corners]
    player.point(*places[0])
    player.hold_button(button)
    for place in places[1:]:
        player.point(*place)
        player.until(lambda frame, place=place: frame.pointer == [*place])  # type: ignore[misc]
    player.let_go(button)


def test_marks_by_click_and_drag_are_kept_and_the_console_tells(start: Start) -> None:
    player = start("play", "slitherlink", "heart", "--size", "1000x700")
    player.press(SIDE)
    player.running(lambda s: state(s).mark(0) == "+")
    player.press(SIDE, 3)
    player.running(lambda s: state(s).mark(0) == ".")
    player.press(SIDE, 3)
    player.running(lambda s: state(s).mark(0) == "x")
    texts = player.until(lambda frame: "Strokes" in frame.texts).texts
    assert not {"Moves", "Cost"} & set(texts), "the length is shown once"
    drag(player, (1, 0), (1, 2), (3, 2))
    session = player.running(lambda s: state(s).drawn.bit_count() == 4)
    player.keys("a")  # one step, however long
    player.running(lambda s: not state(s).drawn)
    player.keys("y")
    drag(player, (5, 1), (5, 3), button=3)
    player.running(lambda s: state(s).crossed.bit_count() == 3)
    drag(player, (4, 4), (4, 5), (5, 5), (5, 4), (4, 4))  # a whole loop ends where it began
    player.running(lambda s: state(s).drawn.bit_count() == 8)
    player.press(("cell", 2, 2))
    player.press(("cell", 0, 0), 3)
    session = player.running(lambda s: state(s).inside and state(s).outside)
    assert (state(session).shade(2 * 7 + 2), state(session).shade(0)) == ("i", "o")
    player.kill()
    lines = player.output().splitlines()
    assert len(lines) == 10 and set(lines) == {"clues: not all met; one closed loop: no"}
    again = start("play", "slitherlink", "heart", prepared=True)
    assert again.running().state == session.state


def test_a_drag_begun_on_a_line_erases_and_no_drag_takes_crosses(start: Start) -> None:
    player = start("play", "slitherlink", "heart", "--size", "700x640")
    player.press(((1, 1), (1, 2)), 3)
    player.running(lambda s: state(s).crossed.bit_count() == 1)
    drag(player, (1, 0), (1, 4))
    player.running(lambda s: (state(s).drawn.bit_count(), state(s).crossed.bit_count()) == (3, 1))
    drag(player, (1, 4), (1, 3), (1, 2))
    player.running(lambda s: (state(s).drawn.bit_count(), state(s).crossed.bit_count()) == (1, 1))


def test_the_segment_under_the_pointer_is_lit_and_the_cursor_comes_with_the_arrows(start: Start) -> None:
    player = start("play", "slitherlink", "heart", "--size", "700x640")
    player.on("PlayScreen")
    (x, y), (far_x, far_y) = player.place(SIDE), player.place(((5, 3), (6, 3)))

    def ink() -> set[object]:
        """The colours in the middle of the segment."""
        whole = ImageGrab.grab(xdisplay=player.environment["DISPLAY"])
        left, top = player.corner()
        spot = whole.crop((left + x - 3, top + y - 3, left + x + 3, top + y + 3))
        return {colour for _count, colour in spot.getcolors() or ()}

    player.point(far_x, far_y + 60)
    until(lambda: len(ink()) == 1, "an empty segment")
    plain = ink()
    player.point(x, y)
    until(lambda: ink() != plain, "the light under the pointer")
    player.point(far_x, far_y + 60)
    until(lambda: ink() == plain, "the light goes with the pointer")
    before = ImageGrab.grab(xdisplay=player.environment["DISPLAY"])
    player.keys("Right")
    until(
        lambda: ImageChops.difference(before, ImageGrab.grab(xdisplay=player.environment["DISPLAY"])).getbbox(),
        "the cursor",
    )


def test_digits_under_the_pointer_and_the_loop_give_clues_in_the_editor(start: Start) -> None:
    player = start()
    player.press(("game", "slitherlink"))
    player.on("LevelsScreen")
    player.press(("do", "editor"))
    player.on("EditorScreen")
    player.point(*player.place(("cell", 2, 3)))
    player.keys("3")
    slitherlink = games()["slitherlink"]

    def draft(fits: Callable[[Level], bool]) -> None:
        player.store(lambda store: (found := Drafts(store).load(slitherlink)) is not None and fits(found.level))

    draft(lambda level: level.clues[2][3] == 3)
    player.command("check")
    several = "Solvable, in more than one way."
    assert player.reads(several).role(several) == "hint-text", "amber, not green"
    player.press(("tool", "clues"))
    player.reads("Draw a loop first")
    player.press(("tool", "loop"))
    player.reads("Colour the cells inside the loop")
    player.drag(("cell", 1, 1), ("cell", 1, 4))  # a stroke over four cells
    player.press(("tool", "clues"))
    draft(lambda level: [level.clues[1][j] for j in range(6)] == [1, 3, 2, 2, 3, 1])
    player.keys("a")
    draft(lambda level: level.clues[1][1] is None)
    player.keys("a")  # the whole stroke
    player.press(("tool", "clues"))
    draft(lambda level: not any(level.clues[1]))
    for column in (0, 1):
        player.point(*player.place(("cell", 0, column)))
        player.keys("3" if column else "0")
    draft(lambda level: level.clues[0][:2] == (0, 3))
    player.command("check")
    player.reads("Proven impossible: No loop meets these 2 clues together.")


def test_one_button_and_automatic_crosses(start: Start, tmp_path: Path) -> None:
    prepare(tmp_path / "profile", "Ada", False)
    with Store(tmp_path / "profile") as store:
        for option in ("one-button", "auto-cross"):
            store.set(f"option:slitherlink:{option}", True)
        store.set("warn_lost:slitherlink", True)
    player = start("play", "slitherlink", "heart", "--size", "700x640", prepared=True)
    player.press(SIDE)
    player.reads("drawn segment is not on the loop")  # live, since it was wished for
    first = player.running(lambda s: state(s).mark(0) == "+")
    assert state(first).crossed.bit_count() > 10
    player.press(SIDE)
    player.running(lambda s: state(s).mark(0) == "x")
    player.press(SIDE)
    player.running(lambda s: state(s).mark(0) == "." and state(s).crossed.bit_count() > 10)
    player.keys("a", "a", "a")
    player.running(lambda s: state(s) == State())


def test_hint_check_and_the_whole_solution_explained(start: Start, tmp_path: Path) -> None:
    player = start("play", "slitherlink", "heart", "--size", "1080x760")
    for said in (
        "it lacks no line, and 4 sides are still open. (H: show more)",
        "can be decided",
        "no line around it (H: do it)",
    ):
        player.press(("do", "hint"))
        player.reads(said)
    player.press(("do", "hint"))
    player.running(lambda s: state(s).crossed.bit_count() == 4)
    player.command("check")
    player.reads("no mistake so far")
    player.press(SIDE)
    player.press(("do", "hint"))
    player.reads("There is a mistake: this grid no longer has a solution. (H: show more)")
    player.press(("do", "hint"))
    player.reads("drawn segment is not on the loop")
    player.press(("do", "hint"))
    player.running(lambda s: not state(s).drawn)

    player.command("explain")
    player.on("ExplainScreen")
    heart = pack("slitherlink").entry("heart")  # type: ignore[union-attr]
    count = len(list(explain(heart.level, heart.state)))
    player.until(lambda frame: f"step 0 of {count}" in frame.words and f"{count}…" not in frame.words)
    for button, at in (("step", 1), ("back-step", 0), ("end", count), ("start", 0)):
        player.press(("do", button))
        player.reads(f"step {at} of {count}")
    for _press in range(3):
        player.press(("do", "faster"))
    player.press(("do", "slower"))
    player.press(("do", "pause"))
    player.reads("step 2 of")
    player.press(("do", "pause"))
    assert player.unpressed("ExplainScreen") == {"('do', 'back')"}
    player.press(("do", "back"))
    player.on("PlayScreen")

    player.command("search")
    player.on("WatchScreen")
    player.keys("minus", "minus", "4", "space", "Right", "Right")
    player.reads("has no line around it")
    player.press(("do", "back"))
    player.command("print")
    player.press(("answer", 2))
    player.on("PlayScreen", "PathDialog")
    player.keys("Return")
    player.on("PlayScreen", "PrintDialog")
    player.press(("answer", 0))
    player.on("PlayScreen")
    player.command("print")
    player.press(("answer", 1))
    player.on("PlayScreen", "PathDialog")
    page = tmp_path / "page.pdf"
    player.retype(str(page))
    player.keys("Return")
    player.reads(f"written: {page}")
    assert len(PdfReader(page).pages) == 2
    player.close()
    assert player.ended() == 0
