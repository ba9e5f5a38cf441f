"""The usage error of a command."""


class UsageError(Exception):
    """Arguments or files that cannot be used: what was given, what was expected, what to do."""
