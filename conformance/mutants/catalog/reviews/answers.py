"""Mutants of what the store answers and stores at the end of a stop, by the reason."""

from functools import partial

from conformance.mutants.faults.source import ChangedStore

ANSWER = "    return answered\n"
"""Where the store answers a stop, and has stored what was decided."""

STORES = """\
    if answered.reason == "{reason}":
        stored = review_stops.replace(_read(connection, operation.plan), {change})
        _write(connection, operation.plan, stored)
"""

ANSWERS = """\
    if answered.reason == "{reason}":
        answered = review_stops.replace(answered, {change})
"""


def _at_the_end(text: str, id: str, clause: str, broken: str, **given: str) -> ChangedStore:
    return ChangedStore(
        id=id,
        clause=clause,
        broken=broken,
        file="store/reviews.py",
        original=ANSWER,
        replacement=text.format(**given) + ANSWER,
    )


storing, answering = partial(_at_the_end, STORES), partial(_at_the_end, ANSWERS)
