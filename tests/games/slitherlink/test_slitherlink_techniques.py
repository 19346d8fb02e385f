"""Techniques: together they are the compiled rules, and hints, grades and levels rest on them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from functools import partial

import pytest
from small_grids import random_grid, random_position, solutions_of

from cassetete.app.levels.generate import generate
from cassetete.core import checkpoint
from cassetete.core.answers import Limits
from cassetete.core.certify import replay
from cassetete.core.contract import Mark, MarkKind, Metric, Status
from cassetete.core.drain import drain
from cassetete.core.message import Text
from cassetete.games.slitherlink import rules
from cassetete.games.slitherlink.compiled_grid import CompiledGrid
from cassetete.games.slitherlink.deductions import basic, passing
from cassetete.games.slitherlink.deductions import reasoner as reason
from cassetete.games.slitherlink.deductions.areas import INSIDE, OUTSIDE, Torn, needed, torn_without, why
from cassetete.games.slitherlink.deductions.chain import Cause, refutation
from cassetete.games.slitherlink.deductions.deduction import Deduction, Technique, where
from cassetete.games.slitherlink.deductions.explanations import explained, two_cases
from cassetete.games.slitherlink.deductions.position import CROSS, LINE, WRONG, Position
from cassetete.games.slitherlink.deductions.techniques import TECHNIQUES, played, walk
from cassetete.games.slitherlink.deductions.trial import Trials, settled
from cassetete.games.slitherlink.formats.grid import parse
from cassetete.games.slitherlink.game import GAME
from cassetete.games.slitherlink.generators.generate import compiled_rules
from cassetete.games.slitherlink.grading import grade
from cassetete.games.slitherlink.hints import explain, hint, mistakes
from cassetete.games.slitherlink.kernels.grid import LOOPS, SETTLED
from cassetete.games.slitherlink.kernels.probing import deduce_and_try
from cassetete.games.slitherlink.model import Lattice, Level, State, lattice, segment_of
from cassetete.games.slitherlink.solvers.logical import LADDER
from cassetete.games.slitherlink.solvers.moves import drawn_mask
from cassetete.games.slitherlink.solvers.native import run_sat
from classic import classic

COMPILED = tuple(technique for technique in TECHNIQUES if not technique.id.startswith("around"))
"""The techniques that are compiled rules: the ways around cells are plain Python alone."""


def walked(level: Level, state: State, difficulty: int, techniques: Sequence[Technique] = COMPILED) -> State:
    for _technique, deduction in walk(level, state, difficulty, techniques):
        state = played(state, deduction)
    return state


def deduced(level: Level, state: State, difficulty: int) -> CompiledGrid:
    rules, probing = compiled_rules(difficulty)
    grid, marks = CompiledGrid(level, state, rules), CompiledGrid(level, state, LOOPS)
    if probing and grid.code == SETTLED:
        grid.code = int(deduce_and_try(grid._w, grid._t, marks._w, marks._t, probing))
    return grid


def test_the_techniques_are_the_compiled_rules() -> None:
    draw = random.Random(4)
    for _case in range(150):
        level, state = random_grid(draw)
        if not solutions_of(level, state):
            continue
        for difficulty in range(1, 11):
            grid = deduced(level, state, difficulty)
            assert walked(level, state, difficulty) == grid.state(), (level, state, difficulty)


def partly_solved(draw: random.Random) -> tuple[Level, State, int]:
    """A grid of up to 8x8 with some clues and some marks of a loop, and that loop."""
    level = generate(GAME, draw.randrange(10**6), {"rows": 8, "columns": draw.randint(5, 8), "difficulty": "tricky"})
    loop = drawn_mask(level, drain(run_sat(level, State(), Metric.MOVES, Limits())).moves)
    net = lattice(level.rows, level.columns)
    counts = [sum(loop >> edge & 1 for edge in sides) for sides in net.around_cell]
    shown = [count if draw.random() < 0.4 and count < 4 else None for count in counts]
    clues = tuple(tuple(shown[i * level.columns : (i + 1) * level.columns]) for i in range(level.rows))
    state = State()
    for edge in range(level.edges):
        if draw.random() < 0.12:
            state = state.with_mark(edge, "+" if loop >> edge & 1 else "x")
    return Level(level.rows, level.columns, clues), state, loop


def test_lines_that_end_at_clues_are_compiled_rules_too() -> None:
    """On grids with many lines' ends and closed corners; and what they say is in the loop that the clues are of."""
    draw = random.Random(17)
    used: Counter[str] = Counter()
    for _case in range(60):
        level, state, loop = partly_solved(draw)
        for difficulty in (2, 3):
            found = walked(level, state, difficulty)
            assert found == deduced(level, state, difficulty).state(), (level, state, difficulty)
            assert not found.drawn & ~loop and not found.crossed & loop
        used.update(technique.id for technique, _deduction in walk(level, state, 3))
    assert used["line_end"] > 20 and used["line_along"] > 20 and used["corner"] > 5


