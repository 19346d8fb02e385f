"""Hints: what the turtle needs, told from its last slide backwards; and what is certain without a search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cassetete.core.contract import Advice, Mark, MarkKind, Status, ladder
from cassetete.core.grid import Direction, cell_name
from cassetete.core.message import Catalogue, Text
from cassetete.search.best_first import DEAD_END

from . import rules
from .model import BITS, Level, Move, State
from .names import NAMES, WHO
from .solvers.slides import WALLED_OFF, slide_tables

_ = Catalogue("turtle")


class Slid(NamedTuple):
    """A slide of a solution: who goes from where to where, and who stops it (None: a wall does)."""

    move: Move
    start: int
    stop: int
    stopper: int | None
    way: frozenset[int]
    """The cells it crosses, and its stop."""


class Purpose(NamedTuple):
    """What a slide is good for: its animal goes on to `cell`, where it stops a later slide or no longer bars it."""

    slide: Slid | None
    """The later slide; None if it is the last one itself that brings the turtle home."""
    cell: int
    stops: bool


def line(level: Level, state: State, moves: Sequence[Move]) -> list[Slid]:
    """The slides of a solution, with what stops each."""
    found = []
    for move in moves:
        start, after = state[move.animal], rules.play(level, state, move)
        stop, step = after[move.animal], move.direction.step[0] * level.columns + move.direction.step[1]
        walled = level.closed[stop] & BITS[move.direction]
        way = frozenset(range(start + step, stop + step, step))
        found.append(Slid(move, start, stop, None if walled else after.index(stop + step), way))
        state = after
    return found


def purpose(slides: Sequence[Slid]) -> Purpose | None:
    """What the first slide is good for: the first later slide that would go otherwise without it.

    As long as the same animal only slides on, that is on its way to where it is needed. None if nothing is found, which
    cannot be in a shortest solution.
    """
    animal, at = slides[0].move.animal, slides[0].stop
    for later in slides[1:]:
        if later.move.animal == animal:
            at = later.stop
        elif later.stopper == animal:
            return Purpose(later, at, stops=True)
        elif slides[0].start in later.way:
            return Purpose(later, at, stops=False)
    return Purpose(None, at, stops=False) if animal == 0 else None


def next_step(level: Level, state: State, moves: tuple[Move, ...]) -> Advice:
    """Where a stop is needed, who can give it, and the slide that leads there."""
    slides = line(level, state, moves)
    first = slides[0]
    who, goes = WHO[first.move.animal], slid(first.move)
    here, animal = moves[:1], (Mark(first.move.animal),)
    found = purpose(slides)
    if found is None or found.slide is None:
        stop = level.place(first.stop)
        following = _("Next: {animal}, to {cell}.", animal=who, cell=cell_name(stop))
        return ladder(
            _to_the_end(level, slides, found),
            Advice(following, (*animal, Mark(stop, MarkKind.BECAUSE))),
            Advice(goes, animal, here),
        )
    served = WHO[found.slide.move.animal]
    stop, cell = level.place(found.slide.stop), level.place(found.cell)
    if found.stops:
        needed = _needed(level, slides, found.slide)
        bring = _("Bring {animal} to {cell}.", animal=who, cell=cell_name(cell))
        marks = (*animal, Mark(cell, MarkKind.BECAUSE))
        return ladder(Advice(needed, (Mark(stop),)), Advice(bring, marks), Advice(goes, marks, here))
    barred = _("{animal} is to slide to {cell}: the way must be free.", animal=_upper(served), cell=cell_name(stop))
    after = purpose(_from(slides, found.slide))
    if after is not None and after.slide is not None and after.stops:
        barred = _(
            "{animal} is to slide to {cell}, to stop {other} at {place} later: the way must be free.",
            animal=_upper(served),
            cell=cell_name(stop),
            other=WHO[after.slide.move.animal],
            place=cell_name(level.place(after.slide.stop)),
        )
    away = _("Here {animal} is in the way.", animal=who)
    return ladder(Advice(barred, (Mark(stop),)), Advice(away, animal), Advice(goes, animal, here))


def _from(slides: Sequence[Slid], slide: Slid) -> Sequence[Slid]:
    """The slides from that one on."""
    return slides[next(number for number, each in enumerate(slides) if each is slide) :]


def _needed(level: Level, slides: Sequence[Slid], slide: Slid) -> Text:
    """That a later slide needs something to stop it, and what that slide is good for in its turn."""
    who, cell = WHO[slide.move.animal], cell_name(level.place(slide.stop))
    if slide is slides[-1]:
        return _("To come home at {cell}, the turtle needs something to stop it.", cell=cell)
    after = purpose(_from(slides, slide))
    if after is None:
        return _("At {cell}, {animal} needs something to stop it.", cell=cell, animal=who)
    if after.slide is None:
        return _("At {cell}, on its way home, the turtle needs something to stop it.", cell=cell)
    other = WHO[after.slide.move.animal]
    if not after.stops:
        return _(
            "At {cell}, {animal} needs something to stop it: it has to let {other} pass.",
            cell=cell,
            animal=who,
            other=other,
        )
    return _(
        "At {cell}, {animal} needs something to stop it: later it is to stop {other} at {place}.",
        cell=cell,
        animal=who,
        other=other,
        place=cell_name(level.place(after.slide.stop)),
    )


def _to_the_end(level: Level, slides: Sequence[Slid], found: Purpose | None) -> Advice:
    """Of a turtle that can go: how many slides are left, or from where the last one starts."""
    last = slides[-1]
    home = Mark(level.place(last.stop), MarkKind.BECAUSE)
    if found is None:
        return Advice(_.n("{n} slide leads home.", "{n} slides lead home.", n=len(slides)), (home,))
    if len(slides) == 1:
        return Advice(_("One slide leads home."), (home,))
    if all(slide.move.animal == 0 for slide in slides):
        text = _.n(
            "The turtle needs no help: {n} slide leads home.",
            "The turtle needs no help: {n} slides lead home.",
            n=len(slides),
        )
        return Advice(text, (home,))
    start = Mark(level.place(last.start))
    if last.stopper is not None:
        text = _(
            "In the end the turtle slides home from {cell}, and {animal} stops it.",
            cell=cell_name(level.place(last.start)),
            animal=WHO[last.stopper],
        )
        return Advice(text, (start, home))
    before = next((slide for slide in slides[-2::-1] if slide.move.animal == 0), None)
    if before is None or before.stopper is None:
        text = _("In the end the turtle slides home from {cell}.", cell=cell_name(level.place(last.start)))
        return Advice(text, (start, home))
    text = _(
        "In the end the turtle slides home from {cell}, where {animal} has to stop it first.",
        cell=cell_name(level.place(last.start)),
        animal=WHO[before.stopper],
    )
    return Advice(text, (start, home, Mark(before.stopper)))


def _upper(who: Text) -> Text:
    """The name of an animal at the beginning of a sentence."""
    return NAMES[WHO.index(who)]


def slid(move: Move) -> Text:
    """Which animal slides, and where to.

    >>> str(slid(Move(1, Direction.UP)))
    'Slide the ladybird up.'
    """
    who = WHO[move.animal]
    return {
        Direction.UP: _("Slide {animal} up.", animal=who),
        Direction.DOWN: _("Slide {animal} down.", animal=who),
        Direction.LEFT: _("Slide {animal} to the left.", animal=who),
        Direction.RIGHT: _("Slide {animal} to the right.", animal=who),
    }[move.direction]


def lower_bound(level: Level, state: State) -> Text | None:
    """The slides that the turtle itself needs, even if there were always a helper where it should stop."""
    slides = _least(level, state)
    return None if slides is None or slides >= DEAD_END else _("slides still needed: at least {n}", n=slides)


def warn(level: Level, state: State) -> Advice | None:
    """A turtle that walls keep from its hideout."""
    slides = _least(level, state)
    if slides is None or slides < DEAD_END or level.goal is None:
        return None
    marks = (Mark(level.place(state[0]), MarkKind.MISTAKE), Mark(level.place(level.goal), MarkKind.BECAUSE))
    return Advice(WALLED_OFF.text, marks, lost=True)


def _least(level: Level, state: State) -> int | None:
    if level.goal is None or not state or rules.status(level, state) is not Status.OPEN:
        return None
    return slide_tables(level).bounds(level.goal)[state[0]]
