"""What the animals are called, at the beginning of a sentence and within it."""

from __future__ import annotations

from cassetete.core.message import Catalogue

_ = Catalogue("turtle")

NAMES = (_("The turtle"), _("The ladybird"), _("The rabbit"), _("The snail"), _("The hedgehog"))
WHO = (_("the turtle"), _("the ladybird"), _("the rabbit"), _("the snail"), _("the hedgehog"))
