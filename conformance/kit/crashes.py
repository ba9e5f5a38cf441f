"""Crashes that show in no finding, such as those at a reset, with the requests up to them."""

from collections.abc import Iterable, Iterator

from conformance.adapters.connections import Broken
from conformance.protocol.codec import request_from
from conformance.protocol.messages import ResetStore
from spec.formats.messages import Message
from spec.vocabulary.operations import OPERATIONS, Operation
from spec.vocabulary.plans import Register


def unattributed_crashes(crashes: Iterable[Broken], known: Iterable[Broken]) -> list[Broken]:
    """Return the crashes at requests where none is known, the first at each."""
    shown = set(map(place_of_crash, known))
    places = {place_of_crash(each): each for each in reversed(list(crashes))}
    return [each for place, each in reversed(places.items()) if place not in shown]


def place_of_crash(broken: Broken) -> tuple[str, ...]:
    """Return how a system ended, at which request, and after which operation unless at a reset."""
    last = [each["request"] for each in broken.requests[-1:]]
    if last == ["reset"]:
        return broken.kind, *last
    operations = [each["operation"] for each in broken.requests if each["request"] == "op"]
    return broken.kind, *last, *operations[-1:]


def operations_in(requests: Iterable[Message]) -> Iterator[Operation]:
    """Yield the operations among requests; the plan of a reset is registered."""
    for message in requests:
        request = request_from(message)
        if isinstance(request, OPERATIONS):
            yield request
        elif isinstance(request, ResetStore) and request.plan and request.definition:
            yield Register(request.plan, request.definition, request.now)
