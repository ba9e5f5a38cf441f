"""Following guidance: asking how to go on, doing what is answered, and asking again."""

from model.apply import apply
from spec.editions import Edition
from spec.properties.guidance import Guidance
from spec.vocabulary.state import Plan, State


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
