"""The checks of `cassetete doctor` that need no window: Python, packages, kernels, worker processes, store, disk."""

from __future__ import annotations

import platform
import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module, metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from cassetete import __version__
from cassetete.app.crash_report import reports
from cassetete.app.levels.library import pack
from cassetete.app.missing_package import PACKAGES
from cassetete.app.registry import games
from cassetete.app.solving import kernels
from cassetete.app.store import Store
from cassetete.app.translate import LANGUAGES, system_language
from cassetete.app.workers.pool import WorkerPool
from cassetete.core.answers import Limits
from cassetete.core.cache_folder import cache_root, can_be_written, is_temporary
from cassetete.core.message import Catalogue, Text
from cassetete.session.jobs import Result, ToJudge

_ = Catalogue("cassetete")

LITTLE_SPACE = 100_000_000
_PATIENCE = 30.0


@dataclass(frozen=True)
class Check:
    """What was found, and what to do about it: `note` is nothing to worry about, `bad` keeps something from working."""

    id: str
    title: Text
    state: Literal["good", "note", "bad"]
    found: Text
    advice: Text | None = None


def checkup(profile: Path | None = None) -> Iterator[Check]:
    """Every check, one after the other."""
    yield _python()
    yield from _packages()
    yield _kernels()
    yield _cache()
    yield _workers()
    yield from _store(profile)
    yield _language()
    yield _reports()


def _python() -> Check:
    system = f"{platform.system()} {platform.release()} {platform.machine()}"
    found = _(
        "cassetete {version}, Python {python}, {system}",
        version=__version__,
        python=platform.python_version(),
        system=system,
    )
    return Check("python", _("program"), "good", found)


_USES = {
    "pysat": _("the SAT solver"),
    "fpdf": _("printing PDF"),
    "resvg_py": _("pictures: those of the window, and PNG and GIF files"),
    "psutil": _("memory limits, and ending processes, where the system has no groups"),
    "platformdirs": _("the usual folders of this system"),
    "distributed": _("hunts on a cluster"),
}


def _packages() -> Iterator[Check]:
    for module, use in _USES.items():
        package = PACKAGES[module]
        title = _("package {name}", name=package)
        if find_spec(module) is not None:
            why = _broken(module)
            if why is None:
                yield Check(f"package {package}", title, "good", use)
            else:
                advice = _('to mend it: python -m pip install --force-reinstall "{package}"', package=package)
                yield Check(f"package {package}", title, "bad", _("cannot be loaded ({why})", why=why), advice)
        else:
            advice = _('to have it: python -m pip install "{package}"', package=package)
            found = _("not installed ({use})", use=use)
            yield Check(f"package {package}", title, "note", found, advice)


def _broken(module: str) -> str | None:
    """Why a package that is installed cannot be loaded: a library of the system that it needs may be missing."""
    try:
        import_module(module)
    except Exception as error:
        return f"{type(error).__name__}: {error}"[:200]
    return None


def _kernels() -> Check:
    title = _("fast solvers")
    wanted = kernels.kernels_of(games().values())
    usable = [kernel for kernel in wanted if kernels.usable(kernel)]
    ready = [kernel for kernel in usable if kernels.ready(kernel)]
    found = _("Numba {version}, ready: {n} of {total}", version=_version("numba"), n=len(ready), total=len(wanted))
    if len(usable) < len(wanted) and not can_be_written():
        found = _("plain Python is used (no folder can be written)")
        return Check("kernels", title, "note", found)
    if len(usable) < len(wanted):
        advice = _('to have them: python -m pip install "{package}"', package=PACKAGES["numba"])
        return Check("kernels", title, "note", _("plain Python is used (Numba is not installed)"), advice)
    if len(ready) == len(wanted):
        if find_spec("numba") is None:
            found = _("compiled ahead of time, Numba is not needed: {n}", n=len(ready))
        return Check("kernels", title, "good", found)
    return Check("kernels", title, "note", found, _("they are compiled when first used; now: cassetete warm"))


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "-"


def _cache() -> Check:
    folder = cache_root()
    title = _("cache")
    if is_temporary() or not can_be_written():
        found = _("{folder}, which is removed at the end", folder=folder)
        if not is_temporary():
            found = _("{folder}, which cannot be written, nor can a temporary one", folder=folder)
        advice = _("your cache folder cannot be written, or is not yours alone: CASSETETE_CACHE can name another one")
        return Check("cache", title, "bad", found, advice)
    return _space("cache", title, folder)


def _space(check: str, title: Text, folder: Path) -> Check:
    free = shutil.disk_usage(folder).free
    found = _("{folder}, {free} MB free", folder=folder, free=free // 1_000_000)
    if free < LITTLE_SPACE:
        return Check(check, title, "bad", found, _("the disk is nearly full: make room"))
    return Check(check, title, "good", found)


def _workers() -> Check:
    """A worker process is started and asked a question."""
    title = _("worker processes")
    entry = next((found.entry("1") for game in games() if (found := pack(game)) is not None), None)
    if entry is None:
        return Check("workers", title, "note", _("there is no level to try them with"))
    began = time.monotonic()
    with WorkerPool() as pool:
        pool.ask(ToJudge(entry.game, entry.level, entry.state, Limits(nodes=0)))
        while time.monotonic() - began < _PATIENCE:
            for answer in pool.poll():
                if isinstance(answer, Result):
                    why = getattr(answer, "why", None)
                    if why is None:
                        seconds = f"{time.monotonic() - began:.1f}"
                        return Check("workers", title, "good", _("answered after {seconds} s", seconds=seconds))
                    advice = _("hints and solutions do not work without them; please report this")
                    return Check("workers", title, "bad", why.text, advice)
            time.sleep(0.02)
    return Check("workers", title, "bad", _("no answer within {seconds} s", seconds=int(_PATIENCE)))


def _store(profile: Path | None) -> Iterator[Check]:
    title = _("records and settings")
    with Store(profile) as store:
        if store.path is None:
            advice = _("nothing is kept until this is mended; --profile DIR keeps records elsewhere")
            yield Check("store", title, "bad", store.notice or _("in memory only"), advice)
            return
        if store.notice is not None:
            yield Check("store", title, "note", store.notice)
        won = sum(len(store.solved(game)) for game in games())
        found = _("{path}, levels solved: {n}", path=store.path, n=won)
        yield Check("store", title, "good", found)
        yield _space("disk", _("disk"), store.path.parent)


def _language() -> Check:
    found = _("{language} (there are: {known})", language=system_language(), known=", ".join(LANGUAGES))
    return Check("language", _("language"), "good", found)


def _reports() -> Check:
    found = reports()
    title = _("internal errors")
    if not found:
        return Check("reports", title, "good", _("none"))
    text = _("reports: {n}, the latest {path}", n=len(found), path=found[0])
    return Check("reports", title, "note", text, _("cassetete report shows it; please send it to us"))
