"""Packages that may be missing: what is said when something needs one of them."""

from __future__ import annotations

from cassetete.core.message import Catalogue, Text

_ = Catalogue("cassetete")

PACKAGES = {
    "distributed": "cassetete[cluster]",
    "fltk": "eiffeltk",
    "fpdf": "fpdf2",
    "numba": "cassetete[fast]",
    "numpy": "cassetete[fast]",
    "platformdirs": "platformdirs",
    "psutil": "psutil",
    "pysat": "python-sat",
    "resvg_py": "resvg-py",
    "starlette": "cassetete[web]",
    "uvicorn": "cassetete[web]",
}
"""What to install for each module that the program imports only where it needs it."""


def missing_package(error: BaseException) -> Text | None:
    """What to install, if that is what an error is about.

    >>> print(missing_package(ModuleNotFoundError("No module named 'pysat'", name="pysat.solvers")))
    this needs the package python-sat, which is not installed: python -m pip install "python-sat"
    >>> print(missing_package(ImportError("DLL load failed", name="resvg_py.resvg_py")))
    the package resvg-py cannot be loaded (DLL load failed): python -m pip install --force-reinstall "resvg-py"
    """
    package = PACKAGES.get(str(error.name).partition(".")[0]) if isinstance(error, ImportError) else None
    if package is None:
        return None
    if not isinstance(error, ModuleNotFoundError):
        return _(
            'the package {package} cannot be loaded ({why}): python -m pip install --force-reinstall "{package}"',
            package=package,
            why=str(error)[:200],
        )
    return _(
        'this needs the package {package}, which is not installed: python -m pip install "{package}"', package=package
    )
