"""Histories of clients of a faultless server, which is simulated with the model."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations, permutations
from typing import Any, NamedTuple

from hypothesis import strategies as st

from conformance.histories.calls import Call
from conformance.histories.judging import judged_plans
from conformance.histories.linearizability import Verdict
from conformance.histories.recording import Recording, moment_of
from model.apply import apply
from spec.formats.histories import Dead, Event, Fail, History, Info, Invoke, Observe, Ok
from spec.formats.messages import Message, outcome_to_json, state_to_json
from spec.vocabulary.claims import Claimed
from spec.vocabulary.operations import Operation
from spec.vocabulary.state import State
from tests.rules.builders import (
    PLAN,
    TASK,
    batch,
    claim,
    complete,
    document,
    entry,
    heartbeat,
    listed,
    register,
    release,
    reset,
    start,
    step,
)

PAIR = document(step("a", items=listed(TASK)), step("b"))
PROCESSES = ("one", "two", "three")
BEGINNING = apply(State(), register(PAIR)).state


def operations_of(process: str) -> list[Operation]:
    """Return what a process asks, before its lease of 100 ms is over and after."""
    return [
        *(claim(process, now=now) for now in (0, 50, 150)),
        claim(process, force=True, now=50),
        *(start(each, process) for each in "ab"),
        *(release(each, process) for each in "ab"),
        heartbeat("a", process, now=90),
        batch("a", entry(TASK, 0), worktree=process),
        *(complete(each, process) for each in "ab"),
        reset("a"),
    ]


def claimed(anchor: str = "a", number: int = 1, remaining: int = 1, **fields: Any) -> Message:
    """Return the answer of a claim at 0 ms; `fields` are those that differ."""
    answer = Claimed(anchor, f"Title of {anchor}", "ab".index(anchor), 100, False, remaining, 1)
    return outcome_to_json(replace(answer, claim_id=number, **fields))


def verdicts(recording: Recording) -> set[Verdict]:
    """Return the verdicts on the plans of a history."""
    return {each.judgement.verdict for each in judged_plans(recording)}


def verdict_of(history: History, events: Iterable[Event]) -> Verdict:
    """Return the verdict on the one plan of some events, in the order of their times."""
    [verdict] = verdicts(Recording(history, tuple(sorted(events, key=moment_of))))
    return verdict


class Client(NamedTuple):
    """What a client waits for: `reply` is there once its operation took effect."""

    operation: Operation
    reply: Message | None = None


@st.composite
def histories(draw: st.DrawFn, most: int = 8, *, may_die: bool = True) -> tuple[Event, ...]:
    """Return the events of up to `most` operations, with intervals as wide as can be."""
    state, asked = BEGINNING, 0
    events: list[Event] = []
    clients: dict[str, Client] = {}
    for time in range(draw(st.integers(2, 4 * most))):
        process = draw(st.sampled_from(PROCESSES))
        client = clients.get(process)
        if client is None:
            if asked < most:
                asked += 1
                operation = draw(st.sampled_from(operations_of(process)))
                clients[process] = Client(operation)
                events.append(Invoke(process, time, operation))
        elif may_die and draw(st.integers(0, 9)) == 0:
            lost = Dead if draw(st.booleans()) else Info
            events.append(lost(process, time))
            del clients[process]
        elif client.reply is None:
            transition = apply(state, client.operation)
            state = transition.state
            clients[process] = client._replace(reply=outcome_to_json(transition.outcome))
        else:
            events.append(answer(process, time, client.reply))
            del clients[process]
    events.append(Observe(PROCESSES[0], 4 * most, 4 * most, PLAN, state_to_json(state)))
    return tuple(events)


def answer(process: str, time: int, reply: Message) -> Ok | Fail:
    """Return the event for a reply."""
    return (Fail if reply["reply"] == "rejected" else Ok)(process, time, reply)


def has_an_order(calls: list[Call]) -> bool:
    """Return whether any order explains calls, by trying all."""
    certain = [call for call in calls if call.is_certain]
    uncertain = [call for call in calls if not call.is_certain]
    return any(
        explains(order)
        for size in range(len(uncertain) + 1)
        for chosen in combinations(uncertain, size)
        for order in permutations([*certain, *chosen])
    )


def explains(order: tuple[Call, ...]) -> bool:
    """Return whether calls that took effect in an order are answered so."""
    for place, later in enumerate(order):
        if any(later.ended is not None and later.ended < each.began for each in order[:place]):
            return False
    state = BEGINNING
    for call in order:
        if call.operation is None:
            if state_to_json(state) != call.reply:
                return False
            continue
        transition = apply(state, call.operation)
        if call.reply is not None and outcome_to_json(transition.outcome) != call.reply:
            return False
        state = transition.state
    return True


def falsified(reply: Message) -> Message:
    """Return a reply that is wrong, whatever was right."""
    if reply["reply"] == "rejected":
        return {"reply": "ok", "answer": "started", "anchor": "nowhere"}
    return {"reply": "rejected", "code": "E011"}
