"""The commands of `planspec`."""

from dataclasses import dataclass

from conformance.cli.options import specification, validation
from conformance.cli.options.fields import Options


@dataclass(frozen=True)
class Group:
    """A command that has commands of its own; the first line of `about` is its summary."""

    about: str
    commands: dict[str, type[Options]]


COMMANDS: dict[str, type[Options] | Group] = {
    "check": specification.CheckOptions,
    "explore": specification.ExploreOptions,
    "diff": specification.DiffOptions,
    "replay": validation.ReplayOptions,
    "conform": validation.ConformOptions,
    "audit": validation.AuditOptions,
    "deviations": Group(
        "Maintain the file of known deviations.", {"update": validation.UpdateOptions}
    ),
    "doctor": validation.DoctorOptions,
    "mapping": validation.MappingOptions,
    "dialect": validation.DialectOptions,
    "serve": validation.ServeOptions,
    "explain": specification.ExplainOptions,
    "vectors": Group(
        "Build the test vectors, or run them on an implementation.\n\n"
        "They are short traces with what is expected of them: for every rule, for guards that fail "
        "together, for every amendment, for every deliberately broken implementation.",
        {
            "build": specification.BuildOptions,
            "run": specification.RunOptions,
            "export": specification.ExportOptions,
        },
    ),
    "new": Group(
        "Write the skeleton of a rule change.", {"amendment": specification.NewAmendmentOptions}
    ),
    "mutants": specification.MutantsOptions,
}
"""The options of each command, or the commands below it."""


def summary_of(kind: type[Options] | Group) -> str:
    """Return what a command does, in a line."""
    line = str(kind.about if isinstance(kind, Group) else kind.__doc__).splitlines()[0]
    return line[0].lower() + line[1:].removesuffix(".")
