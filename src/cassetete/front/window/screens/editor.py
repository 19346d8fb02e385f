"""The editor: draw a level with the game's tools, check it, try it, save it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from pathlib import Path
from typing import Any

from cassetete.app.levels.level_list import of_entries
from cassetete.app.levels.library import LoadedLevel, Unreadable, read
from cassetete.core.answers import Limits
from cassetete.core.contract import AnyGame, Mark, MarkKind, View
from cassetete.core.errors import CasseteteError
from cassetete.core.headers import Headers
from cassetete.core.message import Catalogue, Text
from cassetete.front.window.loop.window_loop import WindowLoop
from cassetete.front.window.paint.board import board_layer
from cassetete.front.window.paint.canvas import Typed
from cassetete.front.window.paint.items import Layer
from cassetete.front.window.screens.base import ActionButton, BoardScreen
from cassetete.front.window.widgets.dialogs import Prompt
from cassetete.front.window.widgets.file_prompt import ask_path, write_atomically
from cassetete.front.window.widgets.layout import LARGE, TEXT, Layout
from cassetete.session.jobs import Result, Solution, ToSolve, Working

_ = Catalogue("cassetete")

_CHECK = Limits(seconds=30, memory=2_000_000_000)


class EditorScreen(BoardScreen):
    """A level being drawn."""

    def __init__(self, window: WindowLoop, game: AnyGame, level: Any = None) -> None:
        super().__init__(window)
        assert game.making.editor is not None
        self.game, self.editor = game, game.making.editor
        least, most = self.editor.smallest, self.editor.largest
        usual = (min(most[0], max(least[0], 6)), min(most[1], max(least[1], 6)))
        self.level = level if level is not None else self.editor.blank(*usual)
        self.past: list[Any] = []
        self.future: list[Any] = []
        self.tool = self.editor.tools[0].id
        self.note, self.good = "", True
        self.ticket: int | None = None
        self.turn = 0
        self._over: Hashable = None

    @property
    def size(self) -> tuple[int, int]:
        """Rows and columns of the level."""
        return self.editor.size(self.level)

    def actions(self) -> dict[str, Callable[[], None]]:
        """The buttons below the tools."""
        return {
            "undo": self._undo,
            "redo": self._redo,
            "rows-": lambda: self._resize(-1, 0),
            "rows+": lambda: self._resize(1, 0),
            "columns-": lambda: self._resize(0, -1),
            "columns+": lambda: self._resize(0, 1),
            "title": self._title,
            "check": self._check,
            "try": self._try,
            "save": self._save,
            "load": self._load,
            "back": lambda: self.navigator.levels(self.game),
        }

    def compose(self, layout: Layout) -> list[Layer]:
        """The board, the tools and the buttons."""
        side = 300 if layout.width >= 760 else 250
        x, width = self.panel(layout, side, foot=40)
        layout.text(x + 6, 36, self.say(_("Draw: {game}", game=self.game.title)), LARGE, bold=True, room=width - 8)
        y = self._tools(layout, x, 60, width)
        self._sizes(layout, x, y + 8, width)
        self.button_rows(layout, x, layout.height - 178, width, self._rows(), 39)
        if self.note:
            layout.text(
                18, layout.height - 22, self.note, TEXT, "good" if self.good else "bad", room=layout.width - side - 30
            )
        state = self.game.rules.start(self.level)
        marks = tuple(
            Mark(problem.place, MarkKind.MISTAKE) for problem in self.game.problems(self.level) if problem.place
        )
        drawn = self.game if self.editor.scene is None else replace(self.game, scene=self.editor.scene)
        view: View[Any, Any] = View(state, marks=marks, turn=self.turn)
        layer, _scale = board_layer(drawn, self.level, view, self.viewport)
        return [layer]

    def _tools(self, layout: Layout, x: float, y: float, width: float) -> float:
        half = (width - 6) / 2
        rows = -(-len(self.editor.tools) // 2)
        room = layout.height - 60 - 178 - 110
        height = max(20.0, min(32.0, room / rows - 4))
        for index, tool in enumerate(self.editor.tools):
            row, column = divmod(index, 2)
            at = (x + column * (half + 6), y + row * (height + 4))
            chosen = tool.id == self.tool
            icon = f"{self.game.id}/{tool.sprite}" if tool.sprite else None
            target = ("tool", tool.id)
            layout.button(*at, half, height, self.say(tool.title), target, primary=chosen, icon=icon)
        return y + rows * (height + 4)

    def _sizes(self, layout: Layout, x: float, y: float, width: float) -> None:
        for index, (name, label) in enumerate((("rows", _("Rows")), ("columns", _("Columns")))):
            top = y + index * 38
            layout.text(x + 6, top + 16, self.say(label), TEXT, "muted")
            layout.button(x + width - 124, top, 34, 32, "−", ("do", f"{name}-"))
            layout.text(x + width - 62, top + 16, str(self.size[index]), anchor="middle", bold=True)
            layout.button(x + width - 34, top, 34, 32, "+", ("do", f"{name}+"))

    def _rows(self) -> list[list[ActionButton]]:
        return [
            [
                ActionButton("undo", _("Undo"), "A", bool(self.past)),
                ActionButton("redo", _("Redo"), "Y", bool(self.future)),
            ],
            [ActionButton("check", _("Check"), "C", self.ticket is None), ActionButton("try", _("Try it"), "T")],
            [ActionButton("save", _("Save as…"), "F5"), ActionButton("load", _("Load…"), "F9")],
            [ActionButton("title", _("Title…")), ActionButton("back", _("Menu"), "Esc")],
        ]

    # Drawing

    def pressed(self, target: Hashable, button: int) -> None:
        """Choose a tool, or apply it to the board."""
        if isinstance(target, tuple) and target and target[0] == "tool":
            self.tool = str(target[1])
        elif target is not None and target != "shade":
            self._change(self.editor.apply(self.level, self.tool, target))

    def hover(self, target: Hashable) -> bool:
        """Remember where a key of a tool would draw."""
        self._over = target
        return super().hover(target)

    def drag(self, start: Hashable, end: Hashable, button: int) -> None:
        """Apply the tool where the drag began and where it ended."""
        self.press(start, button)
        if end != start and self.dialog is None and not (isinstance(end, tuple) and end and end[0] in ("do", "tool")):
            self.press(end, button)

    def _change(self, level: Any) -> None:
        if level == self.level:
            return
        self.past.append(self.level)
        self.future.clear()
        self.level = level
        self._forget_check()

    def _forget_check(self) -> None:
        self.note = ""
        self.leave()

    def _undo(self) -> None:
        if self.past:
            self.future.append(self.level)
            self.level = self.past.pop()
            self._forget_check()

    def _redo(self) -> None:
        if self.future:
            self.past.append(self.level)
            self.level = self.future.pop()
            self._forget_check()

    def _resize(self, rows: int, columns: int) -> None:
        least, most = self.editor.smallest, self.editor.largest
        wanted = (
            min(most[0], max(least[0], self.size[0] + rows)),
            min(most[1], max(least[1], self.size[1] + columns)),
        )
        if wanted != self.size:
            self._change(self.editor.resize(self.level, *wanted))

    # Checking and trying

    def _problems(self) -> list[str]:
        return [self.say(problem.text) for problem in self.game.problems(self.level)]

    def _check(self) -> None:
        problems = self._problems()
        if problems:
            self.note, self.good = " · ".join(problems), False
            return
        state = self.game.rules.start(self.level)
        self.ticket = self.services.workers.ask(ToSolve(self.game, self.level, state, _CHECK))
        self.note, self.good = self.say(_("checking…")), True

    def receive(self, message: Working | Result) -> None:
        """Show the result of the check."""
        super().receive(message)
        if message.ticket != self.ticket or not isinstance(message, Solution):
            return
        self.ticket = None
        answer = message.answer
        self.good = answer.solved
        if answer.solved and not self.game.coaching.judged_live:
            unique = _("Solvable, with one solution only.") if answer.optimal else _("Solvable, in more than one way.")
            self.note = self.say(unique)
        elif answer.solved:
            self.note = self.say(self._shortest(answer.length))
        elif answer.verdict.value == "impossible":
            self.note = self.say(_("Proven impossible."))
        else:
            self.note = self.say(_("Unknown: {why}", why=answer.why.text if answer.why else ""))
        self.window.refresh()

    @staticmethod
    def _shortest(n: int) -> Text:
        return _.n(
            "Solvable: the shortest solution has {n} move.", "Solvable: the shortest solution has {n} moves.", n=n
        )

    def _try(self) -> None:
        problems = self._problems()
        if problems:
            self.note, self.good = " · ".join(problems), False
            return
        entry = LoadedLevel(self.game, self.level, self.game.rules.start(self.level), "")
        self.navigator.play(of_entries([entry]), back=self)

    # Files

    def _title(self) -> None:
        def accept(title: str) -> str | None:
            headers: Headers = self.level.headers
            self._change(replace(self.level, headers=replace(headers, title=" ".join(title.split())[:80])))
            return None

        self.open(Prompt(self, _("The level's title"), self.level.headers.title, accept))

    def _save(self) -> None:
        def write(path: Path) -> Text | None:
            fault = write_atomically(path, self.game.formats[0].dump([self.level]))
            if fault is None:
                self.note, self.good = self.say(_("saved: {path}", path=path)), True
            return fault

        ask_path(self, _("Save the level as…"), f"{self.game.id}{self.game.formats[0].extensions[0]}", write)

    def _load(self) -> None:
        def load(path: Path) -> Text | None:
            try:
                found = next(iter(read(str(path), self.game, devices=False)), None)
            except CasseteteError as error:
                return error.text
            if found is None or isinstance(found, Unreadable):
                return found.text if found is not None else _("the file is empty")
            self._change(found.level)
            return None

        ask_path(self, _("Load a level"), "", load)

    def typed(self, typed: Typed) -> None:
        """The keys on the buttons."""
        keys = {"a": "undo", "y": "redo", "c": "check", "t": "try", "f5": "save", "f9": "load", "escape": "back"}
        tool = next((tool for tool in self.editor.tools if tool.key and tool.key == typed.keysym), None)
        turns = {"comma": -1, "period": 1, "semicolon": 1} if self.game.display.turned is not None else {}
        if typed.ctrl and typed.keysym.lower() == "z":
            self._undo()
        elif tool is not None:
            self.tool = tool.id
            self._change(self.editor.apply(self.level, tool.id, self._over))
        elif typed.keysym in turns:
            self.turn = (self.turn + turns[typed.keysym]) % 4
        elif typed.keysym.lower() in keys:
            self.actions()[keys[typed.keysym.lower()]]()

    def leave(self) -> None:
        """Cancel the check."""
        if self.ticket is not None:
            self.services.workers.cancel(self.ticket)
            self.ticket = None
