"""The formats levels come in: the sheet's, XSB, and SLC."""

from __future__ import annotations

from cassetete.core.contract import Format
from cassetete.core.message import Catalogue

from ..model import Level
from . import sheet, slc, xsb

_ = Catalogue("sokoban")

FORMATS: tuple[Format[Level], ...] = (
    Format("xsb", _("XSB"), (".xsb", ".sok", ".txt"), xsb.likeness, xsb.parse, xsb.dump, collection=True),
    Format("sheet", _("the sheet's letters"), (".txt",), sheet.likeness, sheet.parse, sheet.dump),
    Format("slc", _("SLC (XML)"), (".slc",), slc.likeness, slc.parse, slc.dump, collection=True),
)
