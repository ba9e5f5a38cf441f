"""Histories with one thing wrong, and the proof that an order explains a history all the same."""

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from conformance.histories.calls import OutOfOrder
from conformance.histories.judging import JudgedPlan, judged_plans
from conformance.histories.linearizability import Verdict, in_order
from conformance.histories.recording import Recording, moment_of
from model.apply import apply
from spec.editions import edition_named
from spec.formats.histories import Event, Fail, History, Ok
from spec.formats.messages import outcome_to_json
from spec.vocabulary.state import State

ALTERATIONS = ("dropped", "swapped", "doubled", "falsified")


def altered(events: tuple[Event, ...], how: str, chance: random.Random) -> tuple[Event, ...]:
    """Return events with one missing or doubled, two at each other's time, or a wrong answer."""
    found = [*events]
    place = chance.randrange(len(found) - 1)
    match how:
        case "dropped":
            del found[place]
        case "doubled":
            found.insert(place, found[place])
        case "swapped":
            first, second = found[place : place + 2]
            found[place : place + 2] = [
                replace(second, time=first.time),
                replace(first, time=second.time),
            ]
        case _:
            answers = [n for n, each in enumerate(found) if isinstance(each, Ok | Fail)]
            place = chance.choice(answers)
            answer = found[place]
            assert isinstance(answer, Ok | Fail)
            found[place] = replace(answer, outcome=_falsified(answer.outcome, chance))
    return tuple(sorted(found, key=moment_of))


def _falsified(outcome: Mapping[str, Any], chance: random.Random) -> dict[str, Any]:
    """Return an outcome with one value, anywhere in it, that is another one."""
    name = chance.choice([each for each in sorted(outcome) if outcome[each] not in ({}, [])])
    return {**outcome, name: _other(outcome[name], chance)}


def _other(value: Any, chance: random.Random) -> Any:
    match value:
        case dict():
            return _falsified(value, chance)
        case [*members]:
            place = chance.randrange(len(members))
            return [*members[:place], _other(members[place], chance), *members[place + 1 :]]
        case bool():
            return not value
        case int():
            return value + chance.choice((-1, 1))
        case "ok" | "rejected":
            return "rejected" if value == "ok" else "ok"
        case str():
            return f"{value} too"
    return 0


def verdict(history: History, events: tuple[Event, ...]) -> str:
    """Return whether something wrong is found, or that an order explains it, which is proven."""
    try:
        judged = [*judged_plans(Recording(history, events))]
    except OutOfOrder:
        return "found"
    verdicts = {each.judgement.verdict for each in judged}
    if verdicts == {Verdict.EXPLAINED}:
        for each in judged:
            require_proof(history, each)
        return "undetectable"
    return "found" if Verdict.CONTRADICTED in verdicts else "unknown"


def require_proof(history: History, judged: JudgedPlan) -> None:
    """Go through the order that was found: the rules answer in it what was answered, in time."""
    calls = {call.number: call for call in judged.calls}
    edition = edition_named(history.edition)
    plans = (each for each in history.state.plans if each.path == judged.plan)
    state, latest = State(tuple(plans)), None
    order = in_order(judged.judgement.nodes[0])
    assert {each.number for each in order} >= {n for n, call in calls.items() if call.is_certain}
    for effect in order:
        call = calls[effect.number]
        assert call.operation is not None
        # It may have waited for the store, whose clock then says when it took effect.
        transition = apply(state, replace(call.operation, now=effect.now), edition)
        if call.reply is not None:
            expected = outcome_to_json(transition.outcome, edition)
            assert without_moments(expected) == without_moments(call.reply)
        # No call took effect after one that began when it had ended.
        assert call.ended is None or latest is None or call.ended >= latest
        latest = call.began if latest is None else max(latest, call.began)
        state = transition.state


def without_moments(value: Any) -> Any:
    """Return a message without the times that no rule compares: only ends of leases decide."""
    if isinstance(value, list | tuple):
        return [without_moments(each) for each in value]
    if not isinstance(value, dict):
        return value
    decide = {name for name in value if name == "lease_expires_at" or not name.endswith("_at")}
    return {name: without_moments(value[name]) for name in value if name in decide}
