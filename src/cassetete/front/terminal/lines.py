"""Line by line: a command or moves in, the board out. For pipes, plain terminals and screen readers."""

from __future__ import annotations

import sys

from cassetete.core.message import Catalogue, one_line
from cassetete.front.terminal.text_view import TextView

_ = Catalogue("cassetete")


def play(view: TextView) -> int:
    """Until `quit` or the end of the input."""
    print(view.translate(_("Moves in the game's notation, or a command; help lists them.")))
    _show(view)
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")  # unreadable input is not a reason to stop
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
        if word.lower() in ("help", "keys"):
            _help(view)
            continue
        _obey(view, word)
        _show(view)
        if view.asks_name():
            print(view.translate(_("Your first record! Your name?")), end=" ", flush=True)
            view.set_player(sys.stdin.readline())


def _obey(view: TextView, word: str) -> None:
    commands = {name: command.id for short, command in view.commands() for name in (short, command.id)}
    name, _space, given = word.lower().partition(" ")
    if name in ("option", "options"):
        _option(view, given.strip())
    elif word.lower() == "records":
        print("\n".join(map(one_line, view.records())))
    elif word.lower() == "explain":
        if view.do("explain") is not None:
            for number, (reason, _board) in enumerate(view.explanation(), 1):
                print(f"{number:4}. {reason}")
    elif word.lower() in commands:
        view.do(commands[word.lower()])
        controller = view.controller
        if controller.autoplay:
            session = controller.session
            print(controller.game.notation.write(session.level, session.state, tuple(controller.autoplay)))
            controller.finish_autoplay()
    else:
        refused = view.write(word)
        if refused is not None:
            print(one_line(view.translate(_("{what}; help lists the commands", what=refused))))


def _option(view: TextView, number: str) -> None:
    """Turn an option on or off by its number, or list them."""
    controller = view.controller
    controller.note = None
    if number and not (number.isascii() and number.isdigit() and controller.toggle_option(int(number[:4]))):
        print(view.translate(_("there is no such option")))
    for at, (on, title) in enumerate(controller.options(), 1):
        print(f"  {at} [{'x' if on else ' '}] {view.translate(title)}")
    if not controller.options():
        print(view.translate(_("this game has no options")))


def _show(view: TextView) -> None:
    if view.controller.turn:
        print(view.translate(_("the board is turned; moves are written as if it were not")))
    print("\n".join([view.heading(), *view.board(), *view.said(keys=False)]), flush=True)


def _help(view: TextView) -> None:
    for text in view.controller.special_rules:
        print(f"  {view.translate(text)}")
    for word, command in view.commands():
        print(f"  {word:8}  {view.translate(command.help)}")
    session, game = view.controller.session, view.controller.game
    example = next(iter(game.rules.moves(session.level, session.state)), None)
    if example is not None:
        written = game.notation.write(session.level, session.state, (example,))
        print(view.translate(_("Moves look like this: {example}", example=written)))
    sys.stdout.flush()