@pytest.mark.parametrize("kind", ["line_end", "line_along"])
def test_a_line_that_ends_at_a_clue_is_told_by_it(kind: str) -> None:
    """Each step has a reason of its own, and none only states what follows."""
    draw = random.Random(19)
    told: set[str] = set()
    for _case in range(60):
        level, state, _loop = partly_solved(draw)
        for technique, deduction in walk(level, state, 3, shown=True):
            if technique.id == kind:
                assert "what is still possible" not in str(deduction.text), (level, state)
                told.add(str(deduction.title))
    assert {"line's end at a 2", "line's end at a 3" if kind == "line_end" else "line's end at a 1"} <= told


def handmade() -> list[Level]:
    paths = [*classic("slitherlink/puzsq").glob("*_10x10.txt"), *classic("slitherlink/janko").glob("*_10x10.txt")]
    return [parse(path.read_text())[0].level for path in sorted(paths)]


def test_handmade_grids_are_covered_without_nested_search() -> None:
    levels = handmade()
    assert sum(deduced(level, State(), 10).solved for level in levels) >= 0.9 * len(levels)


def test_few_handmade_grids_need_a_trial() -> None:
    levels = handmade()[::3]
    whole = 0
    for level in levels:
        state = walked(level, State(), 8, TECHNIQUES)
        whole += (state.drawn | state.crossed).bit_count() == level.edges
    assert whole >= 0.8 * len(levels)


def test_a_chain_refutes_only_what_no_solution_has_and_each_step_follows() -> None:
    draw = random.Random(8)
    causes: set[Cause] = set()
    for _case in range(120):
        level, state = random_grid(draw)
        wanted = solutions_of(level, state)
        position = Position(level, state)
        for edge in position.all_blank():
            for mark in (LINE, CROSS):
                chain = refutation(position, edge, mark, sides=True, areas=True)
                if chain is None:
                    continue
                assert not any(bool(loop >> edge & 1) == (mark == LINE) for loop in wanted), (level, state, edge, mark)
                supposed = Position(level, state)
                for step in chain.steps:
                    if step.cause is Cause.CLUE:
                        forced = supposed.forced_by_clue(step.place)
                        assert forced == (step.marks[0][1] if step.marks else WRONG)
                    elif step.cause is Cause.VERTEX:
                        forced = supposed.forced_at_vertex(step.place)
                        assert forced == (step.marks[0][1] if step.marks else WRONG)
                    causes.add(step.cause)
                    for other, its in step.marks:
                        supposed.put(other, its)
    assert causes == set(Cause)


def test_every_step_of_an_explanation_has_a_name_and_a_reason() -> None:
    draw = random.Random(9)
    names: set[str] = set()
    for _case in range(60):
        level, state = random_grid(draw)
        if len(solutions_of(level, state)) != 1:
            continue
        for step in explain(level, state):
            assert step.title is not None and step.text.msgid and step.moves and step.marks
            names.add(step.title.msgid)
            state = replay(rules, level, step.moves, state)
        assert rules.status(level, state) is Status.WON
    assert "{clue} in a corner" in names and "search" not in names


def inside_of(level: Level, drawn: int) -> list[bool]:
    """Whether each cell is inside, and at the end the outside itself: by the lines to the left of a cell."""
    net, found = lattice(level.rows, level.columns), []
    for i in range(level.rows):
        lines = [drawn >> net.around_cell[i * level.columns + j][2] & 1 for j in range(level.columns)]
        found += [sum(lines[: j + 1]) % 2 == 1 for j in range(level.columns)]
    return [*found, False]


