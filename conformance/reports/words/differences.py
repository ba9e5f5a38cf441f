"""Differences as lines, `place: expected -> observed`. No code reads them.

The two lines "expected" and "observed" of a finding are written in `reports/findings.py`, in the
templates and by `planspec replay`, its title in `titles.py`; the replies in all of them come from
`sentences.py`.
"""

import json
from collections.abc import Iterable

from conformance.differential.difference import Difference, Order, Presence
from conformance.differential.divergence import Divergence
from conformance.protocol.visible import visible
from conformance.reports.words.sentences import reply_sentence


def render_difference(difference: Difference) -> str:
    """Return a difference as a line: the place, the expected and the observed value."""
    if not difference.place:
        assert isinstance(difference.expected, dict)
        assert isinstance(difference.observed, dict)
        expected, observed = map(reply_sentence, (difference.expected, difference.observed))
        return f"the answer: {expected} -> {observed}"
    expected, observed = render_value(difference.expected), render_value(difference.observed)
    line = f"{difference.path}: {expected} -> {observed}"
    return f"{line}, in this order" if isinstance(difference.observed, Order) else line


def render_value(value: object) -> str:
    """Return a value as JSON that can be shown; a part is there or missing."""
    if isinstance(value, Presence):
        return value.value
    if isinstance(value, Order):
        return ", ".join(value.keys)
    return str(visible(json.dumps(value, ensure_ascii=False)))


def render_differences(differences: Iterable[Difference]) -> list[str]:
    """Return differences as lines."""
    return [render_difference(each) for each in differences]


def what_differs(divergence: Divergence) -> list[str]:
    """Return the differences of a divergence as lines, and what else is wrong."""
    return [*render_differences(divergence.differences), *map(str, divergence.problems)]


def summary_of(divergence: Divergence) -> str:
    """Return a divergence in one line."""
    return f"{divergence.kind}: {'; '.join(what_differs(divergence))}"
