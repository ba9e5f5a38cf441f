"""A change of the specification that is not whole yet: an ordinary state of work, no fault."""


class Unfinished(Exception):
    """Something that a change needs is missing or stale: what it is, in which file, what to do."""
