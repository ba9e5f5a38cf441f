"""The options of the commands about the specification, its mutants and its vectors."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from conformance.cli.options.fields import Options, option, positional
from conformance.cli.options.shared import (
    AreaOptions,
    BudgetOptions,
    JsonOptions,
    SiteOptions,
    SystemOptions,
    TracesOptions,
)


@dataclass(frozen=True, kw_only=True)
class CheckOptions(BudgetOptions, TracesOptions, SiteOptions, JsonOptions, Options):
    """Compare model and SQLite implementation on random operations, or on all of a scope.

    Random operations use the given plan documents, by default a sample; all vectors and small
    scopes come first, whatever the budget. With --exhaustive, every operation is compared in every
    reachable state of a scope.

    examples: planspec check docs/plan.md --examples 1000 --seed 7;
    planspec check --exhaustive --scope single
    """

    plans: tuple[Path, ...] = positional(
        "PLAN", "a plan document", (), nargs="*", excludes="exhaustive"
    )
    examples: int | None = option(
        "sequences to run (default 200; with --budget, no limit)", excludes="exhaustive"
    )
    steps: int | None = option("operations in a sequence (default 50)", excludes="exhaustive")
    seed: int | None = option(
        "seed of the random numbers (default 0)", type=int, excludes="exhaustive"
    )
    store: str | None = option(
        "check a store on the PostgreSQL server at postgresql://…, in a temporary schema (default: "
        "a store in a temporary file)",
        metavar="URL",
        excludes="exhaustive",
    )
    exhaustive: bool = option("compare every operation in every state", False)
    scope: str | None = option(
        "with --exhaustive: one scope (default quick: all but large)", needs="exhaustive"
    )


def scope_names() -> Sequence[str]:
    """Return the names of the scopes, and that of all together."""
    from model.explorer.scopes.catalog import SCOPES, THEMES

    return (*(scope.name for scope in (*SCOPES, *THEMES)), "all")


@dataclass(frozen=True, kw_only=True)
class ExploreOptions(BudgetOptions, TracesOptions, SiteOptions, JsonOptions, Options):
    """Visit every reachable state of a scope, and check every property.

    Every property gets a verdict, and a shortest counterexample if it fails.

    example: planspec explore --edition seeds --scope single --property STP-5
    """

    edition: str = option("such as seeds or 2026.2-A12 (default 2026.2)", "2026.2")
    scope: str = option(
        "{known}, or quick for all but large (default quick)", "quick", known=scope_names
    )
    property: str | None = option("check one property, such as INV-4", metavar="ID")


@dataclass(frozen=True, kw_only=True)
class DiffOptions(BudgetOptions, SiteOptions, JsonOptions, Options):
    """Show what changes for every amendment that one edition has and the other has not.

    That is the shortest trace on which they answer differently, and the properties that change
    verdict.

    examples: planspec diff seeds 2026.1; planspec diff 2026.2-A16 2026.2
    """

    a: str = positional("A", "an edition, such as seeds or 2026.2-A12")
    b: str = positional("B", "another edition")
    scope: str = option("where to search (default quick: all but large)", "quick")
    jobs: int | None = option(
        "processes that share the amendments (default: one per processor; the result is the same)",
        metavar="N",
    )


@dataclass(frozen=True, kw_only=True)
class ExplainOptions(JsonOptions, Options):
    """Explain a rule, a clause, an error code, a reason word, an amendment or a property.

    A rule is shown with its source, its model code, its tests and the shortest example.

    examples: planspec explain CLM-5; planspec explain CLM-5.2
    """

    word: str = positional("WORD", "such as CLM-5, E049, plan_drift, A14, INV-4")


def layer_names() -> Sequence[str]:
    """Return the names of the layers of the checks."""
    from conformance.vectors.killing.layers import Layer

    return tuple(layer.value for layer in Layer)


@dataclass(frozen=True, kw_only=True)
class MutantsOptions(JsonOptions, Options):
    """Run the checks on every mutant, a store or an orchestrator broken in one known way.

    The vectors come first, then random operations. For a race, there are two clients of one store
    file instead, one of which is held before each of its SQL statements while the other goes on.
    Every mutant must be killed by one of them, or be listed as equivalent with a reason.

    examples: planspec mutants --only CLM-4;
    planspec mutants --layer clients;
    planspec mutants --layer random --budget 2000
    """

    only: tuple[str, ...] = option("run this mutant, or the mutants of this rule", (), metavar="ID")
    layer: tuple[str, ...] = option("run this layer (default all)", (), choices=layer_names)
    budget: int | None = option(
        "limit of operations for each layer and mutant (default 10000)", metavar="OPERATIONS"
    )


@dataclass(frozen=True, kw_only=True)
class NewAmendmentOptions(Options):
    """Write the skeleton of an amendment of a rule: free ids, a clause, a property, and a test.

    Each file to edit gets a line with TODO and the amendment's id. Run it in a checkout.

    example: planspec new amendment CLM-13 never-earlier --field
    """

    rule: str = positional("RULE", "the rule that changes, such as CLM-13")
    slug: str = positional("SLUG", "its name, such as never-earlier")
    id: str | None = option("an id that is kept for it (default: the next free one)", metavar="ID")
    field: bool = option("mark also what a new field of an operation needs", False)
    stored: bool = option("mark also what a new stored field needs", False)
    root: Path = option("the checkout (default: here)", Path())


@dataclass(frozen=True, kw_only=True)
class VectorsOptions(JsonOptions, Options):
    """The options of all that is done with vectors."""

    folder: Path | None = option("the vectors (default: those that ship)")


@dataclass(frozen=True, kw_only=True)
class BuildOptions(VectorsOptions):
    """Replay the vectors on the model and write its replies into their files.

    For a mutant or a clause that no vector shows, one trace is searched. It takes some seconds, and
    about a minute more for each trace at most. Run it in a checkout.

    example: planspec vectors build --check
    """

    check: bool = option(
        "write nothing and search nothing: fail if a file is not what the model says, or a "
        "mutant or a clause has no vector",
        False,
    )


@dataclass(frozen=True, kw_only=True)
class RunOptions(VectorsOptions, AreaOptions, TracesOptions, SystemOptions):
    """Run on an implementation every operation of every vector that it supports.

    Its replies are compared, and what it has stored at the end.

    examples: planspec vectors run -- ./my-adapter;
    planspec vectors run --only rule-CLM-5 -- ./my-adapter;
    planspec vectors run --area claims -- ./my-adapter
    """

    only: str | None = option("run one vector, such as rule-CLM-5", metavar="ID")


@dataclass(frozen=True, kw_only=True)
class ExportOptions(VectorsOptions):
    """Write the vectors of an edition as an archive that another project can keep.

    With them come their index and a manifest with checksums. The same vectors always make the same
    archive.

    example: planspec vectors export --edition 2026.1 vectors-2026.1.tar.gz
    """

    file: Path = positional("FILE", "the archive, a .tar.gz file")
    edition: str = option("such as 2026.1 or seeds (default 2026.2)", "2026.2")
