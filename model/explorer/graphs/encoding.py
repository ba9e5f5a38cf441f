"""The encoding of situations: the numbers of their parts, which together are one integer."""

from __future__ import annotations

from struct import Struct

from model.explorer.graphs.parts import BEFORE_STEPS, NOTHING, Numbers, Parts, Version
from model.explorer.graphs.state_graph import StateGraph
from model.explorer.scopes.scope import Scope
from model.explorer.situations import Situation
from spec.editions import Edition
from spec.vocabulary.state import State

Node = int
"""The numbers of a node's parts as one integer: little memory, and a move is an addition."""


class EncodedGraph(StateGraph[Node]):
    """A graph whose nodes are canonical situations, by the numbers of their parts.

    It has the numbers of a graph `like` it, in another edition.
    """

    def __init__(self, scope: Scope, edition: Edition, like: EncodedGraph | None = None) -> None:
        super().__init__(scope, edition)
        self.paths = [path for path, _ in scope.documents.versions]
        self.parts: Parts = like.parts if like else Parts(scope)
        width = BEFORE_STEPS + most_steps(scope)
        self.plans = [slice(at * width, (at + 1) * width) for at in range(len(self.paths))]
        self.packing = Struct(f"<{width * len(self.plans)}I")
        self.decoded: tuple[Numbers, Situation] | None = None

    def pack(self, numbers: Numbers) -> Node:
        """Return the node of some parts."""
        return int.from_bytes(self.packing.pack(*numbers), "little")

    def unpack(self, node: Node) -> Numbers:
        """Return the numbers of the parts of a node."""
        return self.packing.unpack(node.to_bytes(self.packing.size, "little"))

    def initial(self) -> Node:
        """Return the node in which nothing is registered."""
        return self.node_of(self.scope.start)

    def situation(self, node: Node) -> Situation:
        """Return the situation that a node stands for."""
        return self.decode(self.unpack(node))

    def node_of(self, situation: Situation) -> Node:
        """Return the node that stands for a situation."""
        return self.pack(self.parts.canonical(self.encode(situation)))

    def encode(self, situation: Situation) -> Numbers:
        """Return the numbers of the parts of a situation."""
        numbers: list[int] = []
        for path, version, where in zip(self.paths, situation.documents, self.plans, strict=True):
            plan = situation.state.plan(path)
            numbers.append(self.parts.intern(Version(version)))
            numbers += self.parts.of_plan(plan) if plan else ()
            numbers += [NOTHING] * (where.stop - len(numbers))
        return tuple(numbers)

    def decode(self, numbers: Numbers) -> Situation:
        """Return the situation of some parts, which is then the one that the model looks at."""
        if self.decoded is None or self.decoded[0] != numbers:
            of_plans = [numbers[where] for where in self.plans]
            values = self.parts.values
            plans = [
                self.parts.plan_of(path, *own[1:])
                for path, own in zip(self.paths, of_plans, strict=True)
            ]
            found = tuple(filter(None, plans))
            counted = sum(
                values[own[1]].artifacts
                for own, plan in zip(of_plans, plans, strict=True)
                if plan and plan.last_artifact_id is None
            )
            documents = tuple([values[own[0]].number for own in of_plans])
            self.decoded = numbers, Situation(State(found, counted), documents)
            self.answers.look_at(self.decoded[1].state)
        return self.decoded[1]


def most_steps(scope: Scope) -> int:
    """Return how many top-level steps a plan of a scope can have."""
    documents = [each for _, versions in scope.documents.versions for each in versions]
    return len({step.anchor for each in documents for step in each.steps})
