"""The options of the commands about vectors: build, run, export."""

from dataclasses import dataclass
from pathlib import Path

from conformance.cli.options.fields import Options, option, positional
from conformance.cli.options.shared import AreaOptions, JsonOptions, SystemOptions


@dataclass(frozen=True, kw_only=True)
class VectorsOptions(JsonOptions, Options):
    """The options of all that is done with vectors."""

    folder: Path | None = option("the vectors (default: those that ship)", type=Path)


@dataclass(frozen=True, kw_only=True)
class BuildOptions(VectorsOptions):
    """Search the shortest trace for everything that needs a vector.

    It takes about two minutes on two cores, and the same files always come out. Run it in a
    checkout.
    """

    EPILOG = "example: planspec vectors build --check"

    check: bool = option(
        "write nothing and search nothing: run each vector on the model, compare the result "
        "with its file, and fail if a file is stale, missing or not needed",
        False,
        alone=True,
    )
    keep: bool = option(
        "keep the trace of every mutant's vector that still shows it, and search the others",
        False,
        alone=True,
    )


@dataclass(frozen=True, kw_only=True)
class RunOptions(VectorsOptions, AreaOptions, SystemOptions):
    """Ask an implementation every operation of every vector that it supports.

    Its replies are compared, and what it has stored at the end.
    """

    EPILOG = (
        "examples: planspec vectors run -- ./my-adapter; "
        "planspec vectors run --only rule-CLM-5 -- ./my-adapter; "
        "planspec vectors run --area claims -- ./my-adapter; "
        "planspec vectors run --tour single --tour order -- ./my-adapter"
    )

    only: str | None = option("run one vector, such as rule-CLM-5", metavar="ID")
    tour: tuple[str, ...] = option(
        "then make every transition of a small scope, such as single, or of all of them",
        (),
        metavar="SCOPE",
    )


@dataclass(frozen=True, kw_only=True)
class ExportOptions(VectorsOptions):
    """Write the vectors of an edition as an archive that another project can keep.

    With them come their index and a manifest with checksums. The same vectors always make the same
    archive.
    """

    EPILOG = "example: planspec vectors export --edition 2026.1 vectors-2026.1.tar.gz"

    file: Path = positional("FILE", "the archive, a .tar.gz file", type=Path)
    edition: str = option("such as 2026.1 or seeds (default 2026.2)", "2026.2")
