"""`cassetete hardest`: the hunt for the hardest level of a size, by many processes or a whole cluster."""

from __future__ import annotations

import argparse
import contextlib
import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from cassetete.app.hunts.hunt import CHECKPOINT, FailedTask, HuntPlan, plan_hunt, run_hunt, task_of, verified
from cassetete.app.hunts.pool import TLS, ClusterPool, NoWorkers, ProcessPool, TaskPool, cores
from cassetete.app.hunts.results import BadResultsFile, BegunTask, Record, ResultsFile, TaskResult, read
from cassetete.app.registry import games
from cassetete.cli.console import Console, UsageError
from cassetete.cli.interrupts import Interrupts
from cassetete.cli.limits import add_limits, memory_limit
from cassetete.cli.parser import Parser
from cassetete.cli.progress import ProgressBar
from cassetete.cli.read_levels import game_named
from cassetete.core.answers import Limits
from cassetete.core.errors import CasseteteError
from cassetete.core.message import Catalogue, Text, one_line
from cassetete.speed.budget import resident_memory

_ = Catalogue("cassetete")

WRONG, UNFINISHED, INTERRUPTED = 1, 2, 130
CHECKING, SHORTLY = Limits(seconds=60.0, memory=1_000_000_000), Limits(seconds=0.3, memory=1_000_000_000)
"""What checking the best level may take, at the end of a hunt, and where it was stopped: by Ctrl-C, or out of time."""


_TLS = (
    ("--tls-ca", _("for a cluster with TLS: the certificate of its authority")),
    ("--tls-cert", _("for a cluster with TLS: this program's certificate")),
    ("--tls-key", _("for a cluster with TLS: the key of that certificate")),
)


def add_arguments(parser: Parser) -> None:
    """Which game and size, by whom, and where the results are kept."""
    parser.epilog = parser.translate(
        _("exit codes: 0 all tasks done, 1 the best level is easier than reported, 2 some tasks not done; 64, 70, 130")
    )
    parser.option("game", metavar="GAME", help=_game_help)
    parser.option("--size", metavar="SIZE", required=True, help=_("the size of the levels"))
    rounds = _("how many steps to search when there are too many levels to try all (100000 if not given)")
    parser.option("--iterations", metavar="N", type=parser.whole(1), default=100_000, help=rounds)
    parser.option("--seed", metavar="S", type=parser.whole(0), default=0, help=_("the first seed (0 if not given)"))
    parser.option("--tasks", metavar="K", type=parser.whole(0), help=_("do at most K tasks this time"))
    workers = _("how many processes (one for each core if not given)")
    parser.option("--workers", metavar="N", type=parser.whole(1), help=workers)
    parser.option(
        "--cluster", metavar="ADDRESS", help=_("the Dask scheduler whose workers do the tasks, such as host:8786")
    )
    for name, what in _TLS:
        parser.option(name, metavar="FILE", help=what)
    resume = _("continue from these files: what they hold is not done again, new results go into the first file")
    parser.option("--resume", metavar="FILE", nargs="+", action="extend", default=[], help=resume)
    often = _("write down how far a task has come after so many seconds, so that --resume goes on from there (30)")
    parser.option("--checkpoint", metavar="S", type=parser.amount, default=CHECKPOINT, help=often)
    where = _("a new file for the results, a line of JSON for each task (- is standard output)")
    parser.option("-o", "--output", metavar="FILE", help=where)
    add_limits(parser, _("stop after S seconds; --resume goes on from there"))


def _game_help() -> Text:
    known = ", ".join(name for name, game in games().items() if game.making.hunt)
    return _("the game ({games}); `hardest GAME --help` lists its sizes", games=known)


def add_more(parser: Parser, arguments: Sequence[str]) -> None:
    """The sizes of the game that the arguments name."""
    for word in arguments:
        game = games().get(word)
        if game is not None and game.making.hunt is not None:
            sizes = _("sizes of {game}: {sizes}", game=game.id, sizes=game.making.hunt.sizes)
            parser.description = f"{parser.description}\n\n{parser.translate(sizes)}"
            return


def run(options: argparse.Namespace) -> int:
    """Do what is left of the hunt, then tell what is known."""
    game = game_named(options.game)
    assert game is not None  # argparse asks for it
    deadline = None if options.seconds is None else time.perf_counter() + options.seconds
    with Interrupts() as interrupts:
        with ProgressBar(options.console) as bar, contextlib.ExitStack() as stack:
            try:
                plan = plan_hunt(game, options.size.strip(), options.iterations, options.seed)
                plan, keep = _opened(plan, options, bar, stack)
            except CasseteteError as error:
                raise error if isinstance(error, UsageError) else UsageError(error.text) from None
            plan = _hunted(plan, options, bar, keep, interrupts, deadline)
        holds = _told(plan, options, _checking(interrupts, deadline))
    if interrupts.stop():
        options.console.error(_("interrupted"))
        return INTERRUPTED
    if not holds:
        return WRONG
    return UNFINISHED if plan.left else 0


def _checking(interrupts: Interrupts, deadline: float | None) -> Limits:
    """What checking the best level may take: what is left of the time, and a moment in any case."""
    if interrupts.stop():
        return SHORTLY
    left = math.inf if deadline is None else deadline - time.perf_counter()
    assert CHECKING.seconds is not None and SHORTLY.seconds is not None
    return replace(CHECKING, seconds=max(SHORTLY.seconds, min(CHECKING.seconds, left)))


Keep = Callable[[Record], None]


