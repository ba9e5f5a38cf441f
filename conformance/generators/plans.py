"""Operations on plans: register and show."""

from hypothesis import strategies as st

from conformance.generators.context import choose_document, choose_plan, current_context
from conformance.generators.draws import biased_choice, choose, one_in
from spec.vocabulary.plans import Register
from spec.vocabulary.state import Show


@st.composite
def registrations(draw: st.DrawFn) -> Register:
    """Register a plan's document, or an edited version of it."""
    context = draw(current_context)
    plan = choose(draw, context.workspace.plans)
    versions = context.workspace.versions(plan)
    definition = biased_choice(draw, versions[:1], versions, 2)
    return Register(plan, definition, context.now)


@st.composite
def shows(draw: st.DrawFn) -> Show:
    """Show a plan."""
    context = draw(current_context)
    plan = choose_plan(draw, context)
    return Show(plan, choose_document(draw, context, plan, other=draw(one_in(12))), context.now)
