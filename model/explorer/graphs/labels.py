"""Labels: which properties that no single node or event shows to be violated concern a node.

Such a property is about the ways on from a node: that one leads to a goal, or that following
guidance does, which is asking how to go on, doing what is answered, and asking again.
"""

from functools import cache

from model.apply import apply
from model.explorer.graphs.parts import Interner
from model.explorer.scopes.scope import Scope
from model.explorer.situations import Edit, Event, Situation
from spec.editions import Edition
from spec.properties.guidance import GUIDANCE, Guidance
from spec.properties.reachability import EVENTUALITIES
from spec.vocabulary.plans import PlanDefinition, Register
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.state import Plan, State

Labels = tuple[int, int]
"""Two bit sets in the order of `LABELLED`: what concerns a node, and what it meets."""

LABELLED = (*EVENTUALITIES, *GUIDANCE)
"""The properties that no single node or event shows to be violated."""


class EventKinds:
    """Which properties of `LABELLED` allow an event on the way; events are of a kind if all agree.

    `of` has the number of each event's kind.
    """

    def __init__(self, events: tuple[Event, ...]) -> None:
        excluded: list[tuple[type[Event], ...]] = [
            *((Edit, *rule.forbidden) for rule in EVENTUALITIES),
            *(rule.edits for rule in GUIDANCE),
        ]
        allowed = Interner[tuple[bool, ...]]()
        self.of = [
            allowed.intern(tuple(not isinstance(event, types) for types in excluded))
            for event in events
        ]
        self.kinds = allowed.values
        self.count = len(self.kinds)

    def allowed(self, position: int) -> set[int]:
        """Return the kinds of events that a property allows, by its position in `LABELLED`."""
        return {number for number, allowed in enumerate(self.kinds) if allowed[position]}


def labels_of(scope: Scope, edition: Edition, situation: Situation) -> Labels:
    """Return which properties of `LABELLED` concern a situation, and which it meets."""
    concerned = met = 0
    for position, rule in enumerate(EVENTUALITIES):
        pairs = []
        for plan in situation.state.plans:
            document = scope.documents.current(situation, plan.path)
            if document is not None and is_registrable(plan.path, document, edition):
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


@cache
def is_registrable(path: str, document: PlanDefinition, edition: Edition) -> bool:
    """Return whether a document can be registered at all in an edition."""
    return not isinstance(apply(State(), Register(path, document, 0), edition).outcome, Rejected)


def why_lost(guidance: Guidance, plan: Plan, edition: Edition) -> str:
    """Return why following guidance does not lead a plan to the goal; nothing if it does."""
    passed = []
    while not guidance.goal(plan):
        if plan in passed:
            return "what is advised leads round in a circle"
        passed.append(plan)
        state = State((plan,))
        answer = apply(state, guidance.question(plan), edition).outcome
        operation = guidance.advised(answer, plan)
        if isinstance(operation, str):
            return operation
        after = apply(state, operation, edition).state.plan(plan.path)
        assert after is not None
        plan = after
    return ""
