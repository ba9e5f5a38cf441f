"""The options of the commands about vectors: build, run, export."""

from dataclasses import dataclass
from pathlib import Path

from conformance.cli.options.fields import Options, option, positional
from conformance.cli.options.shared import AreaOptions, JsonOptions, SystemOptions, TracesOptions


@dataclass(frozen=True, kw_only=True)
class VectorsOptions(JsonOptions, Options):
    """The options of all that is done with vectors."""

    folder: Path | None = option("the vectors (default: those that ship)")


@dataclass(frozen=True, kw_only=True)
class BuildOptions(VectorsOptions):
    """Replay the vectors on the model and write its replies into their files.

    For a mutant or a clause that no vector shows, one trace is searched. It takes some seconds, and
    about a minute more for each trace at most. Run it in a checkout.
    """

    EPILOG = "example: planspec vectors build --check"

    check: bool = option(
        "write nothing and search nothing: fail if a file is not what the model says, or a "
        "mutant or a clause has no vector",
        False,
    )


@dataclass(frozen=True, kw_only=True)
class RunOptions(VectorsOptions, AreaOptions, TracesOptions, SystemOptions):
    """Run on an implementation every operation of every vector that it supports.

    Its replies are compared, and what it has stored at the end.
    """

    EPILOG = (
        "examples: planspec vectors run -- ./my-adapter; "
        "planspec vectors run --only rule-CLM-5 -- ./my-adapter; "
        "planspec vectors run --area claims -- ./my-adapter"
    )

    only: str | None = option("run one vector, such as rule-CLM-5", metavar="ID")


@dataclass(frozen=True, kw_only=True)
class ExportOptions(VectorsOptions):
    """Write the vectors of an edition as an archive that another project can keep.

    With them come their index and a manifest with checksums. The same vectors always make the same
    archive.
    """

    EPILOG = "example: planspec vectors export --edition 2026.1 vectors-2026.1.tar.gz"

    file: Path = positional("FILE", "the archive, a .tar.gz file")
    edition: str = option("such as 2026.1 or seeds (default 2026.2)", "2026.2")
