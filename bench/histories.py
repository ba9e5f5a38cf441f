"""Measure how long judging a history takes, beside Porcupine on the same histories.

Histories of a register (`set_max_reviews` and `show`) and of a lock (`claim` and `release` of one
step) grow with the processes, with the operations, and with the operations whose outcome is not
known. Half of them have one wrong answer. Times are CPU seconds. Run with
`.venv/bin/python -m bench.histories`; `--json` prints one document. Needs Go.
"""

import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from conformance.adapters.model import WHOLE
from conformance.differential.comparator import Comparator
from conformance.histories.calls import Call
from conformance.histories.linearizability import Search, SearchNode
from model.apply import apply
from spec.editions import CURRENT
from spec.formats.messages import Message, outcome_to_json
from spec.vocabulary.claims import Claim
from spec.vocabulary.holding import Release
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import PlanDefinition, Register, StepDefinition
from spec.vocabulary.reviews import NewPlan, SetMaxReviews
from spec.vocabulary.state import Show, State

PORCUPINE = Path(__file__).parent / "peers" / "porcupine"
PLAN, HASH, LEASE = "plan.md", "1" * 64, 2**40
KINDS = ("register", "lock")
STEPS, SECONDS = 1_000_000, 10.0
"""The most steps of our search, and how long Porcupine may take."""


@dataclass(frozen=True, slots=True)
class Case:
    """A history: `lost` of its operations have no known outcome, and one is `wrong`."""

    kind: str
    processes: int
    operations: int
    lost: int = 0
    wrong: bool = False


def cases() -> Iterator[Case]:
    """Yield what is measured: each size alone grows."""
    grown = [
        *((processes, 400, 0) for processes in (2, 4, 8, 16)),
        *((4, operations, 0) for operations in (100, 1_000, 4_000)),
        *((4, 200, lost) for lost in (1, 2, 4, 8, 16)),
        (16, 200, 16),
    ]
    for kind in KINDS:
        for processes, operations, lost in grown:
            for wrong in (False, True):
                yield Case(kind, processes, operations, lost, wrong)


def beginning() -> State:
    """Return a plan with one free step, and a limit of 0."""
    definition = PlanDefinition("A plan", HASH, (StepDefinition("step", "Step"),))
    state = apply(State(), Register(PLAN, definition, 0)).state
    return apply(state, NewPlan(PLAN, 0, 0)).state


def asked(kind: str, random: Random, worker: str, number: int) -> Operation:
    """Return what a process asks; every value is written only once."""
    first = random.random() < 0.5
    if kind == "register":
        return SetMaxReviews(PLAN, number + 1, 0) if first else Show(PLAN, HASH, 0)
    if first:
        return Claim(PLAN, worker, HASH, 0, LEASE)
    return Release(PLAN, "step", 0, worker)


def calls_of(case: Case, seed: int) -> list[Call]:
    """Return the calls of a faultless server, of which one has a wrong answer if that is asked."""
    random, state = Random(seed), beginning()
    calls: list[Call] = []
    open_calls: dict[str, tuple[int, Message | None]] = {}
    moment, gap = 0, max(case.operations // max(case.lost, 1), 1)
    while len(calls) < case.operations or open_calls:
        moment += 1
        worker = str(random.randrange(case.processes) + 1)
        if worker not in open_calls:
            if len(calls) < case.operations:
                operation = asked(case.kind, random, worker, len(calls))
                open_calls[worker] = (len(calls), None)
                calls.append(Call(len(calls), worker, PLAN, moment, None, operation, None))
            continue
        number, reply = open_calls.pop(worker)
        call = calls[number]
        if reply is None and call.operation is not None:
            transition = apply(state, call.operation)
            state = transition.state
            open_calls[worker] = (number, outcome_to_json(transition.outcome))
        elif not case.lost or number % gap:
            calls[number] = replace(call, ended=moment, reply=reply)
    return falsified(case.kind, calls) if case.wrong else calls


def falsified(kind: str, calls: list[Call]) -> list[Call]:
    """Return calls of which a late one is answered as an early one was: a stale answer."""
    answering = [call for call in calls if call.reply and outcome_of(kind, call) > 0]
    read = [call for call in answering if not isinstance(call.operation, Release)]
    early, late = read[0], read[-1]
    return [replace(each, reply=early.reply) if each is late else each for each in calls]


def outcome_of(kind: str, call: Call) -> int:
    """Return what was read, or the id of a claim, or 1 for a release, or 0 if it was refused."""
    reply: dict[str, Any] = call.reply or {}
    if kind == "register":
        return reply["plan"]["review_cycle"]["max_reviews"] if "plan" in reply else 0
    if isinstance(call.operation, Release):
        return int(reply.get("reply") == "ok")
    return int(reply.get("claim_id") or 0)


def plain(case: Case, calls: Sequence[Call]) -> str:
    """Return a history as a line for Porcupine."""
    lines = [
        {
            "client": int(call.process),
            "began": call.began,
            "ended": call.ended,
            "name": name_of(call),
            "value": getattr(call.operation, "max_reviews", 0),
            "outcome": outcome_of(case.kind, call),
        }
        for call in calls
    ]
    return json.dumps({"kind": case.kind, "seconds": SECONDS, "calls": lines}) + "\n"


def name_of(call: Call) -> str:
    """Return what Porcupine's models call an operation."""
    names = {SetMaxReviews: "write", Show: "read", Claim: "claim", Release: "release"}
    return names[type(call.operation)]


def judged(calls: Sequence[Call]) -> dict[str, Any]:
    """Return our verdict, and the CPU seconds that it took."""
    search = Search(Comparator(WHOLE, CURRENT), CURRENT, budget=STEPS)
    begun = time.process_time()
    verdict = search.judge(calls, (SearchNode(beginning()),)).verdict
    return {"verdict": verdict.value, "seconds": round(time.process_time() - begun, 4)}


def judged_by_porcupine(lines: Sequence[str]) -> list[dict[str, Any]]:
    """Return Porcupine's verdicts, with the CPU seconds that each took."""
    command = ["go", "run", "."]
    given = "".join(lines)
    done = subprocess.run(
        command, cwd=PORCUPINE, input=given, capture_output=True, text=True, check=True
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def measure(chosen: Sequence[Case], seed: int = 1) -> list[dict[str, Any]]:
    """Return both verdicts on every case, with their times."""
    histories = [calls_of(case, seed) for case in chosen]
    lines = [plain(case, calls) for case, calls in zip(chosen, histories, strict=True)]
    peers = judged_by_porcupine(lines)
    found = []
    for case, calls, peer in zip(chosen, histories, peers, strict=True):
        ours = judged(calls)
        verdicts = {ours["verdict"], peer["verdict"]}
        both = "unknown" not in verdicts
        agreed = {"both": both, "agree": both and len(verdicts) == 1}
        found.append({**asdict(case), **agreed, "planspec": ours, "porcupine": peer})
        size = f"{case.processes:3} {case.operations:6,} {case.lost:3}"
        times = f"{ours['seconds']:8.3f} {peer['seconds']:8.3f}"
        verdict = f"{ours['verdict']} {peer['verdict']}"
        print(f"{case.kind:9}{size}  {times}  {verdict}", file=sys.stderr)
    return found


def main(arguments: Sequence[str]) -> None:
    """Measure, and print a document if that is asked for."""
    found = measure(list(cases()))
    if "--json" in arguments:
        print(json.dumps({"steps": STEPS, "limit": SECONDS, "cases": found}))


if __name__ == "__main__":
    main(sys.argv[1:])
