"""Vectors of superseded clauses: where the last edition that has one parts from the current one."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from conformance.adapters.model import transitions_of
from conformance.authoring.goals import EditionDiffGoal
from conformance.authoring.levels import ScopeLevels, askable, found_at
from conformance.authoring.rule_search import RULES_OF_STORE
from conformance.authoring.traces import FoundTrace
from conformance.authoring.written_traces import WRITTEN_TRACES
from model.apply import apply
from spec.amendments.changes_2026_2 import FENCED_CLAIMS
from spec.catalog import rule, rule_id
from spec.editions import CURRENT, ORIGIN, SEEDS, Edition
from spec.rules.rule import Clause
from spec.vocabulary.plans import Register
from spec.vocabulary.state import Show

EARLIER = tuple(
    edition.extended(f"{edition.name}+{FENCED_CLAIMS.id}", (FENCED_CLAIMS,))
    for edition in (SEEDS, ORIGIN)
)
"""The earlier editions, whose claims have ids: otherwise they would part at the first claim."""

SUPERSEDED = tuple(
    clause
    for each in RULES_OF_STORE
    for clause in each.clauses
    if clause.binds and not clause.is_in_force(CURRENT)
    if not clause.unobservable and not clause.kept_outside
)
"""The binding clauses that an amendment ends, or that came with one that was withdrawn."""


@dataclass
class SupersededGoal(EditionDiffGoal):
    """An edition that has a clause decides by it, and parts from the current edition there."""

    def __init__(self, clause: Clause, edition: Edition | None = None) -> None:
        ended = clause.until is not None and CURRENT.has(clause.until)
        changing = clause.until if ended else clause.since
        assert changing is not None
        super().__init__(changing)
        self.edition = edition or self.edition
        self.clause = clause.id
        self.id = f"superseded-{clause.id}"
        when = "Until" if ended else "With"
        self.title = f"{when} {changing.id}: {clause.text} ({clause.id})"
        self.rules, self.clauses = (rule_id(clause.id),), (clause.id,)

    def serves(self, found: FoundTrace) -> bool:
        """Return whether the clause decides, and the editions part at the last operation."""
        return self.clause in self.deciding(found) and super().serves(found)

    def deciding(self, found: FoundTrace) -> frozenset[str]:
        """Return the clauses that decide at the end: before a query, those of what it shows."""
        last = transitions_of(found.operations, self.edition)[-2:]
        shown = last if isinstance(found.operations[-1], Show) else last[-1:]
        return frozenset(clause for each in shown for clause in each.clauses)


def superseded_clause(
    clause: Clause, levels: ScopeLevels
) -> tuple[SupersededGoal, FoundTrace] | None:
    """Return a shortest trace on which a superseded clause shows, or `None`.

    What one amendment alone would not show, it shows together with those that came with it.
    """
    for edition in (None, *EARLIER):
        goal = SupersededGoal(clause, edition)
        found = next(filter(goal.serves, chain(written(goal), traces(goal, levels))), None)
        if found is not None:
            return goal, found
    return None


def written(goal: SupersededGoal) -> Iterator[FoundTrace]:
    """Yield the trace written for a clause that shows only in states of its own edition."""
    if goal.id in WRITTEN_TRACES:
        yield FoundTrace(WRITTEN_TRACES[goal.id])


def traces(goal: SupersededGoal, levels: ScopeLevels) -> Iterator[FoundTrace]:
    """Yield the traces on which the editions seem to part, shortest first.

    Where only what is stored differs, a query follows.
    """
    asked_about = rule(goal.rules[0]).operations
    for level in levels.levels():
        for reachable, situation in level:
            for operation in askable(reachable.scope, situation):
                if type(operation).__name__ not in asked_about:
                    continue
                old = apply(situation.state, operation, goal.edition)
                new = apply(situation.state, operation)
                same = (old.state, old.outcome) == (new.state, new.outcome)
                if goal.clause not in old.clauses or same:
                    continue
                found = found_at(reachable, situation, operation)
                yield found if old.outcome != new.outcome else shown_after(found)


def shown_after(found: FoundTrace) -> FoundTrace:
    """Return a trace with a query of the plan behind it."""
    last = found.operations[-1]
    registered = [each for each in found.operations if isinstance(each, Register)]
    document_hash = getattr(last, "document_hash", None) or registered[-1].definition.document_hash
    query = Show(last.plan, document_hash, last.now)
    return FoundTrace((*found.operations, query), found.scope, found.events + 1)
