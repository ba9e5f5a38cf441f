"""The search for a race: its contest is played with a client held at every place there is."""

from collections.abc import Iterator
from itertools import count

from conformance.histories.calls import Call
from conformance.histories.contradictions import Contradiction
from conformance.histories.judging import judged_plans
from conformance.histories.linearizability import Verdict
from conformance.mutants.faults.races import Contest, Race, Turn
from conformance.protocol.documents.vectors import LayerResult
from conformance.reports.words.differences import cut
from conformance.reports.words.sentences import reply_sentence, request_sentence
from conformance.vectors.killing.layers import Layer
from conformance.vectors.killing.races.stage import PlayedContest, Stage
from spec.formats.messages import operation_to_json


def by_clients(race: Race, stage: Stage | None = None) -> LayerResult:
    """Play the contest of a race in every way, on a stage or a new one, and judge each history."""
    if stage is None:
        with Stage() as opened:
            return by_clients(race, opened)
    operations = schedules = contradicted = 0
    first: tuple[PlayedContest, Contradiction] | None = None
    for played in every_schedule(stage, race.contest, race):
        schedules += 1
        operations += played.operations if first is None else 0
        found = contradiction(played)
        if found is not None:
            contradicted += 1
            first = first or (played, found)
    if first is None:
        by = "no schedule shows it"
        return LayerResult(Layer.CLIENTS, False, operations, by, schedules=schedules)
    return LayerResult(
        Layer.CLIENTS,
        True,
        operations,
        described(race.contest, first[0]),
        len(first[1].calls),
        schedules=schedules,
        contradicted=contradicted,
        calls=tuple(map(sentence, first[1].calls)),
    )


def every_schedule(
    stage: Stage, contest: Contest, race: Race | None = None
) -> Iterator[PlayedContest]:
    """Play a contest with a client held before each of its statements, and at last not held."""
    for place in count(1):
        played = stage.play(contest, place, race)
        yield played
        if played.held_before is None:
            return


def contradiction(played: PlayedContest) -> Contradiction | None:
    """Return what contradicts the rules in a history, or `None` if an order explains it."""
    for judged in judged_plans(played.recording):
        if judged.judgement.verdict is Verdict.CONTRADICTED:
            return judged.contradiction
    return None


def described(contest: Contest, played: PlayedContest) -> str:
    """Return what was asked while which client was held."""
    others = " and ".join(map(asked, contest.others))
    if played.held_before is None:
        return f"{asked(contest.held)}, then {others}"
    return f"{others}, while {asked(contest.held)} is held before {cut(played.held_before)}"


def asked(turn: Turn) -> str:
    """Return which client asks what."""
    return f"{turn.client} {operation_to_json(turn.operation)['operation']}"


def sentence(call: Call) -> str:
    """Return who asked what, and the reply."""
    if call.operation is None:
        return f"{call.process} observes the plan"
    asked = request_sentence(operation_to_json(call.operation))
    return f"{call.process}: {asked} → {reply_sentence(call.reply or {})}"
