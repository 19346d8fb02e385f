"""What explanations and hints say: the names players use, a reason for every mark, and where to look first."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from small_grids import random_grid, solutions_of

from cassetete.app.levels.generate import generate
from cassetete.app.translate import Translator
from cassetete.core.certify import replay
from cassetete.core.contract import Advice, MarkKind, Status
from cassetete.games.slitherlink import rules
from cassetete.games.slitherlink.deductions import reasoner as reason
from cassetete.games.slitherlink.deductions import techniques
from cassetete.games.slitherlink.deductions.chain import Cause, refutation
from cassetete.games.slitherlink.deductions.corner_chain import corner_chain
from cassetete.games.slitherlink.deductions.deduction import Deduction, Technique
from cassetete.games.slitherlink.deductions.explanations import explained
from cassetete.games.slitherlink.deductions.first_look import first_look
from cassetete.games.slitherlink.deductions.line_end import line_end
from cassetete.games.slitherlink.deductions.pairs import LOOP, MOST_FACTS, Fact, found_pairs, pairs
from cassetete.games.slitherlink.deductions.position import CROSS, LINE, Position
from cassetete.games.slitherlink.formats.grid import parse
from cassetete.games.slitherlink.game import GAME
from cassetete.games.slitherlink.hints import explain, hint
from cassetete.games.slitherlink.model import Level, State, lattice


def level_of(text: str) -> Level:
    return parse(text)[0].level


def sides(level: Level, i: int, j: int) -> tuple[int, ...]:
    """The segments above, below, left and right of a cell, from 1 as players count."""
    return lattice(level.rows, level.columns).around_cell[(i - 1) * level.columns + j - 1]


def marked(*, lines: list[int], crosses: list[int]) -> State:
    state = State()
    for edge in lines:
        state = state.with_mark(edge, "+")
    for edge in crosses:
        state = state.with_mark(edge, "x")
    return state


def steps(level: Level, state: State = State()) -> Iterator[tuple[State, Advice]]:
    for step in explain(level, state):
        yield state, step
        state = replay(rules, level, step.moves, state)


def cells_of(step: Advice) -> set[tuple[int, int]]:
    """The cells that a step rests on."""
    targets = [mark.target for mark in step.marks]
    return {target[1:] for target in targets if isinstance(target, tuple) and target[0] == "cell"}


def grids(seed: int, count: int) -> Iterator[tuple[Level, State, int]]:
    """Random grids with some marks and one solution, and that solution."""
    draw = random.Random(seed)
    for _case in range(count):
        level, state = random_grid(draw)
        found = solutions_of(level, state)
        if len(found) == 1:
            yield level, state, min(found)


@pytest.mark.parametrize(
    ("clue", "closed", "text"),
    [
        (
            1,
            True,
            "the line that comes to the top left corner of the 1 at (2, 2) takes one side there, and the 1 is met",
        ),
        (
            3,
            True,
            "the line that comes to the top left corner of the 3 at (2, 2) can take only one side there: the 3 needs "
            "the other two too",
        ),
        (
            3,
            False,
            "the 3 at (2, 2) needs a side at its top left corner: the line that comes there takes it and goes nowhere "
            "else, and the 3 needs the other two too",
        ),
    ],
)
def test_a_line_that_ends_at_a_clue_is_one_sentence_for_all_its_marks(clue: int, closed: bool, text: str) -> None:
    level = level_of(f"____\n_{clue}__\n____\n____\n")
    top, bottom, left, right = sides(level, 2, 2)
    coming, other = sides(level, 1, 1)[3], sides(level, 1, 1)[1]
    found = line_end(Position(level, marked(lines=[coming], crosses=[other] if closed else [])), bottom)
    far = CROSS if clue == 1 else LINE
    assert found is not None and str(found.text) == text and str(found.title) == f"line's end at a {clue}"
    assert set(found.marks) == {(bottom, far), (right, far)} | (set() if closed else {(other, CROSS)})
    assert not {top, left} & {edge for edge, _mark in found.marks}


def test_what_a_line_s_end_says_is_in_the_solution() -> None:
    cases = 0
    for level, state, loop in grids(21, 200):
        position = Position(level, state)
        for edge in position.all_blank():
            found = line_end(position, edge)
            for other, mark in found.marks if found is not None else ():
                assert mark == (LINE if loop >> other & 1 else CROSS), (level, state, other)
                cases += 1
    assert cases > 30


@pytest.mark.parametrize("clue", [1, 3])
def test_a_step_about_a_closed_corner_marks_what_that_corner_says(clue: int) -> None:
    """A cell at the end of a narrow grid has two closed corners: the step names one, and marks the two sides there."""
    level = level_of(f"{clue}\n_\n_\n")
    top, _bottom, left, _right = (lattice(3, 1).segments[edge] for edge in sides(level, 1, 1))
    step = next(step for _state, step in steps(level) if str(step.title) == f"{clue} in a corner")
    assert "top left corner" in str(step.text) and {move.segment for move in step.moves} == {top, left}


@pytest.mark.parametrize(
    ("drawn", "text"),
    [(False, "with neither it has too few"), (True, "with both it has too many")],
)
def test_a_2_in_a_corner_says_which_of_both_and_neither_is_wrong(drawn: bool, text: str) -> None:
    level = level_of("2__\n___\n___\n")
    top, bottom, left, _right = sides(level, 1, 1)
    state = marked(lines=[bottom] if drawn else [], crosses=[] if drawn else [bottom])
    step = next(step for _state, step in steps(level, state) if str(step.title) == "2 in a corner")
    assert str(step.text).endswith(text)
    assert {move.segment for move in step.moves} == {lattice(3, 3).segments[edge] for edge in (top, left)}


def test_no_link_of_a_chain_of_corners_can_be_left_out() -> None:
    shorter = 0
    for level, state, loop in grids(22, 200):
        position = Position(level, state)
        known = reason.Reasoner.of(position, reason.CORNERS)
        for edge, (mark, fact) in known.forced.items():
            links = known.links(fact)
            found = corner_chain(position, links, (edge, mark))
            assert found is not None and (edge, mark) in found.marks
            assert all(its == (LINE if loop >> other & 1 else CROSS) for other, its in found.marks)
            shorter += len(found.links) < len(links)
            for one in found.links:
                assert corner_chain(position, [link for link in found.links if link is not one], (edge, mark)) is None
    assert shorter > 20


def cannot_be(level: Level, state: State, marks: list[tuple[int, int]], place: int) -> bool:
    """Whether a clue or a corner does not allow some marks, or they close a loop too early, by the marks alone."""
    position = Position(level, state)
    if place == LOOP:
        drawn = {edge for edge, value in enumerate(position.value) if value == LINE} | {edge for edge, _mark in marks}
        for edge, _mark in marks:
            if not position.value[edge]:
                position.put(edge, LINE)
        path, first, last = position.path(marks[0][0])
        early = len(path) < len(drawn) or position.missing > 0
        return first == last and {edge for edge, _mark in marks} <= set(path) and early
    edges = position.lattice.around_cell[place] if place >= 0 else position.lattice.at_vertex[-2 - place]
    ways = position.ways(edges, position.line_counts(place) if place >= 0 else (0, 2))
    return not any(all(way[edges.index(edge)] == mark for edge, mark in marks) for way in ways)


def test_each_fact_about_two_segments_is_seen_at_one_place() -> None:
    """Whatever is told of a place holds there by the marks on the board, and the facts leave the other mark no way."""
    cases = loops = 0
    for level, state, loop in grids(26, 150):
        for found in found_pairs(Position(level, state)):
            edge, mark = found.mark
            assert mark == (LINE if loop >> edge & 1 else CROSS), (level, state, edge)
            assert 0 < len(found.facts) <= MOST_FACTS
            clauses: list[list[tuple[int, int]]] = []
            for fact in found.facts:
                these = forbidden(fact)
                clauses += these
                assert fact.run or all(cannot_be(level, state, marks, fact.place) for marks in these), (
                    level,
                    state,
                    fact,
                )
                cases += 1
                loops += fact.place == LOOP
            assert not satisfiable({edge: LINE + CROSS - mark}, clauses)
    assert cases > 100 and loops > 10


def forbidden(fact: Fact) -> list[list[tuple[int, int]]]:
    """The marks that a fact says do not go together."""
    first, *others = fact.marks
    if fact.run:
        pairs_of = [(one, other) for one, _its in fact.marks for other, _its in fact.marks if one != other]
        return [[(one, LINE), (other, CROSS)] for one, other in pairs_of]
    return [[first, other] for other in others] if fact.each else [list(fact.marks)]


def satisfiable(marks: dict[int, int], clauses: list[list[tuple[int, int]]]) -> bool:
    """Whether some segments can be marked without any of the marks that do not go together."""
    for clause in clauses:
        left = [(edge, mark) for edge, mark in clause if edge not in marks]
        if any(marks.get(edge, mark) != mark for edge, mark in clause):
            continue
        if not left:
            return False
        edge = left[0][0]
        return any(satisfiable({**marks, edge: mark}, clauses) for mark in (LINE, CROSS))
    return True


def test_nothing_is_supposed_where_a_few_facts_are_enough() -> None:
    supposed = 0
    for level in [generate(GAME, seed, {"difficulty": "expert", "rows": 8, "columns": 8}) for seed in range(3)]:
        for before, step in steps(level):
            if str(step.text).startswith("if there"):
                assert next(pairs(Position(level, before)), None) is None, str(step.text)
                supposed += 1
    assert supposed


def test_a_line_that_could_only_go_on_to_close_a_loop_is_told_without_supposing_it() -> None:
    """A line around the corner of the grid: its two ends are beside an empty corner."""
    level = level_of("____\n____\n___3\n____\n")
    top, bottom, left, right = sides(level, 1, 1)
    given = next(pairs(Position(level, marked(lines=[bottom, right], crosses=[]))))
    assert str(given.title) == "loop closed too early"
    assert str(given.text) == (
        "lines above (1, 1) and left of (1, 1) come together or not at all, and would close a loop too early"
    )
    assert set(given.segments) == {bottom, right} and set(given.marks) == {(top, CROSS), (left, CROSS)}


def test_a_corner_behind_a_3_is_outside() -> None:
    """The inside could only come to the corner of the grid through a 3, which has just one side without a line."""
    level = level_of("____\n3___\n____\n____\n")
    state = marked(lines=[sides(level, 4, 4)[3]], crosses=[sides(level, 1, 2)[0]])
    technique = next(each for each in techniques.TOLD if each.id == "walls")
    position, above = Position(level, state), sides(level, 1, 1)[0]
    found = next(found for found in technique.find(position) if above in dict(found.marks))
    told = explained(position, technique, found._replace(marks=((above, CROSS),)))
    assert str(told.title) == "cell out of reach"
    assert str(told.text) == (
        "(1, 1) is outside: the inside cannot reach it, as the 3 at (2, 1) is a dead end → no line above (1, 1): "
        "(1, 1) is outside"
    )
    assert (1, 0) in told.cells and told.marks == ((above, CROSS),)
    assert str(first_look(position, told)) == (
        "Look at which cells are inside the loop and which are outside: each of the two is one piece, and a 3 is a "
        "dead end."
    )


def test_the_only_loop_that_is_left_is_drawn() -> None:
    """Clues that are all 0, and a corner cell that is beside none of them."""
    level = level_of("___\n00_\n000\n")
    *_steps, last = [step for _state, step in steps(level)]
    assert str(last.title) == "only loop left" and str(last.text) == "nothing else is left to draw a loop with"
    assert {move.segment for move in last.moves} == {lattice(3, 3).segments[edge] for edge in sides(level, 1, 3)}


def test_the_inside_does_not_go_across_a_line() -> None:
    """Two cells inside, and a line between the cells of one of the two ways from one to the other."""
    level = level_of("___\n___\n___\n")
    lines = [sides(level, 1, 1)[2], sides(level, 1, 3)[3], sides(level, 2, 1)[3]]
    crosses = [sides(level, 3, 2)[1]]
    position = Position(level, marked(lines=lines, crosses=crosses))
    for name, across in (("areas", True), ("walls", False)):
        technique = next(each for each in techniques.TOLD if each.id == name)
        told = [str(explained(position, technique, found).text) for found in technique.find(position)]
        fact = "(1, 2) is inside: without it the inside would be in two pieces"
        assert any(fact in text for text in told) is not across


def test_1s_side_by_side_at_the_border_are_named_and_told_in_one_sentence() -> None:
    step = next(step for _state, step in steps(level_of("_11__\n_____\n_____\n____3\n")) if "beside" in str(step.title))
    assert str(step.title) == "1 beside a 1 at the border"
    assert str(step.text) == (
        "the 1s at (1, 2) and (1, 3): at the top right corner of (1, 2) a line between them could only go on along one "
        "of them, which would have two"
    )


def hard_steps() -> list[Advice]:
    """The steps of some hard levels."""
    levels = [generate(GAME, seed, {"difficulty": "hard", "rows": 10, "columns": 10}) for seed in range(5)]
    return [step for level in levels for _state, step in steps(level)]


def test_parity_of_corners_is_named_and_told() -> None:
    told = [str(step.text) for step in hard_steps() if str(step.title) == "parity of a cell's corners"]
    assert told and all("as corners with just one line come in pairs, " in text for text in told)


def test_each_mark_in_a_chain_comes_with_what_leaves_no_other_and_only_once() -> None:
    levels = [generate(GAME, seed, {"difficulty": "expert", "rows": 7, "columns": 7}) for seed in (7, 12, 23)]
    texts = [str(step.text) for level in levels for _state, step in steps(level)]
    chains = [text.split(": ", 1)[1].split(" → ") for text in texts if text.startswith("if there were")]
    marks = [[part for part in chain if re.match("(a|no) line ", part)] for chain in chains]
    assert any("cannot have it" in part for parts in marks for part in parts)
    for parts in marks:
        assert all(": " in part for part in parts)
        assert len({part.split(": ")[0] for part in parts}) == len(parts)


def test_a_clue_with_too_many_lines_rests_on_these_alone() -> None:
    """A 3 beside a 1 at the border: that two lines meet below does not matter for the 1."""
    level = level_of("_31__\n_____\n____3\n")
    chain = refutation(Position(level), sides(level, 1, 2)[0], CROSS)
    assert chain is not None
    assert [step.cause for step in chain.steps] == [Cause.SUPPOSED, Cause.CLUE, Cause.VERTEX, Cause.CLUE]
    titles = {str(step.title) for _state, step in steps(level)}
    assert "3 beside a 1 at the border" in titles


def test_a_corner_that_was_closed_in_the_meantime_is_named() -> None:
    """Deductions are found together and told one by one: a later one is told with the marks of those before it."""
    level = level_of("___\n_3_\n___\n")
    top, _bottom, left, _right = sides(level, 2, 2)
    technique = next(each for each in techniques.TECHNIQUES if each.id == "corners")
    net = lattice(3, 3)
    vertex = next(end for end in net.ends[top] if end in net.ends[left])
    crosses = [edge for edge in net.at_vertex[vertex] if edge not in (top, left)]
    found = Deduction(((top, LINE),), (), technique.title)
    told = explained(Position(level), technique, found, Position(level, marked(lines=[], crosses=crosses)))
    assert str(told.title) == "3 in a corner" and dict(told.marks) == {top: LINE, left: LINE}


def test_a_diagonal_is_named_only_for_cells_on_one() -> None:
    named = 0
    for seed in range(6):
        level = generate(GAME, seed, {"difficulty": "tricky", "rows": 8, "columns": 8})
        for _state, step in steps(level):
            if "on a diagonal" in str(step.title):
                cells = cells_of(step)
                assert 1 in (len({i - j for i, j in cells}), len({i + j for i, j in cells})), str(step.text)
                named += 1
    assert named > 5


def test_a_diagonal_of_2s_is_told_at_once() -> None:
    """A 2 in a corner of the grid passes on what it has there, from 2 to 2, up to a 1."""
    level = level_of("2_____\n_2____\n__2___\n___2__\n____1_\n______\n")
    step = next(step for _state, step in steps(level) if "diagonal" in str(step.title))
    assert str(step.title) == "2s on a diagonal"
    assert (
        "the 2 at (1, 1) has two lines or none at its bottom right corner, and so have (2, 2) (3, 3) (4, 4) on the "
        "diagonal, each where it touches the one before → "
    ) in str(step.text)
    assert str(step.text).endswith("no lines between (4, 5) and (5, 5) and between (5, 4) and (5, 5)")


def test_parity_of_crossings_tells_the_way_and_its_lines() -> None:
    """A segment is drawn exactly if the way around it crosses an odd number of lines; no side is inside for no
    reason."""
    told = 0
    for step in hard_steps():
        text = str(step.text)
        assert not re.search(r"^if there [^:]*: there is (a|no) line [^→]*$", text), text
        if str(step.title) == "parity of crossings":
            lines = sum(mark.kind is MarkKind.BECAUSE for mark in step.marks) - len(cells_of(step))
            assert [move.mark for move in step.moves] == ["+" if lines % 2 else "x"]
            assert ("crosses no line" if not lines else f"crosses {lines} line") in text
            told += 1
    assert told


def test_regions_are_named_for_what_they_lack() -> None:
    words = {
        "region without an exit": "cut off from the rest of the",
        "only exit of a region": "would be in two pieces",
        "cell out of reach": "cannot reach it",
    }
    found = [step for step in hard_steps() if str(step.title) in words]
    assert found and all(words[str(step.title)] in str(step.text) for step in found)


def test_where_the_ways_around_a_cell_have_no_reason_a_harder_technique_tells_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plain = explained

    def speechless(
        position: Position, technique: Technique, deduction: Deduction, now: Position | None = None
    ) -> Deduction:
        return deduction if technique.id.startswith("around") else plain(position, technique, deduction, now)

    level = generate(GAME, 1, {"difficulty": "expert", "rows": 5, "columns": 5})
    monkeypatch.setattr(techniques, "explained", speechless)
    state = State()
    for before, step in steps(level):
        assert "however the loop passes" not in str(step.text)
        state = replay(rules, level, step.moves, before)
    assert rules.status(level, state) is Status.WON


@pytest.mark.parametrize("difficulty", ["easy", "normal", "tricky", "hard", "expert"])
def test_a_hint_says_where_to_look_then_the_technique_then_the_marks(difficulty: str) -> None:
    level = generate(GAME, 7, {"difficulty": difficulty, "rows": 7, "columns": 7})
    state, french = State(), Translator("fr")
    while rules.status(level, state) is Status.OPEN:
        look = hint(level, state)
        assert look is not None
        technique, marks = look.further, look.last
        assert re.match(r"(Look|Go) [a-z]+ .{15,}", str(look.text)) and "{" not in french(look.text)
        assert technique is not None and str(technique.text).startswith(f"{marks.title}: th")
        assert not look.moves and not technique.moves and marks.moves
        decided = {move.segment for move in marks.moves}
        assert not decided & {mark.target for mark in look.marks}
        assert decided <= {mark.target for mark in technique.marks}
        assert str(marks.text).startswith(f"{marks.title}: ")
        state = replay(rules, level, marks.moves, state)
    assert rules.status(level, state) is Status.WON


@pytest.mark.parametrize("clues", ["4\n", "___\n_4_\n___\n", "_1_\n141\n_1_\n"])
def test_a_4_is_the_whole_loop_and_one_step(clues: str) -> None:
    level = level_of(clues)
    [(_state, step)] = steps(level)
    assert str(step.text).endswith("takes all its sides: it is the whole loop") and len(step.moves) == 4
    given = hint(level, State())
    assert given is not None and str(given.text).endswith("it still needs 4 of its 4 open sides.")


def test_the_line_that_would_close_is_pointed_out() -> None:
    level = level_of("___\n___\n__3\n")
    top, bottom, left, right = sides(level, 1, 1)
    beside = sides(level, 1, 2)[0]  # it would be a third line
    given = hint(level, marked(lines=[top, left, right], crosses=[beside]))
    net = lattice(3, 3)
    assert given is not None and str(given.text).startswith("Look at the two ends of the marked line")
    assert {mark.target for mark in given.marks} == {net.segments[edge] for edge in (top, left, right)}
    assert [move.segment for move in given.last.moves] == [net.segments[bottom]]


def test_french_elides_and_contracts() -> None:
    french = Translator("fr")
    for level, state, _loop in grids(25, 60):
        for before, step in steps(level, state):
            look = hint(level, before)
            for text in [step.text] if look is None else [step.text, look.text, look.last.text]:
                assert not re.search(r"\b(que|de|le|au) [aeiouà]|\b(de|à) les?\b", french(text)), french(text)
