"""Updates the message catalogues: extracts `_("…")` and `_.n("…", "…")`, updates the .po and compiles the .mo files.

`python tools/messages.py [DOMAIN…]` updates; `--check` only says what is missing, unused or out of date. The folder of
a plugin can stand for a domain, which then has its name. The French of the report of pushit.zip is looked at too.
"""

from __future__ import annotations

import argparse
import io
import sys
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from rendu import undescribed

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "cassetete"
LANGUAGE = "fr"
KEYWORDS = {"_": None, "n": (1, 2)}


def domains() -> dict[str, Path]:
    """Each catalogue's name and the folder whose messages it holds."""
    games = {game.parent.name: game.parent for game in sorted(PACKAGE.glob("games/*/game.py"))}
    return {"cassetete": PACKAGE, **games}


def chosen(names: list[str]) -> dict[str, Path]:
    """The catalogues of these names and folders; without names, all of the program's."""
    known = domains()
    plugins = {Path(name).resolve().name: Path(name).resolve() for name in names if (Path(name) / "game.py").is_file()}
    asked = {name: known[name] for name in names if name in known}
    return {**asked, **plugins} if names else known


def extracted(domain: str, folder: Path) -> Catalog:
    """The messages in the folder's Python files (without those of the games for the catalogue `cassetete`)."""
    catalogue = Catalog(domain=domain, project="cassetete", locale=LANGUAGE, charset="utf-8", fuzzy=False)
    found = extract_from_dir(folder, method_map=[("**.py", "python")], keywords=KEYWORDS)
    for path, _line, message, _comments, _context in found:
        if domain != "cassetete" or not path.startswith("games"):
            catalogue.add(message)
    return catalogue


def po_file(domain: str, folder: Path) -> Path:
    """Where a domain's French stands."""
    return folder / "locale" / LANGUAGE / "LC_MESSAGES" / f"{domain}.po"


def updated(domain: str, folder: Path) -> Catalog:
    """The catalogue on disk, brought up to date with the source."""
    path = po_file(domain, folder)
    catalogue = Catalog(domain=domain, locale=LANGUAGE)
    if path.is_file():
        with path.open("rb") as stream:
            catalogue = read_po(stream, locale=LANGUAGE, domain=domain)
    catalogue.update(extracted(domain, folder), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    return catalogue


def po_bytes(catalogue: Catalog) -> bytes:
    """The .po file, without dates and places: the same messages give the same bytes."""
    buffer = io.BytesIO()
    write_po(buffer, catalogue, width=110, no_location=True, sort_output=True)
    return b"".join(line for line in buffer.getvalue().splitlines(True) if b"-Date:" not in line)


def mo_bytes(catalogue: Catalog) -> bytes:
    """The .mo file, with a fixed date: the same messages give the same bytes."""
    catalogue.creation_date = catalogue.revision_date = datetime(2000, 1, 1, tzinfo=UTC)
    buffer = io.BytesIO()
    write_mo(buffer, catalogue)
    return buffer.getvalue()


def _translated(message: Message) -> bool:
    return all(message.string) if message.pluralizable else bool(message.string)


def _repeated(message: Message) -> bool:
    """Whether a translation is one text several times over."""
    texts = message.string if isinstance(message.string, tuple | list) else (message.string,)
    return any(text and len(text) > 8 and text in (text + text)[1:-1] for text in texts)


def _shown(path: Path) -> Path:
    return path.relative_to(ROOT) if path.is_relative_to(ROOT) else path


def main(arguments: list[str] | None = None) -> int:
    """Update, or check, the catalogues; 1 if something is missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("domain", nargs="*")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args(arguments)
    faults = []
    wanted = chosen(options.domain)
    if len(wanted) < len(set(options.domain)):
        parser.error(f"expected folders of games, or some of: {' '.join(domains())}")
    for domain, folder in wanted.items():
        catalogue = updated(domain, folder)
        po, mo = po_file(domain, folder), po_file(domain, folder).with_suffix(".mo")
        faults += [f"{domain}: no French for {m.id!r}" for m in catalogue if m.id and not _translated(m)]
        faults += [f"{domain}: the French for {m.id!r} says the same several times" for m in catalogue if _repeated(m)]
        texts = {po: po_bytes(catalogue), mo: mo_bytes(catalogue)}
        for path, content in texts.items():
            if options.check and (not path.is_file() or path.read_bytes() != content):
                faults.append(f"{_shown(path)} is out of date: run `make messages`")
            elif not options.check:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
    if not options.domain:
        faults += undescribed()
    print("\n".join(faults) or "messages: complete", file=sys.stderr if faults else sys.stdout)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
