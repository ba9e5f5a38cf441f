"""Scenarios: questions that people ask, each answered by runs of the model.

`templates/scenarios.toml` has the questions, who asked them, and the runs: requests, and an answer
whose every sentence says what holds in its run. `3 answer=claimed` looks at the third reply,
`3 by CLM-5.2` at the clauses that decided it, `end piers.status=pending` at what is stored then.
`see CLM-4.5` cites a clause that is in force and says so without deciding a reply.
"""

import hashlib
import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache
from itertools import chain
from typing import Any

from conformance.protocol.codec import to_message
from conformance.protocol.links import playground_link
from conformance.protocol.operations import operation_from
from conformance.reports.words import traces
from docs.build.checks import BrokenSite
from docs.build.rendering import TEMPLATES, render
from docs.build.traces import picture_of, steps_of, trace_rows
from model.apply import apply
from model.transition import Transition
from spec.catalog import AREAS, CLAUSES
from spec.editions import CURRENT
from spec.formats.messages import OPERATION_NAMES, outcome_to_json
from spec.vocabulary.operations import Operation
from spec.vocabulary.state import State

PLAN = "bridge.md"
MINUTE = 60_000

Table = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ScenarioStep:
    """A request of a run, and what the model makes of it."""

    operation: Operation
    transition: Transition

    @property
    def reply(self) -> dict[str, Any]:
        """The reply as a message."""
        return outcome_to_json(self.transition.outcome)


def scenarios_page() -> str:
    """Return the page; raise `BrokenSite` if a sentence of an answer does not hold."""
    return render("scenarios.md", "../reference/", scenarios=scenarios())


@cache
def scenarios() -> list[Table]:
    """Return all questions with who asked them, their areas, and their runs as they are shown."""
    found = scenario_file()
    return [
        {
            **table,
            "area": next(area for area in AREAS if area.name == table["area"]),
            "runs": [
                run_of(f"{table['id']}-{place}", each, found["documents"])
                for place, each in enumerate(table["runs"], 1)
            ],
        }
        for table in found["scenario"]
    ]


@cache
def scenario_file() -> dict[str, Any]:
    """Return the scenarios, their documents and the picture of the front page, as written."""
    return tomllib.loads((TEMPLATES / "scenarios.toml").read_text(encoding="utf-8"))


def run_of(name: str, table: Table, documents: Table) -> Table:
    """Run the requests of a table on the model, and check its answer; return what is shown."""
    path = list(path_of(table["steps"], documents))
    problems = [
        f"{name}: {fact} does not hold: {says}"
        for says, facts in table["answer"]
        for fact in facts
        if not holds(fact, path)
    ]
    cited = [[each for each in map(cited_by, facts) if each] for _, facts in table["answer"]]
    problems += [
        f"{name}: no clause is cited: {says}"
        for (says, _), clauses in zip(table["answer"], cited, strict=True)
        if not clauses
    ]
    if problems:
        raise BrokenSite("\n".join(problems))
    operations = [each.operation for each in path]
    steps = steps_of(traces.path_of(operations, [each.transition for each in path]))
    return {
        "title": table.get("when", ""),
        "answer": [says for says, _ in table["answer"]],
        "clauses": list(dict.fromkeys(chain.from_iterable(cited))),
        "picture": picture_of(steps, name),
        "rows": trace_rows(steps),
        "link": playground_link("../..", operations, CURRENT),
    }


def path_of(steps: list[Table], documents: Table) -> Iterator[ScenarioStep]:
    """Yield the steps of a run; what a request needs and does not say is filled in."""
    state = State()
    for step in steps:
        operation = operation_of(step, documents)
        transition = apply(state, operation)
        state = transition.state
        yield ScenarioStep(operation, transition)


def operation_of(step: Table, documents: Table) -> Operation:
    """Return a request of a run; `at` is the time of day, `document` the name of one."""
    hours, minutes = step["at"].split(":")
    document = step.get("document", "bridge")
    digest = hashlib.sha256(document.encode()).hexdigest()
    filled = {
        "plan": PLAN,
        "now": (int(hours) * 60 + int(minutes)) * MINUTE,
        "document_hash": digest,
        "definition": {**documents[document], "document_hash": digest},
        "commit_hash": hashlib.sha1(step["at"].encode()).hexdigest(),
    }
    known = {each.name for each in fields(OPERATION_NAMES[step["operation"]])}
    given = {name: value for name, value in step.items() if name not in ("at", "document")}
    return operation_from({name: filled[name] for name in filled.keys() & known} | given)


def cited_by(fact: str) -> str:
    """Return the clause that a fact cites, or the empty text."""
    return fact.removeprefix("see ") if fact.startswith("see ") else fact.partition(" by ")[2]


def holds(fact: str, path: list[ScenarioStep]) -> bool:
    """Return whether a fact holds in a run."""
    where, _, what = fact.partition(" ")
    if where == "see":
        return any(each.id == what and each.is_in_force(CURRENT) for each in CLAUSES)
    step = path[-1] if where == "end" else path[int(where) - 1]
    if what.startswith("by "):
        return what.removeprefix("by ") in step.transition.clauses
    place, _, value = what.partition("=")
    document = stored(step.transition.state) if where == "end" else step.reply
    return value_at(document, place) == value


def stored(state: State) -> dict[str, Any]:
    """Return what is stored of the plan, with its steps by their anchors."""
    plan: dict[str, Any] = to_message(state)["plans"][0]
    return plan | {step["anchor"]: step for step in plan["steps"]}


def value_at(document: Any, place: str) -> str:
    """Return the value at a path such as `piers.items.0.status`, a text as it is, else as JSON."""
    for name in place.split("."):
        document = document[int(name)] if isinstance(document, list) else document.get(name)
    return document if isinstance(document, str) else json.dumps(document)
