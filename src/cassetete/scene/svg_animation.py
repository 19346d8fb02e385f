"""Scenes one after the other as one SVG picture that moves, in any browser, without a script."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from cassetete.scene.shapes import Point, Scene
from cassetete.scene.svg import drawn, svg
from cassetete.scene.theme import THEMES
from cassetete.scene.tween import Motion

_SLIDE = 0.6
"""The part of a scene's time in which its pieces move on, at its end."""


class Step(NamedTuple):
    """A scene, and how its pieces move on to the next one."""

    scene: Scene
    motions: tuple[Motion, ...] = ()


@dataclass
class _Element:
    """Something that is shown from one scene on until another, and moves at its end."""

    text: str
    first: int
    last: int
    way: tuple[Point, ...] = field(default=())


def svg_animation(
    steps: Sequence[Step],
    art: Callable[[str], str] | None = None,
    theme: str = "light",
    seconds: float = 0.5,
    end_seconds: float = 2.0,
    at_each: Callable[[], None] = lambda: None,
) -> str:
    """The scenes in turn, `seconds` each and the last one longer, again and again.

    `at_each` is called for each scene: it can end the work by an exception.
    """
    colours = THEMES[theme]
    whole = seconds * (len(steps) - 1) + end_seconds
    elements = _elements(steps, colours, art, at_each)
    lines = svg(replace(steps[0].scene, shapes=()), art, theme).splitlines()
    body = [_animated(element, len(steps), seconds, whole) for element in elements]
    return "\n".join([*lines[:-1], *body, lines[-1]]) + "\n"


def _elements(
    steps: Sequence[Step], colours: Mapping[str, str], art: Callable[[str], str] | None, at_each: Callable[[], None]
) -> list[_Element]:
    """What is in the scenes, each thing once for the scenes in a row that have it, in drawing order."""
    found: list[_Element] = []
    shown: dict[tuple[str, int], _Element] = {}
    for number, (scene, motions) in enumerate(steps):
        at_each()
        ways = {motion.key: motion.way for motion in motions}
        now: dict[tuple[str, int], _Element] = {}
        seen: dict[str, int] = {}
        place = 0
        for shape in scene.shapes:
            text = drawn(shape, colours, art)
            if not text:
                continue
            key = (text, seen.setdefault(text, 0))
            seen[text] += 1
            element = shown.get(key)
            if element is None or element.way:  # what moves away is another thing, even if it comes back at once
                element = _Element(text, number, number)
                found.insert(place, element)
            element.last = number
            if shape.key is not None and shape.key in ways and len(ways[shape.key]) > 1:
                element.way = ways[shape.key]
            after = (at for at in (*range(place, len(found)), *range(place)) if found[at] is element)
            place = next(after) + 1
            now[key] = element
        shown = now
    return found


def _animated(element: _Element, steps: int, seconds: float, whole: float) -> str:
    start, end = element.first * seconds / whole, (element.last + 1) * seconds / whole
    for_ever = element.first == 0 and element.last == steps - 1
    if for_ever and not element.way:
        return element.text
    parts = []
    if not for_ever:
        values, times = ["visible"], [0.0]
        if element.first:
            values, times = ["hidden", "visible"], [0.0, start]
        if element.last < steps - 1:
            values.append("hidden")
            times.append(end)
        parts.append(_animate("animate", "visibility", values, times, whole, ' calcMode="discrete"'))
    if element.way:
        slide = (end * whole - seconds * _SLIDE) / whole
        lengths = [abs(b[0] - a[0]) + abs(b[1] - a[1]) for a, b in zip(element.way, element.way[1:], strict=False)]
        total = sum(lengths) or 1.0
        times = [0.0, slide]
        for length in lengths:
            times.append(times[-1] + (end - slide) * length / total)
        places = [f"{x:g} {y:g}" for x, y in element.way]
        values = [places[0], *places]
        if times[-1] < 1:
            values.append(places[-1])
            times.append(1.0)
        parts.append(_animate("animateTransform", "transform", values, times, whole, ' type="translate"'))
    visible = "" if element.first == 0 else ' visibility="hidden"'
    return f"<g{visible}>{element.text}{''.join(parts)}</g>"


def _animate(tag: str, attribute: str, values: list[str], times: list[float], whole: float, more: str) -> str:
    shown = ";".join(f"{min(1.0, time):.5f}".rstrip("0").rstrip(".") or "0" for time in times)
    return (
        f'<{tag} attributeName="{attribute}"{more} values="{";".join(values)}" keyTimes="{shown}"'
        f' dur="{whole:g}s" repeatCount="indefinite"/>'
    )