def test_what_a_reason_says_is_true_of_the_solution() -> None:
    draw = random.Random(10)
    kinds: set[type] = set()
    for _case in range(400):
        level, state = random_grid(draw)
        found = solutions_of(level, state)
        if len(found) != 1:
            continue
        [drawn] = found
        inside, net = inside_of(level, drawn), lattice(level.rows, level.columns)
        reasoner = reason.Reasoner(Position(level, state), reason.EVERYTHING).run()
        for said in reasoner.said(*range(len(reasoner.facts))):
            kinds.add(type(said))
            match said:
                case reason.Link(cell, vertex, pairs):
                    two = [edge for edge in net.around_cell[cell] if edge in net.at_vertex[vertex]]
                    assert tuple(LINE if drawn >> edge & 1 else CROSS for edge in two) in pairs
                case reason.Sides(_middle, one, other, differ):
                    assert (inside[one] != inside[other]) is differ
                case reason.Towards(cell, one, other, equal):
                    assert (inside[one] == inside[other]) is equal and cell < len(inside) - 1
                case reason.Needed(cell, within, _cut):
                    assert inside[cell] is within
    assert kinds == {reason.Link, reason.Sides, reason.Towards, reason.Needed}


def test_what_follows_from_a_supposed_mark_is_in_every_solution_with_it() -> None:
    """Nothing true is refuted, and every mark that follows is in all solutions that have the supposed one."""
    draw = random.Random(11)
    refuted, kinds = 0, set[type]()
    for _case in range(150):
        level, state = random_grid(draw)
        loops = solutions_of(level, state)
        if not loops:
            continue
        position = Position(level, state)
        known = reason.Reasoner.of(position, reason.EVERYTHING)
        for edge in position.all_blank():
            for mark in (LINE, CROSS):
                those = [loop for loop in loops if (loop >> edge & 1) == (mark == LINE)]
                trial = known.supposed((edge, mark))
                refuted += bool(trial.broken)
                assert not (trial.broken and those), (level, state, edge, mark)
                if those:
                    marks = {other: its for other, (its, _fact) in trial.forced.items()}
                    assert all((loop >> other & 1) == (its == LINE) for loop in those for other, its in marks.items())
                said = trial.said(*trial.broken)
                kinds |= {type(one) for one in said}
                for one in said:  # what is said to leave a mark does leave it, and is beside it
                    if isinstance(one, reason.Marked) and one.place >= 0:
                        domain = trial.domains[one.place]
                        assert {way[domain.edges.index(one.edge)] for way in domain.ways} <= {one.mark}
    assert refuted > 100 and {reason.Marked, reason.Early} <= kinds


def test_a_reason_with_fewer_cells_leads_to_the_same_mark() -> None:
    """Also after more marks; none of the cells and vertices it looks at can be left out; and what it says is true."""
    draw = random.Random(12)
    shorter = later = 0
    for _case in range(200):
        level, state = random_grid(draw)
        found = solutions_of(level, state)
        if len(found) != 1:
            continue
        [drawn] = found
        position = Position(level, state)
        known = reason.Reasoner.of(position, reason.CORNERS)
        for edge, (mark, fact) in known.forced.items():
            few = known.fewest(edge)
            assert few.forced[edge][0] == mark == (LINE if drawn >> edge & 1 else CROSS)
            looked = {each.domain for each in few.behind(few.forced[edge][1])} - {-1}
            shorter += len(few.links(few.forced[edge][1])) < len(known.links(fact))
            assert known.start is not None
            for number in looked if few is not known else ():
                assert edge not in known.start._with_only(looked - {number}).forced
            others = [other for other in position.all_blank() if other != edge and draw.random() < 0.3]
            now = Position(level, state)
            for other in others:
                now.put(other, LINE if drawn >> other & 1 else CROSS)
            again = known.fewest(edge, now)
            later += bool(others)
            assert again.forced[edge][0] == mark
            for link in again.links(again.forced[edge][1]):
                two = [side for side in again.domains[link.cell].edges if side in now.lattice.at_vertex[link.vertex]]
                assert tuple(LINE if drawn >> side & 1 else CROSS for side in two) in link.pairs
    assert shorter > 20 and later > 100


