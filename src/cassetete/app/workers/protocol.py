"""Jobs and their results as lines of JSON between the processes.

A question carries the position as a level's text (a position is a level: the length of the game costs nothing), an
answer carries moves in the game's notation; no object of a game ever travels.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, TypeAlias

from cassetete.core.answers import Answer, End, Limits, Verdict, Want, Why
from cassetete.core.contract import Advice, AnyGame, Mark, MarkKind, Metric
from cassetete.core.errors import BadLevel
from cassetete.core.message import Catalogue, Text
from cassetete.session.jobs import (
    Examined,
    Hint,
    Improved,
    Job,
    Judgement,
    Made,
    Printed,
    Result,
    Solution,
    ToAdvise,
    ToDraw,
    ToExamine,
    ToImprove,
    ToJudge,
    ToMake,
    ToPrint,
    ToSolve,
    Working,
    unknown,
)

_ = Catalogue("cassetete")

Packet: TypeAlias = dict[str, Any]
"""What a line of JSON says."""


_EXAMINED = ("most", "count", "facts", "race", "batch")
"""What else a ToExamine says, by the names of its fields."""


def packed(ticket: int, job: Job) -> Packet:
    """A question for the worker."""
    packet: Packet = {"ticket": ticket, "do": type(job).__name__, "game": job.game.id}
    if isinstance(job, ToMake):
        return packet | {"seed": job.seed, "values": dict(job.values), "generator": job.generator}
    if isinstance(job, ToPrint):
        levels = [job.game.formats[0].dump([level]) for level in job.levels]
        return packet | {"levels": levels, "path": job.path, "language": job.language}
    if isinstance(job, ToDraw):
        moves = job.game.notation.write(job.level, job.game.rules.start(job.level), job.moves)
        level = job.game.formats[0].dump([job.level])
        return packet | {"level": level, "path": job.path, "theme": job.theme, "moves": moves}
    packet["level"] = job.game.formats[0].dump([job.game.position(job.level, job.state)])
    packet["limits"] = [job.limits.nodes, job.limits.seconds, job.limits.memory]
    if isinstance(job, ToAdvise):
        packet |= {"whole": job.whole, "options": sorted(job.options)}
    if isinstance(job, ToSolve | ToExamine | ToImprove):
        packet["metric"] = job.metric.value if job.metric is not None else None
    if isinstance(job, ToSolve):
        packet |= {"want": job.want.value, "solver": job.solver, "background": job.background}
    elif isinstance(job, ToExamine):
        packet |= {"want": job.want.value, "solver": job.solver} | {name: getattr(job, name) for name in _EXAMINED}
    elif isinstance(job, ToImprove):
        packet["moves"] = job.game.notation.write(job.level, job.state, job.moves)
    return packet


def unpacked(packet: Packet, game: AnyGame) -> Job:
    """The worker's view of a question."""
    if packet["do"] == "ToMake":
        return ToMake(game, packet["seed"], packet["values"], packet["generator"])
    if packet["do"] == "ToPrint":
        levels = tuple(read_level(game, text) for text in packet["levels"])
        return ToPrint(game, levels, packet["path"], packet["language"])
    level = read_level(game, packet["level"])
    if packet["do"] == "ToDraw":
        moves = game.notation.read(level, game.rules.start(level), packet["moves"]) if packet["moves"] else ()
        return ToDraw(game, level, packet["path"], packet["theme"], moves)
    here = game, level, game.rules.start(level), Limits(*packet["limits"])
    metric = Metric(packet["metric"]) if packet.get("metric") is not None else None
    if packet["do"] == "ToImprove":
        moves = game.notation.read(level, here[2], packet["moves"])
        return ToImprove(*here[:3], moves, metric, here[3])
    if packet["do"] == "ToSolve":
        return ToSolve(*here, Want(packet["want"]), metric, packet["solver"])
    if packet["do"] == "ToExamine":
        more = {name: packet[name] for name in _EXAMINED}
        return ToExamine(*here, Want(packet["want"]), metric, packet["solver"], **more)
    if packet["do"] == "ToJudge":
        return ToJudge(*here)
    return ToAdvise(*here, whole=packet["whole"], options=frozenset(packet["options"]))


