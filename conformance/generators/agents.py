"""Operations of agents: check whether a shell command may be run."""

from conformance.generators.context import about_plan
from conformance.generators.shell_commands import shell_commands
from spec.vocabulary.agents import CheckCommand

check_commands = about_plan(CheckCommand, command=shell_commands())
"""Commands about a plan, which need not be registered."""
