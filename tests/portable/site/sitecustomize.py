"""Takes from the program, in every process, what Windows does not have: Python imports this file first.

`make test` runs the tests of processes, store and command line once more with this folder on PYTHONPATH. Only the
program's own modules are deprived: the standard library, the tests and other packages see the system as it is.
"""

from __future__ import annotations

import builtins
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))
from posix_names import MODULES, NAMES

sys.path.pop(0)

_import = builtins.__import__
_stand_ins: dict[str, ModuleType] = {}


class Popen(subprocess.Popen[Any]):
    """As on Windows: no sessions, no groups, and no descriptors but the standard ones."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        options.pop("start_new_session", None)
        for name in ("preexec_fn", "pass_fds", "process_group", "user", "umask"):
            if options.get(name):
                raise ValueError(f"{name} is not supported on this platform")
        super().__init__(*arguments, **options)


def _stand_in(name: str) -> ModuleType:
    if name not in _stand_ins:
        real = _import(name)
        new = ModuleType(name)
        new.__dict__.update({key: value for key, value in vars(real).items() if key not in NAMES.get(name, ())})
        if name == "subprocess":
            new.__dict__["Popen"] = Popen
        _stand_ins[name] = new
    return _stand_ins[name]


def _without_posix(
    name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0
) -> ModuleType:
    asker = str((globals or {}).get("__name__", "")).partition(".")[0]
    if level == 0 and asker == "cassetete":
        top = name.partition(".")[0]
        if top in MODULES:
            raise ModuleNotFoundError(f"No module named {name!r} (as on Windows)", name=name)
        if top == "subprocess" or (top in NAMES and (name == top or not fromlist)):
            return _stand_in(top)
    return _import(name, globals, locals, fromlist, level)


builtins.__import__ = _without_posix
