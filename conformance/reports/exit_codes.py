"""The exit codes of `planspec`."""

AGREES = 0
"""Conforming: model and system agree."""
DISAGREES = 1
"""Not conforming."""
USAGE = 2
"""The command line is wrong."""
INCONCLUSIVE = 3
"""Nothing differs, but not everything was put to the test."""
BROKEN = 4
"""The system under test, its adapter or the environment broke."""