def test_what_goes_wrong_goes_wrong_with_fewer_cells_too() -> None:
    draw = random.Random(13)
    shorter = 0
    for _case in range(60):
        level, state = random_grid(draw)
        found = solutions_of(level, state)
        if len(found) != 1:
            continue
        position = Position(level, state)
        known = reason.Reasoner.of(position, reason.EVERYTHING)
        for edge in position.all_blank():
            wrong = (edge, CROSS if min(found) >> edge & 1 else LINE)
            whole = known.supposed(wrong)
            few = known.fewest_wrong(wrong)
            assert bool(few.broken) is bool(whole.broken)
            shorter += len(few.said(*few.broken)) < len(whole.said(*whole.broken))
    assert shorter > 20


def test_compiled_trials_miss_nothing_and_are_right(monkeypatch: pytest.MonkeyPatch) -> None:
    draw = random.Random(16)
    failed = 0
    for _case in range(60):
        level, state = random_grid(draw)
        found = solutions_of(level, state)
        known = settled(Position(level, state)) if found else None
        if known is None:
            continue
        position = Position(level, state)
        monkeypatch.setattr("cassetete.games.slitherlink.deductions.trial.compiled", lambda: True)
        compiled = Trials(position, known)
        monkeypatch.setattr("cassetete.games.slitherlink.deductions.trial.compiled", lambda: False)
        plain = Trials(position, known)
        assert compiled.grid is not None and plain.grid is None
        blank = position.all_blank()
        for edge in blank:
            for mark in (LINE, CROSS):
                marks = [(edge, mark), (draw.choice(blank), draw.choice((LINE, CROSS)))]
                marks = marks[: 1 if marks[0][0] == marks[1][0] else draw.choice((1, 2))]
                if plain.left(*marks) < 0:
                    assert compiled.left(*marks) < 0 and plain.length(*marks)
                if compiled.left(*marks) < 0:
                    failed += 1
                    assert not any(all((LINE if loop >> e & 1 else CROSS) == m for e, m in marks) for loop in found)
    assert failed > 100


def test_two_cases_that_both_fail_leave_the_mark_of_the_solution() -> None:
    draw = random.Random(14)
    told = 0
    for _case in range(300):
        level, state = random_grid(draw)
        found = solutions_of(level, state)
        if len(found) != 1:
            continue
        step = two_cases(Position(level, state), min(found))
        if step is not None:
            [(edge, mark)] = step.marks
            assert mark == (LINE if min(found) >> edge & 1 else CROSS) and step.supposed not in (None, edge)
            assert "two cases would be left; with a line" in str(step.text)
            told += 1
    assert told > 5


def test_a_cell_that_an_area_needs_rests_on_coloured_cells_that_force_it() -> None:
    draw = random.Random(15)
    cases = 0
    for _case in range(500):
        near = lattice(draw.randint(2, 4), draw.randint(2, 4)).neighbours
        colours = [draw.choice((None, None, None, INSIDE, OUTSIDE)) for _cell in near[:-1]] + [OUTSIDE]
        try:
            found = needed(near, colours)
        except Torn as torn:
            cells = {torn.cell, torn.other, *torn.barrier}
            kept = [its if node in cells else None for node, its in enumerate(colours)]
            with pytest.raises(Torn):
                needed(near, kept)
            continue
        for cell, colour, _cut in found:
            behind = why(near, colours, cell, colour)
            few = [its if node in behind else None for node, its in enumerate(colours)]
            assert (cell, colour) in [each[:2] for each in needed(near, few)]
            cases += 1
    assert cases > 100


