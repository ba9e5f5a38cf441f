"""The state graph of a scope: its nodes, the events that lead from one to another, its labels.

`PlainStateGraph` keeps every situation whole. It is the one to read, and what the fast
`model.explorer.graphs.interned_graph` is compared with: both have the same states, transitions and
verdicts.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Generic, Protocol, TypeVar

from model.apply import apply
from model.explorer.asking import ModelAnswers
from model.explorer.canonicalization import canonical_names, canonical_state
from model.explorer.events import event_result
from model.explorer.graphs.following import why_lost
from model.explorer.property_checks import Problem, PropertyChecker
from model.explorer.scopes.scope import Scope
from model.explorer.situations import Situation
from spec.editions import Edition
from spec.properties.changes import Change
from spec.properties.guidance import GUIDANCE
from spec.properties.reachability import EVENTUALITIES
from spec.vocabulary.plans import PlanDefinition, Register
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.state import State

Node = TypeVar("Node", bound=Hashable)
Labels = tuple[int, int]
"""Two bit sets in the order of `LABELLED`: what concerns a node, and what it meets."""

LABELLED = (*EVENTUALITIES, *GUIDANCE)
"""The properties that no single node or event shows to be violated."""


@dataclass(slots=True)
class Expansion(Generic[Node]):
    """A node's outgoing transitions.

    `successors` are the events, by their number in the scope, that lead to another node; `enabled`
    counts all events that can happen; `violations` are problems, each with the event that shows
    it, or `None` if the node itself does. `labels` says which properties of `LABELLED` concern the
    node, and which it meets.
    """

    successors: list[tuple[int, Node]] = field(default_factory=list)
    enabled: int = 0
    violations: list[tuple[int | None, Problem]] = field(default_factory=list)
    labels: Labels = (0, 0)


class StateGraph(Protocol[Node]):
    """A graph that is built while it is searched."""

    edition: Edition
    checker: PropertyChecker
    clauses: set[str]

    @property
    def scope(self) -> Scope:
        """The scope that is explored."""

    def initial(self) -> Node:
        """Return the node in which nothing is registered."""

    def expand(self, node: Node) -> Expansion[Node]:
        """Apply every event to a node."""

    def situation(self, node: Node) -> Situation:
        """Return the situation that a node stands for."""


class PlainStateGraph:
    """Canonical situations, one by one. With `symmetric`, worktrees are interchangeable."""

    def __init__(self, scope: Scope, edition: Edition, symmetric: bool = True) -> None:
        self.scope = scope
        self.edition = edition
        self.answers = ModelAnswers(edition)
        self.checker = PropertyChecker(self.answers, scope.worktrees)
        self.clauses: set[str] = set()
        self.symmetric = symmetric

    def initial(self) -> Situation:
        """Return the situation in which nothing is registered."""
        return Situation(State(), (0,) * len(self.scope.documents.versions))

    def canonical(self, situation: Situation) -> Situation:
        """Return the situation with its worktrees renamed, and with canonical ids of claims."""
        names = {name: name for name in self.scope.worktrees}
        if self.symmetric:
            names = canonical_names(situation.state, self.scope.worktrees)
        state = canonical_state(situation.state, names, self.scope.carries_claims)
        return replace(situation, state=state)

    def expand(self, node: Situation) -> Expansion[Situation]:
        """Apply every event of the scope."""
        labels = labels_of(self.scope, self.edition, node)
        found: Expansion[Situation] = Expansion(labels=labels)
        self.answers.look_at(node.state)
        for number, event in enumerate(self.scope.events):
            result = event_result(self.scope, self.answers, node, event)
            if result is None:
                continue
            found.enabled += 1
            if result.operation is not None and result.transition is not None:
                self.clauses.update(result.transition.clauses)
                outcome = result.transition.outcome
                change = Change(node.state, result.operation, outcome, result.after.state)
                found.violations += [(number, problem) for problem in self.checker.change(change)]
            after = self.canonical(result.after)
            if after != node:
                found.successors.append((number, after))
        for plan in node.state.plans:
            for step in plan.steps:
                for by_claim in (False, True):
                    problems = self.checker.possibilities(node.state, plan, step, by_claim)
                    found.violations += [(None, problem) for problem in problems]
        return found

    def situation(self, node: Situation) -> Situation:
        """Return the node: it is the situation."""
        return node


@cache
def is_registrable(path: str, document: PlanDefinition) -> bool:
    """Return whether a document can be registered at all."""
    return not isinstance(apply(State(), Register(path, document, 0)).outcome, Rejected)


def labels_of(scope: Scope, edition: Edition, situation: Situation) -> Labels:
    """Return which properties of `LABELLED` concern a situation, and which it meets."""
    concerned = met = 0
    for position, rule in enumerate(EVENTUALITIES):
        pairs = []
        for plan in situation.state.plans:
            document = scope.documents.current(situation, plan.path)
            if document is not None and is_registrable(plan.path, document):
                pairs.append((plan, document.document_hash))
        if any(rule.concerns(*pair) for pair in pairs):
            concerned |= 1 << position
        if all(rule.goal(*pair) for pair in pairs):
            met |= 1 << position
    for position, guidance in enumerate(GUIDANCE, start=len(EVENTUALITIES)):
        plans = [plan for plan in situation.state.plans if guidance.concerns(plan)]
        if plans:
            concerned |= 1 << position
        if not any(why_lost(guidance, plan, edition) for plan in plans):
            met |= 1 << position
    return concerned, met
