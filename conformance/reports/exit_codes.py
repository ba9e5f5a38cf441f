"""The exit codes of `planspec`."""

from collections.abc import Mapping

SUCCESS = 0
"""Conforming: model and system agree."""
NOT_CONFORMING = 1
"""A difference, or a property that does not hold."""
USAGE = 2
"""The command line is wrong."""
INCONCLUSIVE = 3
"""Nothing differs, but not everything was tested."""
BROKEN = 4
"""The system under test, its adapter or the environment broke."""

CODE_OF_VERDICT: Mapping[str, int] = {
    "pass": SUCCESS,
    "explained": SUCCESS,
    "fail": NOT_CONFORMING,
    "contradicted": NOT_CONFORMING,
    "unknown": INCONCLUSIVE,
    "broken": BROKEN,
}
"""The exit code for each verdict."""
