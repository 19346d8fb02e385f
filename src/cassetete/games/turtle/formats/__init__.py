"""File formats: wall codes, and DriftingDroids game IDs."""

from __future__ import annotations

from cassetete.core.contract import Format
from cassetete.core.message import Catalogue

from . import drifting_droids, wall_codes

_ = Catalogue("turtle")

FORMATS = (
    Format("turtle", _("wall codes"), (".txt",), wall_codes.likeness, wall_codes.parse, wall_codes.dump),
    Format(
        "droids",
        _("DriftingDroids game ID"),
        (".txt",),
        drifting_droids.likeness,
        drifting_droids.parse,
        drifting_droids.dump,
    ),
)
