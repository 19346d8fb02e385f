"""A program that opens every game in a window and looks at where things are.

python laying_out.py FOLDER_FOR_A_PROFILE
"""

from __future__ import annotations

import sys
from pathlib import Path

from cassetete.app.levels.level_list import of_pack
from cassetete.app.levels.library import pack
from cassetete.app.registry import games
from cassetete.app.services import Services
from cassetete.core.message import Text
from cassetete.front.window.loop.window_loop import WindowLoop
from cassetete.front.window.navigation import Navigation
from cassetete.front.window.paint.fit import _ends
from cassetete.front.window.screens.play import PlayScreen
from cassetete.session.view_model import Note, NoteKind

OURS = ("pushit", "ricosheep", "slitherlink", "sokoban", "turtle")
LONG = Text(" ".join(["every sheep walks as far as it can and the rest follows"] * 4))


def opened(window: WindowLoop, name: str) -> PlayScreen:
    """The first level of a game."""
    found = pack(name)
    assert found is not None
    screen = PlayScreen(window, of_pack(found), 0)
    window.show(screen)
    return screen


def controls(screen: PlayScreen, size: tuple[int, int]) -> set[object]:
    """What can be pressed beside the board."""
    return {
        shape.target
        for layer in screen.layers(*size)
        for shape in layer.scene.shapes
        if isinstance(shape.target, tuple) and shape.target[:1] == ("do",)
    }


def uncovered(screen: PlayScreen) -> None:
    """Nothing around the board meets it."""
    layer, viewport = screen._board, screen.viewport
    assert layer is not None
    for rect in (*viewport.above, *viewport.below):
        begin, end = layer.inverse(rect.x, rect.y), layer.inverse(rect.x + rect.width, rect.y + rect.height)
        whole = (
            (0.0, 0.0),
            (layer.scene.width, 0.0),
            (layer.scene.width, layer.scene.height),
            (0.0, layer.scene.height),
        )
        ends = _ends(viewport.outline or whole, begin[0], end[0])
        meets = ends is not None and begin[1] < ends[1] - 0.1 and end[1] > ends[0] + 0.1
        assert not meets, (screen.game.id, rect, begin, end, ends)


def width_of(screen: PlayScreen) -> float:
    """The board's width in the window."""
    assert screen._board is not None
    return screen._board.scale * screen._board.scene.width


def every_game(services: Services, window: WindowLoop) -> None:
    """At the sheet's size, in both languages and two text sizes, with and without a long note, and won."""
    for language in ("en", "fr"):
        services.settings.language = language
        for size in ((600, 600), (480, 480), (1366, 768), (1920, 1080), (900, 420)):
            for name in OURS:
                screen = opened(window, name)
                shown = controls(screen, size)
                assert len(shown) <= 12, (name, sorted(map(str, shown)))
                assert {("do", "back"), ("do", "menu"), ("do", "hint"), ("do", "restart")} <= shown
                uncovered(screen)
                if name == "pushit" and size == (600, 600):
                    assert width_of(screen) >= 520, width_of(screen)
                if name == "turtle" and size == (1920, 1080):
                    assert width_of(screen) > 900, "no cap on the size of cells"
                screen.controller.note = Note(LONG, NoteKind.HINT)
                screen.layers(*size)
                uncovered(screen)
                screen._end = screen.controller.end_strip(None)
                assert screen.end_shown
                screen.layers(*size)
                uncovered(screen)


def menus(window: WindowLoop) -> None:
    """Every command has a place in each game: the bar, the board or the menu."""
    for name in OURS:
        screen = opened(window, name)
        view = screen.controller.view()
        titles = [str(group.title) for group in view.menu]
        assert titles == ["Help", "Share", "View"]
        found = {state.command.id for group in view.menu for state in group.commands}
        found |= {state.command.id for state in view.tools} | {"back", "previous", "next", "menu"}
        hidden = {"accept", "reject", "pause", "stop", "options", "warnings", "share", "put-away"}
        assert {state.command.id for state in view.commands} - hidden <= found
        assert all(state.command.icon for group in view.menu for state in group.commands)


def main(folder: Path) -> None:
    """All of it, in one window."""
    assert set(OURS) <= set(games())
    with Services(folder) as services:
        window = WindowLoop(services, Navigation, (600, 600))
        every_game(services, window)
        services.settings.language = "en"
        menus(window)
        window.canvas.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
