"""Operations on plans: register and show."""

from hypothesis import strategies as st

from conformance.generators.situation import (
    choose,
    choose_document,
    choose_mostly,
    choose_plan,
    machines,
    one_in,
)
from spec.vocabulary.plans import Register
from spec.vocabulary.state import Show


@st.composite
def registrations(draw: st.DrawFn) -> Register:
    """Register a plan's document, or an edited version of it."""
    situation = draw(machines).situation
    plan = choose(draw, situation.workspace.plans)
    versions = situation.workspace.versions(plan)
    definition = choose_mostly(draw, versions[:1], versions, 2)
    return Register(plan, definition, situation.now)


@st.composite
def shows(draw: st.DrawFn) -> Show:
    """Show a plan."""
    situation = draw(machines).situation
    plan = choose_plan(draw, situation)
    return Show(plan, choose_document(draw, situation, plan, other=draw(one_in(12))), situation.now)
