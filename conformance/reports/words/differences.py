"""Differences as lines, `place: expected -> observed`, and titles of findings. No code reads them.

The two lines "expected" and "observed" of a finding are written in `reports/findings.py`, in the
templates and by `planspec replay`; the replies in all of them come from `sentences.py`. The guide
`docs/templates/command-line.md` searches a report for the heading "expected -> observed". The core
profile has sentences of its own, in `kit/core/lines.py`; an arrow in a scenario is data.
"""

import json
from collections.abc import Iterable, Sequence

from conformance.differential.difference import Difference, Order, Presence
from conformance.differential.divergence import Divergence
from conformance.protocol.visible import visible
from conformance.reports.words.sentences import reply_sentence
from spec.formats.messages import Message

MOST = 60
"""The most characters of a value in a title."""


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


def title_of(divergence: Divergence, own: Sequence[Difference] = ()) -> str:
    """Return what a system did where the model does something else.

    Of what differs, `own` are the differences that it is about, if they are not all.
    """
    asked, reply = f"`{divergence.decision.operation}`", divergence.reply
    own = own or divergence.differences
    if divergence.bad_end is not None:
        return f"{asked} ends with: {divergence.bad_end.kind}"
    if reply["reply"] == "error":
        return f"{asked} is answered with an error: {cut(reply['message'])}"
    if divergence.kind == "observation":
        return f"`reset` stores something else{fields_of(divergence)}"
    if divergence.kind == "atomicity":
        return f"{asked} is rejected, and changes something{fields_of(divergence)}"
    if divergence.expected["reply"] == reply["reply"] == "rejected":
        seen, expected = answer(reply), answer(divergence.expected)
        other = difference_title(divergence, own) if seen == expected else f"not {expected}"
        return f"{asked} is {seen}, {other}"
    if any(not each.place for each in divergence.differences):
        return f"{asked} is {answer(reply)}; expected: {answer(divergence.expected)}"
    return f"{asked} {difference_title(divergence, own)}"


def answer(message: Message) -> str:
    """Return what kind of answer a reply is."""
    if message["reply"] == "ok":
        return f"answered `{message['answer']}`"
    words = [str(message[name]) for name in ("code", "reason") if message.get(name)]
    return f"rejected with {' '.join(words)}" if words else "rejected"


def difference_title(divergence: Divergence, own: Sequence[Difference]) -> str:
    """Return the first place that differs, what is stored before what is answered.

    Where another step is answered, all else follows from that.
    """
    found = sorted(own, key=lambda each: each.place != ("anchor",))
    stored = [*filter(divergence.is_stored, own)]
    if stored and found[0].place != ("anchor",):
        found = stored
    more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
    return f"{'stores' if found is stored else 'answers'} {values_of(found[0])}{more}"


def values_of(difference: Difference) -> str:
    """Return a place with both values."""
    if isinstance(difference.observed, Presence):
        what = "without" if difference.observed is Presence.MISSING else "with an unexpected"
        *_, owner, part = ("", *difference.place)
        return f"the state {what} `{cut(part)}`" + (f" of `{cut(owner)}`" if owner else "")
    ours, theirs = difference.expected, difference.observed
    if isinstance(ours, list | tuple) and isinstance(theirs, list | tuple):
        return f"`{difference.field}` {list_title(ours, theirs)}"
    return f"`{difference.field}` {cut(render_value(theirs))}, not {cut(render_value(ours))}"


def list_title(expected: Sequence[object], observed: Sequence[object]) -> str:
    """Return what one list lacks, and what it has that another has not."""
    lacks = [each for each in expected if each not in observed]
    more = [each for each in observed if each not in expected]
    if not lacks and not more:
        return "in another order" if len(expected) == len(observed) else "with doubles"
    found = [f"without {cut(render_value(lacks))}"] if lacks else []
    return " and ".join([*found, *([f"with {cut(render_value(more))}"] if more else [])])


def fields_of(divergence: Divergence) -> str:
    """Return the fields that differ, in brackets."""
    fields = dict.fromkeys(each.field for each in divergence.differences)
    return f" ({', '.join(fields)})" if fields else ""


def cut(text: object) -> str:
    """Return a text as one line that is not too long."""
    line = " ".join(str(text).split())
    return line if len(line) <= MOST else f"{line[:MOST]}…"
