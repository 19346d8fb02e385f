"""The editor: draw a level with the game's tools, check it, try it, keep it; nothing drawn is lost."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from pathlib import Path
from typing import Any

from cassetete.app.collections.drafts import Drafts, begin_drawing
from cassetete.app.collections.my_levels import Kind, MyLevels
from cassetete.app.collections.opening import opened
from cassetete.app.levels.level_list import of_entries
from cassetete.app.levels.library import LoadedLevel
from cassetete.app.levels.moves import Followed
from cassetete.core.answers import Answer, Limits, Verdict
from cassetete.core.contract import AnyGame, Mark, MarkKind, View
from cassetete.core.headers import Headers
from cassetete.core.lengths import totals
from cassetete.core.message import Catalogue, Text
from cassetete.front.window.loop.screen import Screen
from cassetete.front.window.loop.window_loop import WindowLoop
from cassetete.front.window.paint.board import board_layer, is_board_target
from cassetete.front.window.paint.canvas import Typed
from cassetete.front.window.paint.fit import Rect
from cassetete.front.window.paint.fonts import text_width
from cassetete.front.window.paint.items import Layer
from cassetete.front.window.screens.base import ActionButton, BoardScreen
from cassetete.front.window.widgets.clipboard import copy_level
from cassetete.front.window.widgets.file_prompt import ask_open, save_level
from cassetete.front.window.widgets.layout import LARGE, SMALL, TEXT, Layout, wrapped
from cassetete.front.window.widgets.text_field import TextField
from cassetete.session.commands import COMMANDS, KEYS
from cassetete.session.jobs import Judgement, Result, Solution, ToJudge, ToSolve, Working
from cassetete.session.stars import thresholds

_ = Catalogue("cassetete")

_SIZES = 30
"""The least height of the lines with rows and columns."""
_STROKE_STEP = 6
"""Pixels between two looks at what lies under a stroke."""
_CHECK = Limits(seconds=30, memory=2_000_000_000)


class EditorScreen(BoardScreen):
    """A level being drawn: kept as a draft after every stroke. `mine` is its id in My levels, if it is one of them."""

    def __init__(
        self,
        window: WindowLoop,
        game: AnyGame,
        level: Any = None,
        mine: int | None = None,
        back: Screen | None = None,
    ) -> None:
        """With the drawing that was left here, or with a level; `back` is the screen before."""
        super().__init__(window)
        assert game.making.editor is not None
        self.game, self.editor, self._back = game, game.making.editor, back
        self._drafts, self._my_levels = Drafts(self.services.store), MyLevels(self.services.store)
        (self.level, self.mine), moved = begin_drawing(self.services.store, game, level, mine)
        self.past: list[Any] = []
        self.future: list[Any] = []
        self.tool = next(tool.id for tool in self.editor.tools if not tool.at_once)
        self.note, self.role = "", "good"
        if moved:
            self.tell(_("the drawing before is in My levels now"))
        self.marks: tuple[Mark, ...] = ()
        self.ticket: int | None = None
        self._fields = {part: TextField(name=part, longest=80) for part in ("title", "author")}
        self._focus: str | None = None
        self.turn = 0
        self._stroke: list[Hashable] = []
        """What the pointer has drawn on since its button went down and it moved."""
        self._stroke_changed = False
        self._at = (0, 0)

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
            "check": self._check,
            "try": self._try,
            "keep": self._keep,
            "save": self._save,
            "load": self._load,
            "new": self._new,
            "back": self.go_back,
        }

    def go_back(self) -> None:
        """The screen before, or the levels; the drawing is kept."""
        if self._back is not None:
            self.window.show(self._back)
        else:
            self.navigator.levels(self.game)

    def tell(self, text: Text, role: str = "good") -> None:
        """Say something below the board."""
        self.note, self.role = self.say(text), role
        self.window.refresh()

    def compose(self, layout: Layout) -> list[Layer]:
        """The board, the tools and the buttons."""
        side = 300 if layout.width >= 760 else 250
        note = wrapped(self.note, TEXT, layout.width - side - 44) if self.note else []
        x, width = self.panel(layout, side, foot=max(40, 24 + 22 * len(note)))
        layout.title(x + 6, 32, self.say(_("Draw: {game}", game=self.game.title)), LARGE - 2, width - 8)
        step = 38 if layout.height >= 560 else 31
        foot = layout.height - 20 - step * len(self._rows())
        y = self._headers(layout, x, 52, width)
        y = self._tools(layout, x, y + 4, width, foot)
        self._sizes(layout, x, y + 2, width, foot)
        self.button_rows(layout, x, foot, width, self._rows(), step)
        if self.note:
            layout.note(14, layout.height - 10, layout.width - side - 24, self.note, 5, self.role)
        state = self.game.rules.start(self.level)
        problems = [problem.place for problem in self.game.problems(self.level) if problem.place]
        marks = self.marks or tuple(Mark(place, MarkKind.MISTAKE) for place in problems)
        drawn = self.game if self.editor.scene is None else replace(self.game, scene=self.editor.scene)
        view: View[Any, Any] = View(state, marks=marks, turn=self.turn)
        layer, _scale = board_layer(drawn, self.level, view, self.viewport)
        return [layer]

    def _headers(self, layout: Layout, x: float, y: float, width: float) -> float:
        """The fields of the title and the author, and the stars, once the shortest solution is known."""
        for part, label in (("title", _("Title")), ("author", _("Author"))):
            field = self._fields[part]
            if self._focus != part:
                field.value = getattr(self.level.headers, part)
                field.select(0, 0)  # a long one is read from its beginning
            layout.text(x + 6, y + 14, self.say(label), SMALL, "muted", room=58)
            field.compose(layout, x + 66, y, width - 66, 28, focused=self._focus == part, size=14)
            y += 33
        bounds = thresholds(self.level.headers)
        if bounds is not None:
            layout.stars(x + 14, y + 8, 3, 12)
            layout.text(x + 62, y + 9, f"≤ {bounds[0]}     ★★ ≤ {bounds[1]}", SMALL, "muted")
        return y + 21

    def _tools(self, layout: Layout, x: float, y: float, width: float, foot: float) -> float:
        """The tools above `foot`: in two columns; where these are too long in three, or in many without their names."""
        room = foot - y - _SIZES
        columns = 2 if -(-len(self.editor.tools) // 2) * 24 <= room else 3
        rows, drawn = -(-len(self.editor.tools) // columns), [tool for tool in self.editor.tools if tool.sprite]
        named = room / rows - 4 >= 22 and not any(
            text_width(self.say(tool.title), 11) > width / columns - 34 for tool in drawn
        )
        named = named or len(drawn) < len(self.editor.tools) - 1
        if not named:
            columns = 6
        each = (width - 6 * (columns - 1)) / columns
        rows = -(-len(self.editor.tools) // columns)
        height = max(18.0, min(32.0, room / rows - 4))
        for index, tool in enumerate(self.editor.tools):
            row, column = divmod(index, columns)
            at = (x + column * (each + 6), y + row * (height + 4))
            chosen = tool.id == self.tool
            icon = f"{self.game.id}/{tool.sprite}" if tool.sprite else None
            target = ("tool", tool.id)
            title = self.say(tool.title)
            if not named:
                layout.picture(Rect(*at, each, height), icon, target, chosen=chosen, tip=title)
            else:
                layout.button(*at, each, height, title, target, primary=chosen, icon=icon, tip=title)
        return y + rows * (height + 4)

    def _sizes(self, layout: Layout, x: float, y: float, width: float, foot: float) -> None:
        """Rows and columns: each on a line of its own if there is room above `foot`, else side by side."""
        room = min(32.0, (foot - y - 4) / 2)
        beside = room < 24
        wide, step = ((width - 8) / 2, foot - y - 4) if beside else (width, room)
        button, size = (22, SMALL - 1) if beside else (32, TEXT)
        for index, (name, label) in enumerate((("rows", _("Rows")), ("columns", _("Columns")))):
            left, top = (x + index * (wide + 8), y) if beside else (x, y + index * step)
            right, middle, height = left + wide, top + step / 2, min(28.0, step - 4)
            number = 20 if beside else 48
            room = wide - 2 * button - number - 2
            words = "↕↔"[index] if beside else self.say(label)
            layout.text(left + 6, middle, words, TEXT, "muted", room=room)
            layout.button(right - 2 * button - number, middle - height / 2, button, height, "−", ("do", f"{name}-"))
            layout.text(right - button - number / 2, middle, str(self.size[index]), size, anchor="middle", bold=True)
            layout.button(right - button, middle - height / 2, button, height, "+", ("do", f"{name}+"))

    def _rows(self) -> list[list[ActionButton]]:
        return [
            [
                ActionButton("undo", _("Undo"), "A", bool(self.past)),
                ActionButton("redo", _("Redo"), "Y", bool(self.future)),
            ],
            [ActionButton("check", _("Check"), "C", self.ticket is None), ActionButton("try", _("Try it"), "T")],
            [ActionButton("keep", _("Keep in My levels"), "K"), ActionButton("new", _("New drawing"))],
            [ActionButton("save", COMMANDS["save"].label, "F5"), ActionButton("load", COMMANDS["load"].label, "F9")],
            [ActionButton("back", _("Back"), "Esc")],
        ]

    # Drawing

    def pressed(self, target: Hashable, button: int) -> None:
        """Choose a tool, or apply it to the board."""
        field = str(target[1]) if isinstance(target, tuple) and target[:1] == ("caret",) else None
        if field != self._focus:
            self._leave_field()
        if field in self._fields:
            self._enter_field(str(field), target)
        elif isinstance(target, tuple) and target and target[0] == "tool":
            self._choose(str(target[1]))
        elif _is_cell(target):
            self._change(self.editor.apply(self.level, self.tool, target))

    def _choose(self, tool: str) -> None:
        """Take a brush; a tool for the whole board works at once."""
        chosen = next(each for each in self.editor.tools if each.id == tool)
        if chosen.at_once:
            after = self.editor.apply(self.level, tool, None)
            if after == self.level and chosen.how is not None:
                self.tell(chosen.how, "hint")
            else:
                self._change(after)
            return
        self.tool = tool
        if chosen.how is not None:
            self.tell(chosen.how, "accent")

    def _enter_field(self, part: str, target: Hashable) -> None:
        if self._focus != part:
            self._focus = part
            self._fields[part].value = getattr(self.level.headers, part)
        self._fields[part].press(target)

    def _leave_field(self) -> None:
        """The title or author that was typed is the level's now."""
        if self._focus is None:
            return
        part, self._focus = self._focus, None
        headers = replace(self.level.headers, **{part: " ".join(self._fields[part].value.split())})
        if headers != self.level.headers:
            note, role = self.note, self.role
            self._change(replace(self.level, headers=headers))
            self.note, self.role = note, role

    def press(self, target: Hashable, button: int) -> None:
        """What was drawn by a stroke already is not drawn again where it began."""
        if target not in self._end_stroke():
            super().press(target, button)

    def dragging(self, start: Hashable, x: int, y: int, button: int) -> bool:
        """Apply the tool along the way of the pointer, however fast it goes; all of it is one step of undo."""
        if self.dialog is not None or not _is_cell(start) or button != 1:
            return False
        (last_x, last_y), self._at = self._at, (x, y)
        if not self._stroke and self.window.target_at(x, y) == start:
            return False  # a press, so far
        steps = max(1, round(max(abs(x - last_x), abs(y - last_y)) / _STROKE_STEP))
        way = [(last_x + (x - last_x) * n / steps, last_y + (y - last_y) * n / steps) for n in range(1, steps + 1)]
        before = self.level
        for target in [start, *(self.window.target_at(*place) for place in way)]:
            if _is_cell(target) and target not in self._stroke:
                self._paint(target)
        return self.level is not before

    def _paint(self, target: Hashable) -> None:
        """Go on with a stroke."""
        level = self.editor.apply(self.level, self.tool, target)
        if level != self.level:
            self._change(level, joined=self._stroke_changed)
            self._stroke_changed = True
        self._stroke.append(target)

    def _end_stroke(self) -> list[Hashable]:
        stroke, self._stroke, self._stroke_changed = self._stroke, [], False
        return stroke

    def drag(self, start: Hashable, end: Hashable, button: int) -> None:
        """The end of a stroke; select in a field."""
        if self.dialog is None and any(field.drag(start, end) for field in self._fields.values()):
            return
        if self.dialog is not None:
            self.dialog.drag(start, end)
        elif not self._end_stroke():
            self.press(start, button)

    def _change(self, level: Any, joined: bool = False) -> None:
        """Another level; `joined` to the step before, which undo takes back with it."""
        if level == self.level:
            return
        if not joined:
            self.past.append(self.level)
        self.future.clear()
        self.level = level
        self._forget_check()

    def _forget_check(self) -> None:
        """The level is another one: keep it, and say no more of the one before."""
        self.note, self.marks = "", ()
        self._cancel()
        self._drafts.keep(self.game, self.level, self.mine)

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
        wanted = self.editor.allowed(self.size[0] + rows, self.size[1] + columns)
        if wanted != self.size:
            self._change(self.editor.resize(self.level, *wanted))

    # Checking and trying

    def _faulty(self) -> bool:
        """Say what keeps the level from being playable, if anything does."""
        problems = [self.say(problem.text) for problem in self.game.problems(self.level)]
        self.note, self.role = " · ".join(problems), "bad"
        return bool(problems)

    def _check(self) -> None:
        if self._faulty():
            return
        state = self.game.rules.start(self.level)
        self.ticket = self.services.workers.ask(ToSolve(self.game, self.level, state, _CHECK))
        self.tell(_("checking…"), "accent")

    def receive(self, message: Working | Result) -> None:
        """Show the result of the check."""
        super().receive(message)
        if message.ticket != self.ticket or isinstance(message, Working):
            return
        self.ticket = None
        if isinstance(message, Solution):
            self._checked(message.answer)
        elif isinstance(message, Judgement):
            self._explained(message)
        self.window.refresh()

    def _checked(self, answer: Answer[Any]) -> None:
        if answer.solved and not self.game.coaching.judged_live:
            # These games have one solution or several, not a short one.
            if answer.optimal:
                self.tell(_("Solvable, with one solution only."))
            else:
                self.tell(_("Solvable, in more than one way."), "hint")
        elif answer.solved:
            self._measured(answer)
        elif answer.verdict is Verdict.IMPOSSIBLE:
            self.tell(_("Proven impossible."), "bad")
            state = self.game.rules.start(self.level)
            self.ticket = self.services.workers.ask(ToJudge(self.game, self.level, state))
        else:
            self.tell(_("Unknown: {why}", why=answer.why.text if answer.why else ""), "hint")

    def _measured(self, answer: Answer[Any]) -> None:
        """Say how long the shortest solution is; the level's stars follow from it."""
        state = self.game.rules.start(self.level)
        used = totals(self.game, self.level, state, answer.moves)
        if not answer.optimal:
            self.tell(
                _.n("Solvable: a solution has {n} move.", "Solvable: a solution has {n} moves.", n=used.moves), "hint"
            )
            return
        best = used.by(self.game.lengths.metric(self.level))
        headers: Headers = replace(self.level.headers, optimum=best, stars=None)
        if headers != self.level.headers:
            self.level = replace(self.level, headers=headers)
            self._drafts.keep(self.game, self.level, self.mine)
        self.tell(
            _.n(
                "Solvable: the shortest solution has {n} move.",
                "Solvable: the shortest solution has {n} moves.",
                n=used.moves,
            )
        )

    def _explained(self, judgement: Judgement) -> None:
        """Why the level is impossible, as far as the game can say it."""
        if judgement.reason is not None:
            self.marks = judgement.reason.marks
            self.tell(_("Proven impossible: {why}", why=judgement.reason.text), "bad")

    def _try(self) -> None:
        if not self._faulty():
            entry = LoadedLevel(self.game, self.level, self.game.rules.start(self.level), "")
            self.navigator.play(of_entries([entry]), back=self)

    # My levels and files

    def _keep(self) -> None:
        """Keep the drawing in My levels; if it came from there, in its place."""
        if self.mine is not None and self._my_levels.has(self.mine):
            self._my_levels.replace(self.game, self.mine, self.level)
            self.tell(_("kept in My levels"))
        else:
            added = self._my_levels.add(self.game, [self.level], Kind.DRAWN)
            self.mine = added.levels[0] if added.levels else None
            self.tell(_("kept in My levels") if added.levels else _("this level is in My levels already"), "good")
        self._drafts.keep(self.game, self.level, self.mine)

    def _new(self) -> None:
        """An empty board; the drawing goes to My levels, unless it is empty too."""
        _draft, moved = begin_drawing(self.services.store, self.game, self.editor.blank(*self.size))
        self.mine = None
        self._change(self.editor.blank(*self.size))
        if moved:
            self.tell(_("the drawing before is in My levels now"))

    def _save(self) -> None:
        save_level(self, self.game, self.level, self.tell)

    def _load(self) -> None:
        def load(path: Path) -> Text | None:
            found = opened(path, self.game)
            if isinstance(found, Text):
                return found
            assert not isinstance(found, Followed)
            levels = found.playable()
            if not levels or levels[0].game is not self.game:
                return _("there is no level of {game} in it", game=self.game.title)
            _draft, moved = begin_drawing(self.services.store, self.game, levels[0].level)
            self.mine = None
            self._change(levels[0].level)
            if moved:
                self.tell(_("the drawing before is in My levels now"))
            return None

        ask_open(self, _("Load a level"), load, folders=False)

    def typed(self, typed: Typed) -> None:
        """The field that is open, the keys of the commands, and those on the buttons."""
        if self._focus is not None:
            self._type_into_field(typed)
            return
        brush = next((tool for tool in self.editor.tools if tool.key and tool.key == typed.keysym), None)
        turns = {"comma": -1, "period": 1, "semicolon": 1} if self.game.display.turned is not None else {}
        if brush is not None and not typed.ctrl:
            self.tool = brush.id
            if is_board_target(self.hot):
                self._change(self.editor.apply(self.level, brush.id, self.hot))
            return
        if typed.keysym in turns:
            self.turn = (self.turn + turns[typed.keysym]) % 4
            return
        held = ("ctrl " if typed.ctrl else "") + ("shift " if typed.shift and typed.ctrl else "")
        key = held + typed.keysym.lower()
        own = {"t": "try", "k": "keep"}.get(key, KEYS.get(key, ""))
        if own in self.actions():
            self.actions()[own]()
        elif own == "copy":
            self.tell(copy_level(self, self.game, self.level))
        elif own == "keys":
            self.tell(_("Choose a tool and click or drag on the board; C checks the level, T tries it."), "accent")

    def _type_into_field(self, typed: Typed) -> None:
        assert self._focus is not None
        if typed.keysym in ("Return", "KP_Enter", "Escape"):
            self._leave_field()
        elif typed.keysym in ("Tab", "ISO_Left_Tab"):
            other = "author" if self._focus == "title" else "title"
            self._leave_field()
            self._enter_field(other, None)
            self._fields[other].select(0, len(self._fields[other].value))
        else:
            self._fields[self._focus].key(typed, self.window.canvas)

    def leave(self) -> None:
        """Keep what is typed, cancel the check."""
        self._leave_field()
        self._cancel()

    def _cancel(self) -> None:
        if self.ticket is not None:
            self.services.workers.cancel(self.ticket)
            self.ticket = None


def _is_cell(target: Hashable) -> bool:
    """Whether a tool can be applied to a target."""
    beside = ("tool", "caret")
    return is_board_target(target) and target != "bar" and not (isinstance(target, tuple) and target[0] in beside)
