"""Line by line: a command or moves in, the board out. For pipes, dumb terminals and screen readers."""

from __future__ import annotations

import sys

from cassetete.app.translate import Translator
from cassetete.core.message import Catalogue, Text
from cassetete.core.one_line import one_line
from cassetete.front.terminal.explain import spoken
from cassetete.front.terminal.table import HELP, Table

_ = Catalogue("cassetete")

_WORDS = {word for word, _keys, _text in HELP}


def play(table: Table, words: Translator) -> int:
    """Until `quit` or the end of the input."""
    print(words(_("Moves in the game's notation, or a command; help lists them.")))
    _show(table, words)
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")  # junk is no move, and no reason to stop
    asking = sys.stdin is not None and sys.stdin.isatty()
    while True:
        if asking:
            print("> ", end="", flush=True)
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            return 0
        word = line.strip()
        if word.lower() == "quit":
            return 0
        if not word:
            continue
        if word.lower() == "help":
            _help(table, words)
            continue
        _obey(table, words, word)
        _show(table, words)


def _obey(table: Table, words: Translator, word: str) -> None:
    if word.lower() == "solve":
        moves = table.solution()
        if moves:
            print(table.written(moves))
            table.play(moves)
    elif word.lower() == "explain":
        for number, (step, _board) in enumerate(table.explanation(), 1):
            print(f"{number:4}. {spoken(step, words)}")
    elif word.lower().split()[0] == "option":
        _option(table, words, word.lower().removeprefix("option").strip())
    elif word.lower() in _WORDS:
        table.act(word.lower())
    elif not table.play_text(word):
        print(one_line(words(_("{what} (help lists the commands)", what=table.message or ""))))
        table.message = None


def _option(table: Table, words: Translator, number: str) -> None:
    """Turn an option by its number, or list them."""
    table.message = None
    if number and not (number.isascii() and number.isdigit() and table.turn(int(number[:4]))):
        print(words(_("there is no such option")))
    for at, (on, title) in enumerate(table.option_lines(), 1):
        print(f"  {at} [{'x' if on else ' '}] {words(title)}")
    if not table.game.controls.options:
        print(words(_("this game has nothing to switch on")))


def _show(table: Table, words: Translator) -> None:
    print(" · ".join(_said(words, text) for text in table.heading()))
    print("\n".join(table.picture()))
    for text in (table.message, table.outcome()):
        if text is not None:
            print(words(text))
    sys.stdout.flush()


def _said(words: Translator, text: Text | str) -> str:
    return text if isinstance(text, str) else words(text)


def _help(table: Table, words: Translator) -> None:
    for word, _keys, text in table.help():
        print(f"  {word:8}  {words(text)}")
    example = next(iter(table.game.rules.moves(table.session.level, table.session.state)), None)
    if example is not None:
        print(words(_("Moves look like this: {example}", example=table.written((example,)))))
    sys.stdout.flush()