def read_level(game: AnyGame, text: str) -> Any:
    """The one level in a text of the game's first format."""
    (found,) = game.formats[0].parse(text)
    if isinstance(found, BadLevel):
        raise found
    return found.level


def result_of(ticket: int, job: Job, packet: Packet) -> Result:
    """What a worker's answer says."""
    why = why_of(packet["failed"]) if "failed" in packet else None
    if why is not None:
        return unknown(ticket, job, why)
    if isinstance(job, ToJudge):
        reason = packet.get("reason")
        return Judgement(ticket, job, packet["winnable"], reason=advice_of(job, reason) if reason is not None else None)
    if isinstance(job, ToMake):
        return Made(ticket, job, read_level(job.game, packet["level"]))
    if isinstance(job, ToAdvise):
        return Hint(ticket, job, advice_of(job, packet))
    if isinstance(job, ToPrint | ToDraw):
        return Printed(ticket, job, tuple(packet["files"]))
    if isinstance(job, ToExamine):
        return _examined(ticket, job, packet)
    moves = job.game.notation.read(job.level, job.state, packet["moves"])
    if isinstance(job, ToImprove):
        return Improved(ticket, job, moves, why_of(packet["why"]) if packet["why"] is not None else None)
    return Solution(ticket, job, _answer_of(moves, packet))


def _answer_of(moves: tuple[Any, ...], packet: Packet) -> Answer[Any]:
    why = why_of(packet["why"]) if packet["why"] is not None else None
    return Answer(
        Verdict(packet["verdict"]),
        moves,
        packet["optimal"],
        packet["expanded"],
        packet["seconds"],
        why,
        packet["solver"],
    )


def _examined(ticket: int, job: ToExamine, packet: Packet) -> Examined:
    """What a worker found out about a level."""
    read = job.game.notation.read
    moves = read(job.level, job.state, packet["moves"]) if packet["moves"] else ()
    facts = packet["common"]
    return Examined(
        ticket,
        job,
        _answer_of(moves, packet),
        End(packet["end"][0], _why_or_none(packet["end"][1])) if packet["end"] is not None else None,
        packet["count"],
        (read(job.level, job.state, facts) if facts else ()) if facts is not None else None,
        _why_or_none(packet["given_up"]),
    )


def _examined_packet(job: ToExamine, found: Examined) -> Packet:
    assert found.answer is not None
    end, given_up, facts = found.end, found.given_up, found.facts
    written = job.game.notation.write(job.level, job.state, facts) if facts else ""
    return {
        **answer_packet(job, found.answer),
        "end": [end.complete, why_packet(end.why) if end.why is not None else None] if end is not None else None,
        "count": found.count,
        "common": written if facts is not None else None,
        "given_up": why_packet(given_up) if given_up is not None else None,
    }


def _why_or_none(packed_why: list[Any] | None) -> Why | None:
    return why_of(packed_why) if packed_why is not None else None


def result_packet(result: Result) -> Packet:
    """A worker's answer, without its ticket."""
    if isinstance(result, Solution):
        return answer_packet(result.job, result.answer)
    job, why = result.job, result.why
    if isinstance(result, Improved):
        moves = result.job.game.notation.write(result.job.level, result.job.state, result.moves)
        return {"moves": moves, "why": why_packet(why) if why is not None else None}
    if why is not None:
        return failure_packet(why)
    if isinstance(result, Examined):
        return _examined_packet(result.job, result)
    if isinstance(result, Judgement):
        reason = advice_packet(result.job, result.reason) if result.reason is not None else None
        return {"winnable": result.winnable, "reason": reason}
    if isinstance(result, Hint):
        return advice_packet(result.job, result.advice)
    if isinstance(result, Printed):
        return {"files": result.files}
    return {"level": job.game.formats[0].dump([result.level])}


def failure_packet(why: Why) -> Packet:
    """Why there is no answer."""
    return {"failed": why_packet(why)}


