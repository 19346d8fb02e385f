"""Pages to print from the window: which levels, into which file; another process finds the solutions and writes it."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable, Hashable, Sequence
from functools import partial
from pathlib import Path

import cassetete
from cassetete.app.levels.library import LoadedLevel
from cassetete.core.contract import AnyGame
from cassetete.core.message import Catalogue, Text
from cassetete.front.window.paint.canvas import Typed
from cassetete.front.window.widgets.dialogs import DialogHost, Question
from cassetete.front.window.widgets.file_prompt import ask_path
from cassetete.front.window.widgets.layout import LARGE, TEXT, Layout
from cassetete.session.jobs import Result, Working

_ = Catalogue("cassetete")

PAGEFUL = 6
_BOOT = """import sys
sys.path.insert(0, sys.argv.pop(1))
from cassetete.cli.main import main
sys.exit(main(sys.argv[1:]))"""


def ask(screen: DialogHost, game: AnyGame, here: int, count: int, begin: Callable[[range, Path], None]) -> None:
    """Ask which levels (this one, a pageful from here on, or all of them) and which file; then begin."""
    choices = [(_("This level"), "1", range(here, here + 1))]
    if count > 1:
        some = range(here, min(count, here + PAGEFUL))
        choices.append((_("A page from here on ({n})", n=len(some)), "2", some))
        choices.append((_("All levels ({n})", n=count), "3", range(count)))
    answers = [(screen.say(label), key, partial(_ask_path, screen, game, some, begin)) for label, key, some in choices]
    cancel = (screen.say(_("Cancel")), "Esc", screen.close_dialog)
    lines = [screen.say(_("A PDF file: the puzzles, then their solutions on pages of their own."))]
    screen.open(Question(screen.say(_("Export page…")), lines, [*answers, cancel], width=520))


def _ask_path(screen: DialogHost, game: AnyGame, which: range, begin: Callable[[range, Path], None]) -> None:
    def act(path: Path) -> Text | None:
        if path.suffix.lower() not in (".pdf", ".svg"):
            return _("pages are x.svg or x.pdf")
        if not path.parent.is_dir():
            return _("cannot be written: {why}", why=str(path.parent))
        begin(which, path)
        return None

    ask_path(screen, _("Export page…"), f"{game.id}.pdf", act)


class PrintDialog:
    """A card that stays while the pages are made; Escape stops that."""

    def __init__(
        self,
        screen: DialogHost,
        game: AnyGame,
        entries: Sequence[LoadedLevel],
        path: Path,
        cancel: Callable[[], None],
    ) -> None:
        """`cancel` is called when the player does not want the pages any more."""
        self.screen, self.path, self.count, self._cancel = screen, path, len(entries), cancel
        self._folder = tempfile.TemporaryDirectory()
        names = []
        for number, entry in enumerate(entries, 1):
            name = Path(self._folder.name) / f"{number:03}{entry.game.formats[0].extensions[0]}"
            name.write_text(entry.game.formats[0].dump([entry.level]), "utf-8")
            names.append(str(name))
        words = ["--lang", screen.services.settings.language, "print", "--game", game.id, *names]
        each = ["--across", "1", "--each", "1"] if len(entries) == 1 else []
        home = str(Path(cassetete.__path__[0]).parent)
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", _BOOT, home, *words, *each, "--solutions", "-o", str(path)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="replace",
        )

    def done(self) -> Text | None:
        """What came of it, once it is over."""
        code = self._process.poll()
        if code is None:
            return None
        fault = (self._process.stderr.read() if self._process.stderr is not None else "").strip().split("\n")[-1]
        self.stop()
        return _("written: {path}", path=str(self.path)) if code == 0 else Text("{fault}", (("fault", fault),))

    def stop(self) -> None:
        """End what is left of it."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        if self._process.stderr is not None:
            self._process.stderr.close()
        self._folder.cleanup()

    def compose(self, layout: Layout) -> None:
        """A card in the middle."""
        width = min(460, layout.width - 40)
        x, y = (layout.width - width) / 2, layout.height / 2 - 80
        layout.card(x, y, width, 160)
        layout.text(layout.width / 2, y + 38, self.screen.say(_("Export page…")), LARGE, anchor="middle", bold=True)
        words = self.screen.say(_("solving {n} levels for their solutions…", n=self.count))
        layout.text(layout.width / 2, y + 76, words, TEXT, "muted", anchor="middle", room=width - 40)
        layout.button(x + width / 2 - 80, y + 104, 160, 38, self.screen.say(_("Cancel")), ("answer", "no"), key="Esc")

    def press(self, target: Hashable) -> None:
        """Cancel."""
        if target == ("answer", "no"):
            self._cancel()
            self.screen.close_dialog()

    def key(self, typed: Typed) -> None:
        """Cancel."""
        if typed.keysym == "Escape":
            self.press(("answer", "no"))

    def receive(self, message: Working | Result) -> None:
        """Nothing to hear."""