def test_what_is_cut_off_rests_on_the_walls_and_dead_ends_around_it() -> None:
    draw = random.Random(17)
    by_walls = by_dead_ends = 0
    for _case in range(1500):
        net = lattice(draw.randint(2, 4), draw.randint(2, 4))
        walls = {edge for edge in range(len(net.segments)) if draw.random() < 0.3}
        colours = [draw.choice((None, None, None, INSIDE, OUTSIDE)) for _cell in range(net.outside)] + [OUTSIDE]
        dead_ends = {cell for cell in range(net.outside) if draw.random() < 0.2}

        def without(walls: set[int], net: Lattice = net) -> list[list[int]]:
            edges = [*net.around_cell, net.around_grid]
            return [[net.across(cell, edge) for edge in its if edge not in walls] for cell, its in enumerate(edges)]

        with suppress(Torn):
            for cell, colour, _cut in needed(without(walls), colours, dead_ends):
                torn = torn_without(without(walls), colours, cell, colour, dead_ends)
                assert torn is not None
                cells = {torn.cell, torn.other, *torn.barrier} - {cell}
                few = [its if node in cells else None for node, its in enumerate(colours)]
                around = {edge for edge in walls if len(torn.piece.intersection(net.both_sides[edge])) == 1}
                found = needed(without(around), few, torn.dead_ends)
                assert (cell, colour) in [each[:2] for each in found]
                by_walls += bool(around)
                by_dead_ends += bool(torn.dead_ends)
    assert by_walls > 500 and by_dead_ends > 200


def test_no_region_goes_across_a_line_or_through_a_3() -> None:
    """What follows from that is in all solutions of partly solved grids, and more than what follows without it."""
    draw = random.Random(18)
    more = by_dead_ends = 0
    for _case in range(2000):
        level, state = random_position(draw)
        found = solutions_of(level, state)
        position = Position(level, state)
        known = reason.Reasoner(position, reason.WALLED).run()
        assert all(
            (loop >> edge & 1) == (mark == LINE) for loop in found for edge, (mark, _fact) in known.forced.items()
        )
        more += len(known.forced) > len(reason.Reasoner(position, reason.EVERYTHING).run().forced)
        sides_of = [inside_of(level, loop) for loop in found]
        for said in known.said(*range(len(known.facts))):
            if isinstance(said, reason.Needed):
                assert all(inside[said.cell] is said.inside for inside in sides_of)
                assert all(position.clue[cell] == 3 for cell in said.dead_ends)
                by_dead_ends += bool(said.dead_ends)
    assert more > 20 and by_dead_ends > 10


def test_the_only_loop_that_is_left_is_every_solution() -> None:
    draw = random.Random(20)
    cases = 0
    for _case in range(1500):
        level, state = random_position(draw)
        for found in basic.only_loop(Position(level, state)):
            drawn = sum(1 << edge for edge, _mark in found.marks)
            assert solutions_of(level, state) == {drawn}
            cases += 1
    assert cases > 5


@pytest.mark.parametrize(
    ("edge", "text"),
    [
        (("h", 0, 0), "above (1, 1)"),
        (("h", 2, 1), "below (2, 2)"),
        (("v", 0, 0), "left of (1, 1)"),
        (("v", 1, 2), "right of (2, 2)"),
        (("h", 1, 0), "between (1, 1) and (2, 1)"),
        (("v", 0, 1), "between (1, 1) and (1, 2)"),
    ],
)
def test_a_segment_is_named_by_the_cells_beside_it(edge: tuple[str, int, int], text: str) -> None:
    level = Level(2, 2, ((None, None), (None, None)))
    kind, i, j = edge
    ends = {(i, j), (i, j + 1) if kind == "h" else (i + 1, j)}
    number = next(e for e in range(level.edges) if set(segment_ends(level, e)) == ends)
    assert str(where(Position(level), number)) == text


def segment_ends(level: Level, edge: int) -> list[tuple[int, int]]:
    return [divmod(vertex, level.columns + 1) for vertex in lattice(level.rows, level.columns).ends[edge]]


def test_a_clue_says_how_many_sides_it_needs() -> None:
    level = parse("3_\n__\n")[0].level
    one = Position(level, State(drawn=0).with_mark(0, "+"))
    assert not list(basic.clue(one))
    two = Position(level)
    top, bottom, left, right = lattice(2, 2).around_cell[0]
    two.put(top, CROSS)
    assert [str(each.text) for each in basic.clue(two)] == ["the 3 at (1, 1) needs the 3 sides that are left"]
    two.put(left, LINE)
    two.put(right, LINE)
    [last] = basic.clue(two)
    assert str(last.text) == "the 3 at (1, 1) needs the side that is left" and last.marks == ((bottom, LINE),)


