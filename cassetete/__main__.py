"""`python -m cassetete` in a fresh clone, with nothing installed: runs the package in src/.

This folder is no package (it has no `__init__.py`): once cassetete is installed, Python finds that first.
"""

import runpy
import sys
from pathlib import Path

sys.path[0] = str(Path(__file__).parents[1] / "src")
for name in [name for name in sys.modules if name.partition(".")[0] == "cassetete"]:
    del sys.modules[name]
runpy.run_module("cassetete", run_name="__main__", alter_sys=True)
