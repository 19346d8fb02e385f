"""The menu of a game: its commands in groups, each with icon, name and key."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from cassetete.core.message import Text
from cassetete.front.window.paint.canvas import Typed
from cassetete.front.window.paint.fonts import text_width
from cassetete.front.window.widgets.dialogs import Dialog
from cassetete.front.window.widgets.layout import SMALL, Layout
from cassetete.session.view_model import CommandState, MenuGroup

_EDGE = 14
_HEAD = 30


class MenuDialog(Dialog):
    """All commands of a game. Arrows and Return choose one; its own key works too, as without the menu."""

    def __init__(
        self,
        groups: Callable[[], Sequence[MenuGroup]],
        say: Callable[[Text], str],
        do: Callable[[str], None],
        key: Callable[[Typed], None],
        close: Callable[[], None],
    ) -> None:
        """`groups` is asked in each frame: what can be used changes. `key` gets keys that are not the menu's own."""
        self._groups, self._say, self._do, self._key, self._close = groups, say, do, key, close
        self.chosen: str | None = None
        self._columns: list[list[str]] = []

    def compose(self, layout: Layout) -> None:
        """The groups side by side; where that is too wide, two columns."""
        groups = list(self._groups())
        columns = [[group] for group in groups]
        each = self._width(groups)
        if len(columns) * each + 2 * _EDGE > layout.width - 16 and len(groups) > 2:
            longest = max(groups, key=lambda group: len(group.commands))
            columns = [[longest], [group for group in groups if group is not longest]]
            each = min(each, (layout.width - 16 - 2 * _EDGE) / 2)
        rows = max(sum(len(group.commands) for group in column) for column in columns)
        heads = max(map(len, columns))
        step = min(36.0, (layout.height - 16 - 2 * _EDGE - _HEAD * heads) / rows)
        width, height = len(columns) * each + 2 * _EDGE, rows * step + heads * _HEAD + 2 * _EDGE
        x, y = max(8.0, layout.width - width - 8), min(48.0, layout.height - height - 8)
        layout.card(x, y, width, height)
        self._columns = [[s.command.id for group in c for s in group.commands if s.enabled] for c in columns]
        for index, column in enumerate(columns):
            top = y + _EDGE
            for group in column:
                layout.text(x + _EDGE + index * each + 8, top + 12, self._say(group.title), SMALL, "muted", bold=True)
                top += _HEAD
                for state in group.commands:
                    self._row(layout, state, x + _EDGE + index * each, top, each - 6, step - 3)
                    top += step

    def _width(self, groups: Sequence[MenuGroup]) -> float:
        commands = [state.command for group in groups for state in group.commands]
        return 72 + max(text_width(self._say(c.label), 14) + text_width(c.key, 11) for c in commands)

    def _row(self, layout: Layout, state: CommandState, x: float, y: float, width: float, height: float) -> None:
        command, target = state.command, ("menu", state.command.id)
        if command.id == self.chosen:
            layout.hot = target
        tip = self._say(command.help)
        layout.button(
            x,
            y,
            width,
            height,
            self._say(command.label),
            target,
            key=command.key,
            enabled=state.enabled,
            glyph=command.icon,
            tip=tip,
            plain=True,
        )

    def press(self, target: Hashable) -> None:
        """Do a command; a press beside the menu closes it."""
        self._close()
        if isinstance(target, tuple) and target[0] == "menu":
            self._do(str(target[1]))

    def key(self, typed: Typed) -> None:
        """Arrows, Return and Escape; any other key closes the menu and means what it always means."""
        name = typed.keysym
        if name in ("Up", "Down", "Left", "Right"):
            self._move(name)
        elif name in ("Return", "KP_Enter") and self.chosen is not None:
            self._close()
            self._do(self.chosen)
        elif name in ("Escape", "F10", "m", "M"):
            self._close()
        else:
            self._close()
            self._key(typed)

    def _move(self, name: str) -> None:
        columns = [column for column in self._columns if column]
        here = next(((c, column.index(self.chosen)) for c, column in enumerate(columns) if self.chosen in column), None)
        if here is None:
            self.chosen = columns[0][0]
            return
        column, row = here
        if name in ("Left", "Right"):
            column = (column + (1 if name == "Right" else -1)) % len(columns)
            row = min(row, len(columns[column]) - 1)
        else:
            row = (row + (1 if name == "Down" else -1)) % len(columns[column])
        self.chosen = columns[column][row]
