"""The commands of `planspec`."""

from dataclasses import dataclass

from conformance.cli.options import specification, validation, vectors
from conformance.cli.options.fields import Options


@dataclass(frozen=True)
class Group:
    """A command that has commands of its own, each with what it does in a line."""

    title: str
    metavar: str
    description: str
    commands: dict[str, tuple[str, type[Options]]]


COMMANDS: dict[str, tuple[str, type[Options] | Group]] = {
    "check": (
        "run random operations on model and implementation and compare",
        specification.CheckOptions,
    ),
    "explore": (
        "visit every reachable state of a scope, check every property",
        specification.ExploreOptions,
    ),
    "diff": (
        "show what each amendment between two editions changes",
        specification.DiffOptions,
    ),
    "replay": ("run a saved trace again and show both replies", validation.ReplayOptions),
    "conform": ("validate another implementation", validation.ConformOptions),
    "audit": ("check a recorded history of concurrent clients", validation.AuditOptions),
    "deviations": (
        "maintain the file of known deviations",
        Group(
            "actions",
            "ACTION",
            "See 'update'.",
            {"update": ("write the findings of a run to the file", validation.UpdateOptions)},
        ),
    ),
    "doctor": ("check that an implementation speaks the protocol", validation.DoctorOptions),
    "mapping": ("print a template for `audit --mapping`", validation.MappingOptions),
    "dialect": ("print a template for `--dialect`", validation.DialectOptions),
    "serve": ("serve the protocol on standard input and output", validation.ServeOptions),
    "explain": (
        "explain a rule, an error code, an amendment or a property",
        specification.ExplainOptions,
    ),
    "vectors": (
        "build the test vectors, or run them on an implementation",
        Group(
            "commands",
            "COMMAND",
            "Short traces with what is expected of them: for every rule, for guards that fail "
            "together, for every amendment, for every deliberately broken implementation.",
            {
                "build": ("replay the vectors on the model", vectors.BuildOptions),
                "run": (
                    "run the vectors on an implementation of the protocol",
                    vectors.RunOptions,
                ),
                "export": ("write the vectors of an edition as an archive", vectors.ExportOptions),
            },
        ),
    ),
    "new": (
        "write the skeleton of a rule change",
        Group(
            "commands",
            "COMMAND",
            "See 'amendment'.",
            {
                "amendment": (
                    "write free ids, a clause, a property, a test and markers",
                    specification.NewAmendmentOptions,
                )
            },
        ),
    ),
    "mutants": (
        "run the checks on every implementation with a deliberate fault",
        specification.MutantsOptions,
    ),
}
"""What each command does, in a line, and its options, or the commands below it."""