def test_two_3s_are_one_step_for_their_lines_and_one_for_their_crosses() -> None:
    level = parse("____\n_33_\n____\n___1\n")[0].level
    steps = [step for step in explain(level, State()) if step.title is not None and "side by side" in str(step.title)]
    assert [(len(step.moves), {move.mark for move in step.moves}) for step in steps] == [(3, {"+"}), (2, {"x"})]


def test_a_step_is_followed_by_what_clues_and_corners_beside_it_force() -> None:
    level = generate(GAME, 5, {"difficulty": "tricky", "rows": 7, "columns": 7})
    net = lattice(7, 7)
    before: set[int] = set()
    near = 0
    steps = list(walk(level, State(), shown=True))
    for technique, deduction in steps:
        edges = {edge for edge, _mark in deduction.marks}
        vertices = {vertex for edge in edges for vertex in net.ends[edge]}
        near += technique.difficulty == 1 and bool(vertices & {vertex for edge in before for vertex in net.ends[edge]})
        before |= edges
    plain = sum(technique.difficulty == 1 for technique, _deduction in steps)
    assert near >= 0.8 * plain


@pytest.mark.parametrize("title", ["two cases", "search"])
def test_where_deductions_end_one_segment_is_decided_and_they_go_on(
    monkeypatch: pytest.MonkeyPatch, title: str
) -> None:
    if title == "search":
        monkeypatch.setattr("cassetete.games.slitherlink.hints.two_cases", lambda _position, _loop: None)
    level = generate(GAME, 2, {"difficulty": "expert", "rows": 6, "columns": 6})
    monkeypatch.setattr("cassetete.games.slitherlink.hints.walk", partial(walk, hardest=7))
    state, titles = State(), []
    for step in explain(level, state):
        titles.append(str(step.title))
        state = replay(rules, level, step.moves, state)
    assert rules.status(level, state) is Status.WON
    assert title in titles[:-1] and titles.count(title) <= 3 and titles[-1] != title
    assert title == "search" or "search" not in titles


@pytest.mark.parametrize("difficulty", ["hard", "expert"])
def test_no_step_only_states_what_follows(difficulty: str) -> None:
    """Equal segments, areas and trials are told by what is passed on, or by what would go wrong."""
    for seed in range(3):
        level = generate(GAME, seed, {"difficulty": difficulty, "rows": 7, "columns": 7})
        for step in explain(level, State()):
            assert "leave only" not in str(step.text) and "leave no line" not in str(step.text)
            assert not str(step.text).endswith(("a contradiction would follow", "this segment is drawn"))


def test_places_that_are_remembered_would_have_given_nothing() -> None:
    level = generate(GAME, 1, {"difficulty": "expert", "rows": 5, "columns": 5})
    state = State()
    passing._nothing.clear()
    for _technique, deduction in walk(level, state):
        position = Position(level, state)
        remembered = [*passing.around_cells(position), *passing.around_blocks(position)]
        kept = passing._nothing.copy()
        passing._nothing.clear()
        assert [*passing.around_cells(position), *passing.around_blocks(position)] == remembered
        passing._nothing.update(kept)
        state = played(state, deduction)
    assert passing._nothing


def test_a_trial_is_told_as_a_chain() -> None:
    level = parse("3_2\n___\n2_3\n")[0].level
    position = Position(level)
    chain = refutation(position, 0, CROSS)
    assert chain is not None and chain.steps[0].cause is Cause.SUPPOSED and not chain.end.marks
    step = Deduction(((0, LINE),), (), Text("reason"))
    told = explained(position, next(each for each in TECHNIQUES if each.id == "contradiction"), step)
    assert str(told.text) == (
        "if there were no line above (1, 1): the 3 at (1, 1) needs the 3 sides that are left → "
        "the line cannot go on at the top left corner of (1, 1)"
    )


