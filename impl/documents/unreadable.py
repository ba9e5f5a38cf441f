"""What is raised for a report that has another form than those that can be read."""


class UnreadableReport(ValueError):
    """A report cannot be read: says what was found, what was expected, and where."""
