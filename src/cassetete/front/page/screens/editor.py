"""The editor: draw a level with the game's tools, check it, try it, share it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cassetete.app.collections.drafts import Drafts, begin_drawing
from cassetete.app.collections.my_levels import Kind, MyLevels
from cassetete.app.levels.level_list import of_entries
from cassetete.app.levels.library import LoadedLevel, Unreadable, read_text
from cassetete.app.levels.saving import file_name
from cassetete.app.solving import level_check
from cassetete.core.answers import Answer, Limits, Verdict
from cassetete.core.contract import AnyGame, Mark, MarkKind, View
from cassetete.core.errors import CasseteteError
from cassetete.core.message import Catalogue
from cassetete.front.page.drawing import symbol_id
from cassetete.front.page.screens.base import Arguments, Navigator, Part, Screen, Sheet, Spot, Typed, button
from cassetete.front.page.screens.play_sheets import ShareSheet
from cassetete.session.jobs import Judgement, Result, Solution, ToJudge, ToSolve, Working
from cassetete.session.session import begin
from cassetete.session.stars import thresholds

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
    "k": "keep",
    "f5": "save",
    "f9": "load",
    "escape": "back",
}
_TURNS = {"comma": -1, "period": 1, "semicolon": 1}
_ARROWS = {"Left": (0, -1), "Right": (0, 1), "Up": (-1, 0), "Down": (1, 0)}


class EditorScreen(Screen):
    """A level being drawn. By keyboard: arrows move the pen from target to target, Space draws."""

    kind = "board"

    def __init__(
        self, table: Navigator, game: AnyGame, origin: Screen, level: Any = None, mine: int | None = None
    ) -> None:
        """With the drawing that was left here, or with a level; `mine` is its id in My levels, if it is one of them."""
        super().__init__(table)
        assert game.making.editor is not None
        self.game, self.editor, self.origin = game, game.making.editor, origin
        self._drawn = game if self.editor.scene is None else replace(game, scene=self.editor.scene)
        self._drafts, self._my_levels = Drafts(table.store), MyLevels(table.store)
        (self.level, self.mine), moved = begin_drawing(table.store, game, level, mine)
        self.past: list[Any] = []
        self.future: list[Any] = []
        self.tool = next(tool.id for tool in self.editor.tools if not tool.at_once)
        self.said: tuple[str, str] | None = None
        self.marks: tuple[Mark, ...] = ()
        self.turn = 0
        if moved:
            table.tell(_("the drawing before is in My levels now"))
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
                    button("keep", say(_("Keep in My levels")), icon="mine", key="K"),
                    button("share", say(_("Share")), icon="share"),
                    button("new", say(_("New drawing")), icon="plus"),
                    button("save", say(_("Save as…")), icon="save", key="F5"),
                    button("load", say(_("Load…")), icon="open", key="F9"),
                ],
            },
        ]
        bounds = thresholds(self.level.headers)
        if bounds is not None:
            blocks.insert(0, {"k": "stars", "stars": 3, "of": list(bounds)})
        if self.game.display.turned is not None:
            turns = [
                button("turn", say(_("Turn left")), icon="turn-left", key=",", step=-1),
                button("turn", say(_("Turn right")), icon="turn-right", key=".", step=1),
            ]
            blocks.insert(-1, {"k": "buttons", "buttons": turns})
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
        faults = [Mark(one.place, MarkKind.MISTAKE) for one in self.game.problems(self.level) if one.place]
        marks = list(self.marks) or faults
        pen = self.table.board.at(*self._pen) if self._pen is not None else None
        if pen is not None:
            marks.append(Mark(pen, MarkKind.HINT))
        return self.table.board.show(self._drawn, self.level, View(state, marks=tuple(marks), turn=self.turn))

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
        """The level is another one: keep it, and say no more of the one before."""
        self.said, self.marks = None, ()
        self.leave()
        self._drafts.keep(self.game, self.level, self.mine)

    def do(self, command: str, arguments: Arguments) -> None:
        """The buttons."""
        match command:
            case "tool" if arguments.get("id") in {tool.id for tool in self.editor.tools}:
                self._choose(str(arguments["id"]))
            case "keep":
                self._keep()
            case "new":
                self._new()
            case "turn":
                self.turn = (self.turn + (1 if arguments.get("step", 0) > 0 else -1)) % 4
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
                name = file_name(self.level.headers.title, self.game.id, form.extensions[0])
                self.table.effect(file={"name": name, "text": form.dump([self.level])})
            case "load":
                self.table.effect(ask="file")
            case "text":
                self._load(str(arguments.get("text", "")))
            case "back":
                self.back()

    def _choose(self, tool: str) -> None:
        """Take a brush; a tool for the whole board works at once."""
        if any(each.id == tool and each.at_once for each in self.editor.tools):
            self._change(self.editor.apply(self.level, tool, None))
        else:
            self.tool = tool

    def _keep(self) -> None:
        """Keep the drawing in My levels; if it came from there, in its place."""
        if self.mine is not None and self._my_levels.has(self.mine):
            self._my_levels.replace(self.game, self.mine, self.level)
            kept = True
        else:
            added = self._my_levels.add(self.game, [self.level], Kind.DRAWN)
            self.mine, kept = (added.levels[0] if added.levels else None), bool(added.levels)
        self.said = self.say(_("kept in My levels") if kept else _("this level is in My levels already")), "good"
        self._drafts.keep(self.game, self.level, self.mine)

    def _new(self) -> None:
        """An empty board; the drawing goes to My levels, unless it is empty too."""
        self._begin(self.editor.blank(*self.size))

    def _begin(self, level: Any) -> None:
        """Draw at another level from now on; undo leads back."""
        _draft, moved = begin_drawing(self.table.store, self.game, level)
        self.mine = None
        self._change(level)
        if moved:
            self.table.tell(_("the drawing before is in My levels now"))

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
        elif typed.name in _TURNS and self.game.display.turned is not None:
            self.turn = (self.turn + _TURNS[typed.name]) % 4
        elif typed.command in _KEYS:
            self.do(_KEYS[typed.command], {})
        elif typed.command.isdigit() and 1 <= int(typed.command) <= len(self.editor.tools):
            self._choose(self.editor.tools[int(typed.command) - 1].id)
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
        if message.ticket != self.ticket or isinstance(message, Working):
            return
        self.ticket = None
        if isinstance(message, Solution):
            self._checked(message.answer)
        elif isinstance(message, Judgement) and message.reason is not None:
            self.marks = tuple(message.reason.marks)
            self.said = self.say(level_check.impossible(message.reason.text)), "lost"

    def _checked(self, answer: Answer[Any]) -> None:
        """Say what the solver found; why a level is impossible, the game may know better."""
        self.said = self.say(level_check.said(self.game, self.level, answer)), self._role(answer)
        level = level_check.with_optimum(self.game, self.level, answer)
        if level is not self.level:
            self.level = level
            self._drafts.keep(self.game, level, self.mine)
        if answer.verdict is Verdict.IMPOSSIBLE:
            self.ticket = self.table.thinker.ask(ToJudge(self.game, self.level, self.game.rules.start(self.level)))

    def _role(self, answer: Answer[Any]) -> str:
        if answer.solved:
            return "good" if answer.optimal else "hint"
        return "lost" if answer.verdict is Verdict.IMPOSSIBLE else "hint"

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
            self._begin(found.level)

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
                button("name", say(_("OK")), primary=True),
                button("close", say(_("Cancel")), key="Esc"),
            ],
        }

    def do(self, command: str, arguments: Arguments) -> None:
        """Take what was typed."""
        if command == "name":
            values = arguments.get("values", {})
            self.editor.name(str(values.get("title", "")), str(values.get("author", "")))
            self.table.open(None)