def test_a_hint_names_a_mistake_first_then_a_deduction_that_can_be_played() -> None:
    level = parse("----0_\n33__1_\n__12__\n__20__\n_1__11\n_2----\n")[0].level
    state = State()
    for _step in range(200):
        if rules.status(level, state) is Status.WON:
            break
        advice = hint(level, state)
        assert advice is not None and advice.last.moves and advice.last.marks
        state = replay(rules, level, advice.last.moves, state)
    assert rules.status(level, state) is Status.WON
    wrong = State().with_mark(4, "+").with_mark(5, "x")
    given = hint(level, wrong)
    assert given is not None and not given.moves and not given.marks  # it says so, and shows it when asked again
    shown = given.further
    assert shown is not None and shown.marks == (Mark(((0, 4), (0, 5)), MarkKind.MISTAKE),)
    assert replay(rules, level, shown.moves, wrong) == State(crossed=0b100000)


def test_mistakes_are_the_marks_that_differ_from_the_only_solution() -> None:
    level = parse("----0_\n33__1_\n__12__\n__20__\n_1__11\n_2----\n")[0].level
    answer = GAME.solvers[1].run(level, State(), Metric.MOVES, Limits())
    loop = drawn_mask(level, drain(answer).moves)
    assert mistakes(level, State(drawn=loop & 0xFFFF)) is None
    for edge in range(level.edges):
        wrong = State().with_mark(edge, "x" if loop >> edge & 1 else "+")
        found = mistakes(level, wrong)
        assert found is not None and [mark.target for mark in found.marks] == [segment_of(6, 6, edge)]
    several = parse("__\n_1\n")[0].level
    assert mistakes(several, State(drawn=0b1)) is None
    spoilt = mistakes(several, State(crossed=(1 << several.edges) - 1))
    assert spoilt is not None and not spoilt.marks


def test_the_whole_solution_is_explained() -> None:
    for text in ("----0_\n33__1_\n__12__\n__20__\n_1__11\n_2----\n", "__\n_2\n"):
        level = parse(text)[0].level
        state = State()
        for advice in explain(level, state):
            assert str(advice.text)
            state = replay(rules, level, advice.moves, state)
        assert rules.status(level, state) is Status.WON


@pytest.mark.parametrize("difficulty", ["easy", "normal", "tricky", "hard", "expert"])
def test_a_made_level_has_the_grade_and_one_solution(difficulty: str) -> None:
    level = generate(GAME, 3, {"difficulty": difficulty, "rows": 7, "columns": 7})
    found = grade(level)
    assert found is not None and found.id == difficulty == level.headers.grade
    assert only(level)


def test_symmetry_and_density_are_kept() -> None:
    level = generate(GAME, 5, {"rows": 6, "columns": 8, "symmetry": "turn", "density": 60, "difficulty": "easy"})
    shown = {(i, j) for i in range(6) for j in range(8) if level.clues[i][j] is not None}
    assert shown == {(5 - i, 7 - j) for i, j in shown}
    assert len(shown) >= 0.6 * 48


def only(level: Level) -> bool:
    """Whether SAT alone, which knows none of our rules, proves one solution."""
    return drain(run_sat(level, State(), Metric.MOVES, Limits())).optimal


def test_the_logical_solver_can_be_watched_step_by_step() -> None:
    level = parse("----0_\n33__1_\n__12__\n__20__\n_1__11\n_2----\n")[0].level
    search = LADDER.run(level, State(), Metric.MOVES, Limits())
    blank = next(search).frontier
    for visit in search:
        assert visit.title is not None and visit.text is not None and visit.marks
        assert visit.frontier < blank
        blank = visit.frontier


def test_the_ways_around_blocks_keep_to_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A 40 by 40 grid with few clues has thousands of blocks: `--seconds` holds between two of them."""
    seen = 0

    def common(_ways: passing._Ways) -> dict[int, int]:
        nonlocal seen
        seen += 1
        return {}

    monkeypatch.setattr(passing._Ways, "common", common)
    monkeypatch.setattr(checkpoint, "_ASK_EVERY", 0.0)
    position = Position(parse("____\n_3__\n____\n")[0].level, State())
    with checkpoint.within(stop=lambda: seen > 0), pytest.raises(checkpoint.LimitReached):
        list(passing.around_blocks(position))
    assert seen == 1
