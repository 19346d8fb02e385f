"""The themes: the colour of each role."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

# A role's colours in order: light, dark, colour-blind (Okabe-Ito hues on a light ground).
_ROLES: dict[str, tuple[str, str, str]] = {
    "paper": ("#f7f4ec", "#16181d", "#ffffff"),
    "board": ("#fffdf7", "#1f232b", "#ffffff"),
    "board-alt": ("#f1ecdd", "#272c36", "#f0f0f0"),
    "grid": ("#d9d2bf", "#39404d", "#bdbdbd"),
    "ink": ("#2b2a27", "#e8e6df", "#000000"),
    "muted": ("#8a857a", "#8b93a3", "#666666"),
    "accent": ("#2f6fb3", "#6fb1ff", "#0072b2"),
    "met": ("#9bb8d3", "#52708f", "#8fbcd9"),
    "good": ("#2f8f4e", "#5fcf86", "#009e73"),
    "bad": ("#c5392f", "#ff7a6e", "#d55e00"),
    "hint": ("#e0a100", "#ffcf4d", "#e69f00"),
    "hint-text": ("#8a6100", "#ffcf4d", "#8a5a00"),
    "cursor": ("#7d4fc4", "#b48cff", "#cc79a7"),
    "inside": ("#fbeab8", "#4d4220", "#fdebc2"),
    "outside": ("#dbe9f5", "#22384f", "#d4eaf7"),
    "goal": ("#7fbf6a", "#4f8f4a", "#56b4e9"),
    "exit": ("#58b368", "#3f9a55", "#009e73"),
    "wall": ("#6d5f4b", "#8a8172", "#4d4d4d"),
    "top": ("#f3e6c8", "#b9a98a", "#f0e442"),
    "left": ("#b79e72", "#6d6049", "#999999"),
    "right": ("#d3bd92", "#8c7c60", "#cccccc"),
    "ball": ("#d1352b", "#ff6b5e", "#d55e00"),
    "colour-0": ("#d1352b", "#ff6b5e", "#d55e00"),
    "colour-1": ("#2f6fb3", "#6fb1ff", "#0072b2"),
    "colour-2": ("#e0a100", "#ffcf4d", "#e69f00"),
    "colour-3": ("#7d4fc4", "#b48cff", "#cc79a7"),
    "colour-4": ("#16877f", "#4fd0c6", "#009e73"),
    "colour-5": ("#a3572a", "#d99163", "#56b4e9"),
    "layer-0": ("#2b2a27", "#e8e6df", "#000000"),
    "layer-1": ("#0b63ce", "#5aa8ff", "#0072b2"),
    "layer-2": ("#0f8a7e", "#3fd6c4", "#117733"),
    "layer-3": ("#b13c9e", "#ff8be0", "#882255"),
    "layer-4": ("#8a5a1c", "#e0a368", "#56b4e9"),
    "layer-5": ("#5a7d0a", "#b7d94a", "#999933"),
}

THEMES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        name: MappingProxyType({role: colours[index] for role, colours in _ROLES.items()})
        for index, name in enumerate(("light", "dark", "colour-blind"))
    }
)
"""Theme name -> role -> colour.

>>> THEMES["light"]["ink"]
'#2b2a27'
"""
