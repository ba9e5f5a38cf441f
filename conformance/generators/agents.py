"""Operations of agents: check whether a shell command may be run."""

from hypothesis import strategies as st

from conformance.generators.shell_commands import shell_commands
from conformance.generators.situation import choose_plan, machines
from spec.vocabulary.agents import CheckCommand


@st.composite
def check_commands(draw: st.DrawFn) -> CheckCommand:
    """Check whether a command may be run. The plan need not be registered."""
    situation = draw(machines).situation
    plan, command = choose_plan(draw, situation), draw(shell_commands())
    return CheckCommand(plan, command, situation.now)
