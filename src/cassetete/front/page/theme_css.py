"""The themes as a style sheet: `static/themes.css` is what this writes, and a test says so.

python -m cassetete.front.page.theme_css
"""

from __future__ import annotations

from pathlib import Path

from cassetete.scene.theme import THEMES

FILE = Path(__file__).parent / "static" / "themes.css"


def theme_css() -> str:
    """Every role as a variable in each theme, and the classes that boards are drawn with."""
    light, dark = _variables("light"), _variables("dark")
    lines = [
        "/* Written by cassetete.front.page.theme_css from scene.theme: do not edit. */",
        f":root {{ color-scheme: light; {light} }}",
        f"@media (prefers-color-scheme: dark) {{ :root:not([data-theme]) {{ color-scheme: dark; {dark} }} }}",
    ]
    for name in THEMES:
        scheme = "dark" if name == "dark" else "light"
        lines.append(f':root[data-theme="{name}"] {{ color-scheme: {scheme}; {_variables(name)} }}')
    lines += [
        f".f-{role} {{ fill: var(--{role}); }} .s-{role} {{ stroke: var(--{role}); }}" for role in THEMES["light"]
    ]
    return "\n".join(lines) + "\n"


def _variables(theme: str) -> str:
    return " ".join(f"--{role}: {colour};" for role, colour in THEMES[theme].items())


if __name__ == "__main__":
    FILE.write_text(theme_css(), "utf-8")
