"""Operations of agents: check whether a shell command may be run."""

from hypothesis import strategies as st

from conformance.generators.context import choose_plan, current_machine
from conformance.generators.shell_commands import shell_commands
from spec.vocabulary.agents import CheckCommand


@st.composite
def check_commands(draw: st.DrawFn) -> CheckCommand:
    """Check whether a command may be run. The plan need not be registered."""
    context = draw(current_machine).context
    plan, command = choose_plan(draw, context), draw(shell_commands())
    return CheckCommand(plan, command, context.now)
