"""The solution player: any line of moves, step by step; it can be shortened, copied, or played on from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cassetete.core.contract import AnyGame, Length, View
from cassetete.core.lengths import COMMON
from cassetete.core.message import Catalogue
from cassetete.front.window.loop.screen import Screen
from cassetete.front.window.loop.window_loop import WindowLoop
from cassetete.front.window.paint.animation import Animator
from cassetete.front.window.paint.board import board_layer
from cassetete.front.window.paint.canvas import Typed
from cassetete.front.window.paint.fonts import text_width
from cassetete.front.window.paint.items import Layer
from cassetete.front.window.screens.base import PLAYBACK_KEYS, ActionButton, PlaybackScreen
from cassetete.front.window.widgets import clipboard
from cassetete.front.window.widgets.layout import SMALL, TEXT, Layout, lines_of, wrapped
from cassetete.session.jobs import Result, Working
from cassetete.session.solution_player import SHORTER, SolutionPlayer

_ = Catalogue("cassetete")

_KEYS = {**PLAYBACK_KEYS, "i": "improve", "m": "improve-moves", "Return": "play-on", "KP_Enter": "play-on"}


class ReplayScreen(PlaybackScreen):
    """A line of moves from a level's start. `play_on` gets the moves up to this point."""

    keys = _KEYS
    player: SolutionPlayer

    def __init__(
        self,
        window: WindowLoop,
        game: AnyGame,
        level: Any,
        moves: Sequence[Any],
        title: str,
        back: Screen,
        play_on: Callable[[tuple[Any, ...]], None],
        at: int = 0,
    ) -> None:
        super().__init__(window, back, SolutionPlayer(game, level, moves, window.services.workers, at))
        self.game, self.level, self.title, self._play_on = game, level, title, play_on
        self.animator = Animator()
        self._shown = at
        self._scale = 1.0
        self._note_room = 0
        """Below the board: it stays free once something was said there."""

    def actions(self) -> dict[str, Callable[[], None]]:
        """What the buttons and keys do."""
        player = self.player
        return {
            **super().actions(),
            "copy-moves": self._copy_moves,
            "improve": lambda: player.improve(0),
            "improve-moves": lambda: player.improve(1),
            "stop": player.stop,
            "play-on": lambda: self._play_on(player.moves[: player.at]),
        }

    def _copy_moves(self) -> None:
        self.player.said = clipboard.copy_moves(self, self.game, self.level, self.player.moves)

    def receive(self, message: Working | Result) -> None:
        """Show the progress of a search, or the shorter solution."""
        super().receive(message)
        if self.player.receive(message):
            if self.player.working is None:  # another line of moves: nothing glides to it
                self._shown = self.player.at
                self._settle()
            self.window.refresh()

    def _settle(self) -> None:
        self.animator.finish()
        self.window.painter.settle()

    def _glide(self) -> None:
        """Let pieces glide to the move that is shown now."""
        movement = self.player.movement(self._shown)
        self._shown = self.player.at
        self._settle()
        if movement is not None and self.settings.animations:
            animate = self.animator.back if movement.backwards else self.animator.play
            animate(self.game, self.level, movement.state, movement.last, movement.moves)

    def tick(self, seconds: float) -> bool:
        """Show the next moves when it is time; pieces glide at low speeds."""
        if self.animator.step is not None:
            if self.animator.advance(seconds):
                self.window.painter.settle()
                return True
            self.window.painter.shift(self.animator.offsets(self._scale), at_once=not self.window.pending)
        return super().tick(seconds)

    # Drawing

    def compose(self, layout: Layout) -> list[Layer]:
        """The board, and beside it the place in the moves and the buttons."""
        if self.player.at != self._shown:
            self._glide()
        player = self.player
        note_width = self._below(layout) if layout.is_tall else self._beside(layout)
        state, last = player.states[player.at], player.last
        if self.animator.step is not None:
            state, last = self.animator.step.state, self.animator.step.last
        view = View(state, last, options=self.settings.options(self.game))
        layer, self._scale = board_layer(self.game, self.level, view, self.viewport)
        over = Layout(layout.width, layout.height)
        if player.said is not None:
            bottom = self.viewport.height + self._note_room - 8
            over.note(10, bottom, note_width, self.say(player.said), 3)
        return [layer, Layer(over.scene())]

    def _beside(self, layout: Layout) -> float:
        """Everything in a column beside the board; the answer is the width of a note."""
        player = self.player
        side = 336 if layout.width >= 1000 else 290 if layout.width >= 700 else 236
        room = layout.width - side - 20.0
        self._make_note_room(room)
        x, width = self.panel(layout, side, foot=self._note_room)
        y = layout.heading(x + 6, 36, self.title, width - 8)
        layout.text(x + 6, y + 2, self.say(player.place), TEXT, "muted")
        layout.bar(x + 6, y + 18, width - 12, player.at / player.count if player.count else 1.0)
        rows = len(self._rows())
        step = min(39.0, (layout.height - y - 110) / rows)
        controls = layout.height - 48 - rows * step
        self._figures(layout, x, y + 50, width, controls)
        self._controls(layout, x, controls, width, step)
        return room

    def _below(self, layout: Layout) -> float:
        """Everything below the board; the answer is the width of a note."""
        player = self.player
        self._make_note_room(layout.width - 20.0)
        lengths = [f"{self.say(each.title)} {each.value}" for each in self._lengths()]
        if not player.won:
            lengths.append(self.say(_("these moves do not win")))
        lines = lines_of(lengths, layout.width - 40.0)[:2]
        x, y, width, _height = self.panel_below(layout, 176 + 17 * len(lines))
        self.viewport.height -= self._note_room
        place = f"{self.say(player.place)} · {self.say(player.pace)}"
        layout.title(x, y + 10, self.title, TEXT + 1, width - text_width(place, SMALL) - 16)
        layout.text(x + width, y + 11, place, SMALL, "muted", "end")
        layout.bar(x, y + 27, width, player.at / player.count if player.count else 1.0)
        for index, line in enumerate(lines):
            layout.text(x, y + 50 + 17 * index, line, SMALL, "ink" if player.won else "bad", room=width)
        play, steps, ends, speed, *rest = self._rows()
        rows = [[*play, *speed, *rest[-1]], [*steps, *ends], [b for row in rest[:-1] for b in row]]
        self.button_rows(layout, x, y + 44 + 17 * len(lines), width, rows, 36)
        return layout.width - 20.0

    def _make_note_room(self, width: float) -> None:
        said = self.player.said
        note = wrapped(self.say(said), TEXT, width - 28) if said is not None else []
        self._note_room = max(self._note_room, 28 + 22 * min(3, len(note)) if note else 0)

    def _lengths(self) -> list[Length]:
        """The lengths of the moves; those for experts only if the player wants them."""
        return [each for each in self.player.lengths if each.id in COMMON or self.settings.all_lengths]

    def _figures(self, layout: Layout, x: float, y: float, width: float, bottom: float) -> None:
        """The lengths of the moves, and a note if they do not win."""
        lengths = self._lengths()
        step = 24.0 if bottom - y > 24 * len(lengths) + 90 else 18.0
        size = TEXT if step > 20 else SMALL
        for length in lengths[: max(0, int((bottom - y + step / 2) / step))]:
            layout.row(x + 6, y, width - 12, self.say(length.title), str(length.value), size)
            y += step
        if not self.player.won and y < bottom - 6:
            layout.text(x + 6, y, self.say(_("these moves do not win")), SMALL, "bad", room=width - 12)

    def _rows(self) -> list[list[ActionButton]]:
        player = self.player
        first, last, idle = player.at > 0, not player.ended, player.working is None
        go = _("Again") if player.ended else _("Play") if player.paused else _("Pause")
        rows = [
            [ActionButton("pause", go, "␣", player.running)],
            [ActionButton("back-step", _("Step back"), "←", first), ActionButton("step", _("Step"), "→", last)],
            [ActionButton("start", _("To the start"), "↖", first), ActionButton("end", _("To the end"), "↘", last)],
            self.speed_buttons(),
        ]
        names = [("improve", "I"), ("improve-moves", "M")]
        if idle:
            shorter = zip(names, player.metrics(), strict=False)
            rows.append([ActionButton(name, SHORTER[metric], key, player.won) for (name, key), metric in shorter])
        else:
            rows.append([ActionButton("stop", _("Stop"), "Esc")])
        rows.append([ActionButton("copy-moves", _("Copy the moves"), "⇧^C", bool(player.moves))])
        rows.append([ActionButton("play-on", _("Play from here"), "⏎")])
        rows.append([ActionButton("back", _("Back"), "Esc" if idle else "")])
        return rows

    def _controls(self, layout: Layout, x: float, y: float, width: float, step: float) -> None:
        layout.text(x + width / 2, y + 8, self.say(self.player.pace), SMALL, "muted", "middle")
        self.button_rows(layout, x, y + 24, width, self._rows(), step)

    # Keys, leaving

    def typed(self, typed: Typed) -> None:
        """The keys on the buttons; Ctrl-C copies the level, Ctrl-Shift-C the moves."""
        if typed.ctrl and typed.keysym.lower() == "c":
            if typed.shift:
                self._copy_moves()
            else:
                self.player.said = clipboard.copy_level(self, self.game, self.level)
        elif typed.keysym == "Escape" and self.player.working is not None:
            self.player.stop()
        else:
            super().typed(typed)

    def leave(self) -> None:
        """Cancel the search."""
        self.player.stop()
