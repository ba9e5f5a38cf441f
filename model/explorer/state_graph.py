"""Spaces: what an explorer can walk through. The plain one looks at whole situations.

It is the one to read, and the measure of the fast one in `model.explorer.families`, which must
find the same states, transitions and verdicts.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Generic, Protocol, TypeVar

from model.apply import apply
from model.explorer.events import happen
from model.explorer.judging import Judge, Problem
from model.explorer.scopes import Scope
from model.explorer.situations import Situation, names_in_order, renamed
from spec.editions import Edition
from spec.properties.changes import Change
from spec.properties.reachability import EVENTUALITIES
from spec.vocabulary.registering import PlanDefinition, Register
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.state import State

Node = TypeVar("Node", bound=Hashable)


@dataclass(slots=True)
class View(Generic[Node]):
    """What can be seen from a node.

    `moves` are the events, by their number in the scope, that lead to another node; `count` is
    how many events could happen at all; `broken` are the problems with the event that shows each,
    none for those of the node itself.
    """

    moves: list[tuple[int, Node]] = field(default_factory=list)
    count: int = 0
    broken: list[tuple[int | None, Problem]] = field(default_factory=list)


class Space(Protocol[Node]):
    """A graph that is built while it is walked through."""

    edition: Edition
    judge: Judge
    rules: set[str]

    @property
    def scope(self) -> Scope:
        """Give the scope that is explored."""

    def initial(self) -> Node:
        """Give the node in which nothing is registered."""

    def look(self, node: Node) -> View[Node]:
        """See what can happen in a node."""

    def situation(self, node: Node) -> Situation:
        """Give the situation that a node stands for."""

    def stakes(self, node: Node) -> tuple[int, int]:
        """Give, as bits in the order of the eventualities, which concern a node, which it meets."""


class PlainSpace:
    """Canonical situations, one by one. `symmetric` takes worktrees for interchangeable."""

    def __init__(self, scope: Scope, edition: Edition, symmetric: bool = True) -> None:
        self.scope = scope
        self.edition = edition
        self.judge = Judge(edition, scope.worktrees)
        self.rules: set[str] = set()
        self.symmetric = symmetric

    def initial(self) -> Situation:
        """Give the situation in which nothing is registered."""
        return Situation(State(), (0,) * len(self.scope.documents.versions))

    def canonical(self, situation: Situation) -> Situation:
        """Rename the worktrees by the order in which they appear."""
        if not self.symmetric:
            return situation
        names = names_in_order(situation.state, self.scope.worktrees)
        return replace(situation, state=renamed(situation.state, names))

    def look(self, node: Situation) -> View[Situation]:
        """Try every event of the scope."""
        view: View[Situation] = View()
        for number, event in enumerate(self.scope.events):
            happening = happen(self.scope, self.edition, node, event)
            if happening is None:
                continue
            view.count += 1
            if happening.operation is not None and happening.transition is not None:
                self.rules.update(happening.transition.rules)
                outcome = happening.transition.outcome
                change = Change(node.state, happening.operation, outcome, happening.after.state)
                view.broken += [(number, problem) for problem in self.judge.change(change)]
            after = self.canonical(happening.after)
            if after != node:
                view.moves.append((number, after))
        for plan in node.state.plans:
            for step in plan.steps:
                for by_claim in (False, True):
                    problems = self.judge.possibilities(node.state, plan, step, by_claim)
                    view.broken += [(None, problem) for problem in problems]
        return view

    def situation(self, node: Situation) -> Situation:
        """Give the node: it is the situation."""
        return node

    def stakes(self, node: Situation) -> tuple[int, int]:
        """Judge the eventualities in a situation."""
        return stakes(self.scope, node)


@cache
def is_sound(path: str, document: PlanDefinition) -> bool:
    """Tell whether a document can be registered at all."""
    return not isinstance(apply(State(), Register(path, document, 0)).outcome, Rejected)


def stakes(scope: Scope, situation: Situation) -> tuple[int, int]:
    """Tell which eventualities concern a situation and which it meets, as two sets of bits."""
    concerned = met = 0
    for position, rule in enumerate(EVENTUALITIES):
        pairs = []
        for plan in situation.state.plans:
            document = scope.documents.current(situation, plan.path)
            if document is not None and is_sound(plan.path, document):
                pairs.append((plan, document.document_hash))
        if any(rule.concerns(*pair) for pair in pairs):
            concerned |= 1 << position
        if all(rule.goal(*pair) for pair in pairs):
            met |= 1 << position
    return concerned, met
