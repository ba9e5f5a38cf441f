"""How a command of `planspec` ends: its exit codes, and the error of whoever typed it."""

SUCCESS, NOT_CONFORMING, USAGE, INCONCLUSIVE, BROKEN = range(5)


class UsageError(Exception):
    """Arguments or files that cannot be used: what was given, what was expected, what to do."""
