"""Errors a user can understand: a file that cannot be read, a text that is not a move, a move that is not allowed."""

from __future__ import annotations

from cassetete.core.message import Text


class CasseteteError(Exception):
    """An error a user can understand; its `text` is translatable."""

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text

    def __str__(self) -> str:
        return str(self.text)


class BadLevel(CasseteteError):
    """A level text that cannot be read, with the place (lines and columns count from 1).

    >>> print(BadLevel(Text("'x' is not a height"), line=3, column=5))
    3:5: 'x' is not a height
    """

    def __init__(self, text: Text, line: int = 1, column: int = 1) -> None:
        super().__init__(text)
        self.line = line
        self.column = column

    def __str__(self) -> str:
        return f"{self.line}:{self.column}: {self.text}"


class BadMove(CasseteteError):
    """A text that is not a move of this game, with the place in the text (from 1)."""

    def __init__(self, text: Text, column: int = 1) -> None:
        super().__init__(text)
        self.column = column


class IllegalMove(CasseteteError):
    """A move of this game that the rules do not allow here."""


class Infeasible(CasseteteError):
    """A generator has proven that there is no such level, and says why."""


class WrongSolution(Exception):
    """A solver's moves do not win when they are replayed, or it is no search: a bug, never shown as a solution."""