def working_packet(working: Working) -> Packet:
    """How far a job is."""
    text = text_packet(working.text) if working.text is not None else None
    progress: Packet = {"done": working.done, "total": working.total, "text": text}
    if working.advice is not None:
        assert isinstance(working.job, ToAdvise)  # only explanations report advice
        progress["advice"] = advice_packet(working.job, working.advice)
    if working.written:
        progress["written"] = working.written
    if working.turn_over:
        progress["turn_over"] = True
    return {"ticket": working.ticket, "progress": progress}


def working_of(ticket: int, job: Job, progress: Packet) -> Working:
    """How far a worker says that a job is."""
    text = text_of(progress["text"]) if progress["text"] is not None else None
    step = progress.get("advice")
    advice = advice_of(job, step) if step is not None and isinstance(job, ToAdvise) else None
    written, turn_over = tuple(progress.get("written", ())), progress.get("turn_over", False)
    return Working(ticket, job, progress["done"], progress["total"], text, advice, written, turn_over)


def advice_of(job: ToAdvise | ToJudge, packet: Packet) -> Advice:
    """The hint or warning in a result."""
    marks = tuple(Mark(_tupled(target), MarkKind(kind)) for target, kind in packet["marks"])
    moves = job.game.notation.read(job.level, job.state, packet["moves"])
    further = advice_of(job, packet["further"]) if packet["further"] is not None else None
    title = text_of(packet["title"]) if packet["title"] is not None else None
    return Advice(text_of(packet["text"]), marks, moves, further, title, packet["lost"])


def advice_packet(job: ToAdvise | ToJudge, advice: Advice) -> Packet:
    """A hint as JSON; marks on what JSON cannot name are left out."""
    marks = [[mark.target, mark.kind] for mark in advice.marks if _plain(mark.target)]
    moves = job.game.notation.write(job.level, job.state, advice.moves)
    return {
        "text": text_packet(advice.text),
        "marks": marks,
        "moves": moves,
        "further": advice_packet(job, advice.further) if advice.further is not None else None,
        "title": text_packet(advice.title) if advice.title is not None else None,
        "lost": advice.lost,
    }


def answer_packet(job: ToSolve | ToExamine, answer: Answer[Any]) -> Packet:
    """A solver's answer as JSON."""
    return {
        "verdict": answer.verdict.value,
        "moves": job.game.notation.write(job.level, job.state, answer.moves),
        "optimal": answer.optimal,
        "expanded": answer.expanded,
        "seconds": answer.seconds,
        "why": why_packet(answer.why) if answer.why is not None else None,
        "solver": answer.solver,
    }


def why_packet(why: Why) -> list[Any]:
    """A reason as JSON."""
    return [why.code, text_packet(why.text)]


def why_of(packed_why: list[Any]) -> Why:
    """The reason in a packet.

    >>> from cassetete.core.answers import CANCELLED
    >>> why_of(why_packet(CANCELLED)) == CANCELLED
    True
    """
    return Why(packed_why[0], text_of(packed_why[1]))


def text_packet(text: Text) -> Packet:
    """A message as JSON, to be translated where it arrives."""
    args = {name: text_packet(a) if isinstance(a, Text) else a if _plain(a) else str(a) for name, a in text.args}
    packet = {"msgid": text.msgid, "args": args, "domain": text.domain}
    return packet if text.plural is None else {**packet, "plural": text.plural, "number": text.number}


def text_of(packet: Packet) -> Text:
    """The message in a packet.

    >>> text = Text("{n} box: {why}", (("n", 3), ("why", Text("too many"))), plural="{n} boxes: {why}", number=3)
    >>> text_of(text_packet(text)) == text
    True
    """
    args = ((name, text_of(arg) if isinstance(arg, dict) else _tupled(arg)) for name, arg in packet["args"].items())
    return Text(packet["msgid"], tuple(args), packet["domain"], packet.get("plural"), packet.get("number", 1))


def _plain(value: object) -> bool:
    """Whether JSON and back gives the same: numbers, texts, and tuples of them."""
    if isinstance(value, tuple):
        return type(value) is tuple and all(map(_plain, value))
    return type(value) in (int, float, str, bool, type(None))


def _tupled(value: Any) -> Hashable:
    """JSON's lists as the tuples they were."""
    return tuple(map(_tupled, value)) if isinstance(value, list) else value