def _opened(
    plan: HuntPlan, options: argparse.Namespace, bar: ProgressBar, stack: contextlib.ExitStack
) -> tuple[HuntPlan, Keep]:
    """The plan with what the files know, and what keeps a new record; files are merged into the one written."""
    resumed = [Path(name) for name in dict.fromkeys(options.resume)]
    output = None if options.output in (None, "-") else Path(options.output)
    if output is not None and output not in resumed and output.is_file() and output.stat().st_size:
        raise UsageError(_("{path} already exists: continue it with --resume", path=output))
    target = output or (resumed[0] if resumed and options.output is None else None)
    results = stack.enter_context(ResultsFile(target)) if target is not None else None
    if results is not None and results.mended:
        bar.error(_("{path}: the last line was cut short and is now repaired", path=results.path))
    written = read(target, bar.error) if target is not None and target.is_file() else []
    others = [record for path in resumed if path != target for record in read(path, bar.error)]
    there = plan.with_records(written)
    plan = there.with_records(others)

    def keep(record: Record) -> None:
        if results is not None:
            results.add(record)
        elif options.output == "-" and isinstance(record, TaskResult):
            bar.print(record.line.rstrip("\n"))

    for record in plan.known[len(there.known) if results is not None else 0 :]:
        keep(record)
    for begun in plan.begun:
        if begun not in there.begun:
            keep(begun)
    return plan, keep


def _hunted(
    plan: HuntPlan,
    options: argparse.Namespace,
    bar: ProgressBar,
    keep: Keep,
    interrupts: Interrupts,
    deadline: float | None,
) -> HuntPlan:
    """Do the tasks that are left; the plan with all that was found."""
    left = plan.left if options.tasks is None else plan.left[: options.tasks]
    if not left:
        return plan
    total = len(plan.tasks.items)
    already = total - len(plan.left)
    longest = plan.best.length if plan.best else 0
    new: list[TaskResult] = []

    begun: dict[str, float] = {}

    with _pool(options, len(left), bar) as pool:

        def stop() -> bool:
            begun.update((task_of(text), share) for text, share in pool.progress())
            so_far = {"done": already + len(new), "total": total, "best": longest}
            share = already + len(new) + sum(begun.values())
            bar.show(share, total, _("tasks done: {done} of {total}, longest so far: {best}", **so_far))
            return interrupts.stop() or (deadline is not None and time.perf_counter() >= deadline)

        interrupts.deferred = True
        try:
            for found in run_hunt(plan, pool, left, stop, options.checkpoint):
                if isinstance(found, FailedTask):
                    bar.error(_("task '{task}' is not done: {why}", task=found.task, why=found.why))
                    continue
                keep(found)
                if isinstance(found, BegunTask):
                    continue
                new.append(found)
                longest = max(longest, found.length)
                begun.pop(found.task, None)
        except (NoWorkers, BadResultsFile) as error:
            bar.error(error)
        interrupts.deferred = False
    return plan.with_records(new)


@contextlib.contextmanager
def _pool(options: argparse.Namespace, tasks: int, bar: ProgressBar) -> Iterator[TaskPool]:
    tls = _tls(options)
    if options.cluster is None:
        if tls is not None:
            raise UsageError(_("--tls-ca, --tls-cert and --tls-key are for a --cluster"))
        limit = memory_limit(options.memory)
        memory = None if limit is None else max(0, limit - resident_memory())
        with ProcessPool(min(options.workers or cores(), tasks), memory) as processes:
            yield processes
        return
    if options.workers is not None:
        raise UsageError(_("--workers is for processes of this machine; a cluster has its own"))
    try:
        cluster = ClusterPool(options.cluster, tls)
    except NoWorkers as error:
        raise UsageError(error.text) from None
    with cluster:
        if not cluster.workers:
            bar.error(_("{address} has no worker yet: waiting for one", address=options.cluster))
        yield cluster


def _tls(options: argparse.Namespace) -> TLS | None:
    """The three files, or none of them."""
    files = [options.tls_ca, options.tls_cert, options.tls_key]
    if not any(files):
        return None
    if not all(files):
        raise UsageError(_("TLS needs all of --tls-ca, --tls-cert and --tls-key"))
    return TLS(*files)


def _told(plan: HuntPlan, options: argparse.Namespace, limits: Limits) -> bool:
    """Say what is known, on standard error if the results go to standard output; whether the best level holds."""
    console: Console = options.console
    tell = console.error if options.output == "-" else console.print
    best = plan.best
    sure = verified(plan.game, best, limits) if best is not None else None
    if best is not None and sure is False:
        wrong = _(
            "the solver does not find a length of {n} for the level of the task '{task}'", n=best.length, task=best.task
        )
        console.error(wrong)
        return False
    here = {"game": plan.game.id, "size": plan.size}
    if best is None:
        tell(_("{game} {size}: no level found", **here))
    elif plan.proven:
        tell(
            _.n(
                "{game} {size}: {n} move, proven: no level of this size needs more",
                "{game} {size}: {n} moves, proven: no level of this size needs more",
                n=best.length,
                **here,
            )
        )
    else:
        tell(
            _.n(
                "{game} {size}: {n} move, the most found (not proven)",
                "{game} {size}: {n} moves, the most found (not proven)",
                n=best.length,
                **here,
            )
        )
    total = len(plan.tasks.items)
    done = total - len(plan.left)
    tell(
        _.n(
            "tasks done: {done} of {total}; {n} level tried",
            "tasks done: {done} of {total}; {n} levels tried",
            n=plan.tried,
            done=done,
            total=total,
        )
    )
    if best is not None:
        if sure is None:
            tell(_("the solver could not check this level within its limits"))
        tell(_("found by the task '{task}':", task=best.task))
        for line in best.level.rstrip("\n").split("\n"):
            tell(one_line(line))
    return True
