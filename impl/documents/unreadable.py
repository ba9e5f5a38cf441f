"""The error for a malformed report."""


class UnreadableReport(ValueError):
    """A report is malformed: what was found, what was expected, and where."""
