"""The editor: draw a level with the game's tools, check it, try it, share it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cassetete.app.levels.level_list import of_entries
from cassetete.app.levels.library import LoadedLevel, Unreadable, read_text
from cassetete.core.answers import Answer, Limits, Verdict
from cassetete.core.contract import AnyGame, Mark, MarkKind, View
from cassetete.core.errors import CasseteteError
from cassetete.core.message import Catalogue, Text
from cassetete.front.page.drawing import symbol_id
from cassetete.front.page.screens.base import Arguments, Navigator, Part, Screen, Sheet, Spot, Typed, button
from cassetete.front.page.screens.play_sheets import ShareSheet
from cassetete.session.jobs import Result, Solution, ToSolve, Working
from cassetete.session.session import begin

_ = Catalogue("cassetete")

_CHECK = Limits(seconds=30)
_KEYS = {
    "a": "undo",
    "u": "undo",
    "ctrl z": "undo",
    "y": "redo",
    "ctrl y": "redo",
    "c": "check",
    "t": "try",
    "f5": "save",
    "f9": "load",
    "escape": "back",
}
_ARROWS = {"Left": (0, -1), "Right": (0, 1), "Up": (-1, 0), "Down": (1, 0)}


class EditorScreen(Screen):
    """A level being drawn. By keyboard: arrows move the pen from target to target, Space draws."""

    kind = "board"

    def __init__(self, table: Navigator, game: AnyGame, origin: Screen, level: Any = None) -> None:
        super().__init__(table)
        assert game.making.editor is not None
        self.game, self.editor, self.origin = game, game.making.editor, origin
        self.level = level if level is not None else self.editor.blank(*self.editor.allowed(6, 6))
        self.past: list[Any] = []
        self.future: list[Any] = []
        self.tool = self.editor.tools[0].id
        self.said: tuple[str, str] | None = None
        self.ticket: int | None = None
        self._stroke: Any = None
        self._pen: Spot | None = None

    @property
    def size(self) -> tuple[int, int]:
        """Rows and columns of the level."""
        return self.editor.size(self.level)

    # What is shown

    def parts(self) -> dict[str, Any]:
        """The tools, the size and the buttons."""
        say = self.say
        title = self.level.headers.title_in(self.settings.language) or say(_("A new level"))
        sizes = [
            {"name": name, "label": say(label), "value": value}
            for name, label, value in zip(("rows", "columns"), (_("Rows"), _("Columns")), self.size, strict=True)
        ]
        blocks: list[Part] = [
            {"k": "tools", "tools": [self._tool(tool) for tool in self.editor.tools]},
            {"k": "sizes", "sizes": sizes},
            {
                "k": "buttons",
                "buttons": [
                    button("title", say(_("Title…")), icon="title"),
                    button("share", say(_("Share")), icon="share"),
                    button("save", say(_("Save as…")), icon="save", key="F5"),
                    button("load", say(_("Load…")), icon="open", key="F9"),
                ],
            },
        ]
        art = self.table.art.named(self.game, [tool.sprite for tool in self.editor.tools if tool.sprite])
        if art:
            self.table.effect(art=art)
        note = {"text": self.said[0], "kind": self.said[1]} if self.said is not None else None
        return {
            "head": {"title": title, "sub": say(_("Draw: {game}", game=self.game.title)), "back": True},
            "panel": blocks,
            "note": note,
            "end": None,
            "menu": [],
            "dock": [
                button("undo", say(_("Undo")), icon="undo", key="A", on=bool(self.past)),
                button("redo", say(_("Redo")), icon="redo", key="Y", on=bool(self.future)),
                button("check", say(_("Check")), icon="check", key="C", on=self.ticket is None),
                button("try", say(_("Try it")), icon="play", key="T", primary=True),
            ],
            "play": {"game": self.game.id, "touch": {"draws": True, "paints": True}},
        }

    def _tool(self, tool: Any) -> Part:
        found: Part = {"id": tool.id, "label": self.say(tool.title), "on": tool.id == self.tool}
        if tool.sprite:
            found["symbol"] = symbol_id(self.game.id, tool.sprite)
        return found

    def draw(self) -> Part | None:
        """The level as it is, its problems and the pen marked."""
        state = self.game.rules.start(self.level)
        marks = [Mark(one.place, MarkKind.MISTAKE) for one in self.game.problems(self.level) if one.place]
        pen = self.table.board.at(*self._pen) if self._pen is not None else None
        if pen is not None:
            marks.append(Mark(pen, MarkKind.HINT))
        return self.table.board.show(self.game, self.level, View(state, marks=tuple(marks)))

    # Drawing

    def press(self, spot: Spot, mouse: int, touch: bool = False) -> None:  # noqa: ARG002  # as in every screen
        """Apply the tool."""
        self._pen = None
        self._apply(spot, mouse)
        self._stroke = None

    def drag(self, start: Spot, spot: Spot, mouse: int) -> None:
        """Apply the tool along the way: the whole stroke is undone at once."""
        first = self._stroke is None
        if first:
            self._stroke = self.level
            self._apply(start, mouse)
        self._apply(spot, mouse, joined=not first or self.level is not self._stroke)

    def drop(self, start: Spot, spot: Spot, mouse: int, swipe: str) -> None:  # noqa: ARG002  # as in every screen
        """The stroke ends."""
        self._stroke = None

    def cancel(self) -> None:
        """A pinch: take back what the stroke drew."""
        if self._stroke is not None and self._stroke != self.level and self.past:
            self.level = self.past.pop()
        self._stroke = None

    def _apply(self, spot: Spot, mouse: int, joined: bool = False) -> None:
        target = self.table.board.at(*spot)
        if target is None or mouse != 1:
            return
        self._change(self.editor.apply(self.level, self.tool, target), joined)

    def _change(self, level: Any, joined: bool = False) -> None:
        if level == self.level:
            return
        if not joined:
            self.past.append(self.level)
        self.future.clear()
        self.level = level
        self._forget_check()

    def _forget_check(self) -> None:
        self.said = None
        self.leave()

    def do(self, command: str, arguments: Arguments) -> None:
        """The buttons."""
        match command:
            case "tool" if arguments.get("id") in {tool.id for tool in self.editor.tools}:
                self.tool = arguments["id"]
            case "size":
                step = 1 if arguments.get("step", 0) > 0 else -1
                self._resize(*((step, 0) if arguments.get("name") == "rows" else (0, step)))
            case "undo" if self.past:
                self.future.append(self.level)
                self.level = self.past.pop()
                self._forget_check()
            case "redo" if self.future:
                self.past.append(self.level)
                self.level = self.future.pop()
                self._forget_check()
            case "check":
                self._check()
            case "try":
                self._try()
            case "title":
                self.table.open(TitleSheet(self.table, self))
            case "share":
                if not self._problems():
                    self.table.open(ShareSheet(self.table, begin(self.game, self.level)))
            case "save":
                form = self.game.formats[0]
                name = f"{self.game.id}{form.extensions[0]}"
                self.table.effect(file={"name": name, "text": form.dump([self.level])})
            case "load":
                self.table.effect(ask="file")
            case "text":
                self._load(str(arguments.get("text", "")))
            case "back":
                self.back()

    def name(self, title: str, author: str) -> None:
        """Give the level a title and an author."""
        title, author = " ".join(title.split())[:80], " ".join(author.split())[:80]
        self._change(replace(self.level, headers=replace(self.level.headers, title=title, author=author)))

    def _resize(self, rows: int, columns: int) -> None:
        wanted = self.editor.allowed(self.size[0] + rows, self.size[1] + columns)
        if wanted != self.size:
            self._change(self.editor.resize(self.level, *wanted))

    def key(self, typed: Typed) -> bool:
        """The keys on the buttons, digits for the tools, arrows and Space for the pen."""
        if typed.name in _ARROWS:
            self._move_pen(*_ARROWS[typed.name])
        elif typed.command in ("space", "return") and self._pen is not None:
            self._apply(self._pen, 1)
        elif typed.command in _KEYS:
            self.do(_KEYS[typed.command], {})
        elif typed.command.isdigit() and 1 <= int(typed.command) <= len(self.editor.tools):
            self.tool = self.editor.tools[int(typed.command) - 1].id
        else:
            return False
        return True

    def _move_pen(self, down: int, right: int) -> None:
        """To the next target in a direction: half a cell at a time, until it is another one."""
        board = self.table.board
        if board.scene is None:
            return
        if self._pen is None:
            self._pen = Spot(0.5, 0.5)
            return
        here = board.at(*self._pen)
        x, y = self._pen
        while 0 <= x <= board.scene.width and 0 <= y <= board.scene.height:
            x, y = x + right * 0.25, y + down * 0.25
            there = board.at(x, y)
            if there is not None and there != here:
                further = board.at(x + right * 0.25, y + down * 0.25)
                steps = 0.25 if further == there else 0.0
                self._pen = Spot(x + right * steps, y + down * steps)
                return

    # Checking and trying

    def _problems(self) -> bool:
        """Whether something keeps the level from being playable; it is said."""
        problems = [self.say(problem.text) for problem in self.game.problems(self.level)]
        if problems:
            self.said = " · ".join(problems), "lost"
        return bool(problems)

    def _check(self) -> None:
        if self._problems():
            return
        state = self.game.rules.start(self.level)
        self.ticket = self.table.thinker.ask(ToSolve(self.game, self.level, state, _CHECK))
        self.said = self.say(_("checking…")), "thinking"

    def answered(self, message: Working | Result) -> None:
        """Show the result of the check."""
        if message.ticket == self.ticket and isinstance(message, Solution):
            self.ticket = None
            answer = message.answer
            self.said = self.say(self._verdict(answer)), "good" if answer.solved else "lost"

    def _verdict(self, answer: Answer[Any]) -> Text:
        if answer.solved and not self.game.coaching.judged_live:
            return _("Solvable, with one solution only.") if answer.optimal else _("Solvable, in more than one way.")
        if answer.solved:
            return _.n(
                "Solvable: the shortest solution has {n} move.",
                "Solvable: the shortest solution has {n} moves.",
                n=answer.length,
            )
        if answer.verdict is Verdict.IMPOSSIBLE:
            return _("Proven impossible.")
        return _("Unknown: {why}", why=answer.why.text if answer.why else "")

    def _try(self) -> None:
        if self._problems():
            return
        entry = LoadedLevel(self.game, self.level, self.game.rules.start(self.level), "")
        self.table.play(of_entries([entry]), back=self)

    def _load(self, text: str) -> None:
        try:
            found = next(iter(read_text(text, "", self.game)), None)
        except CasseteteError as error:
            self.table.tell(error.text)
            return
        if found is None or isinstance(found, Unreadable):
            self.table.tell(found.text if found is not None else _("the file is empty"))
        else:
            self._change(found.level)

    def leave(self) -> None:
        """Cancel the check."""
        if self.ticket is not None:
            self.table.thinker.cancel(self.ticket)
            self.ticket = None

    def back(self) -> None:
        """To where the editor was opened from."""
        self.table.show(self.origin)

    @property
    def address(self) -> str:
        """The game's name: a level that is being drawn has no link until it is shared."""
        return self.game.id


class TitleSheet(Sheet):
    """The title and the author of a level."""

    def __init__(self, table: Navigator, editor: EditorScreen) -> None:
        self.table, self.editor = table, editor

    def model(self) -> Part:
        """Two lines to fill in."""
        say, headers = self.table.say, self.editor.level.headers
        return {
            "title": say(_("The level's title")),
            "fields": [
                {"kind": "text", "name": "title", "label": say(_("Title")), "value": headers.title, "most": 80},
                {"kind": "text", "name": "author", "label": say(_("Author")), "value": headers.author, "most": 80},
            ],
            "buttons": [
                button("name", say(_("Done")), primary=True),
                button("close", say(_("Cancel")), key="Esc"),
            ],
        }

    def do(self, command: str, arguments: Arguments) -> None:
        """Take what was typed."""
        if command == "name":
            values = arguments.get("values", {})
            self.editor.name(str(values.get("title", "")), str(values.get("author", "")))
            self.table.open(None)
