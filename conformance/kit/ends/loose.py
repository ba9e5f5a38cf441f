"""Loose ends: what broke the system and shows in no finding, with the requests up to it."""

from collections.abc import Iterable, Iterator

from conformance.adapters.connections import Broken
from conformance.kit.entries import EntryWriter
from conformance.protocol.codec import Message, request_from
from conformance.protocol.messages import ResetStore
from conformance.protocol.traces import Trace, saved
from spec.editions import Edition
from spec.vocabulary.operations import OPERATIONS, Operation
from spec.vocabulary.plans import Register


def loose_ends(ends: Iterable[Broken], found: Iterable[Broken]) -> list[Broken]:
    """Return the ends at requests where none was found to be a divergence, the first at each."""
    shown = set(map(place_of_end, found))
    places = {place_of_end(each): each for each in reversed(list(ends))}
    return [each for place, each in reversed(places.items()) if place not in shown]


def place_of_end(broken: Broken) -> tuple[str, ...]:
    """Return how a system ended, at which request, and after which operation unless at a reset."""
    last = [each["request"] for each in broken.requests[-1:]]
    if last == ["reset"]:
        return broken.kind, *last
    operations = [each["operation"] for each in broken.requests if each["request"] == "op"]
    return broken.kind, *last, *operations[-1:]


def describe_end(broken: Broken, number: int, writer: EntryWriter, edition: Edition) -> str:
    """Save the requests up to a bad end as a trace, and return what ended and how to replay it."""
    sentence = f"{broken.kind}: {broken}"
    if not (operations := tuple(operations_in(broken.requests))):
        return sentence
    path = writer.traces / f"end-{number}-{broken.kind.replace(' ', '-')}.json"
    saved(path, Trace(operations, sentence, edition.name))
    return f"{sentence}; replay it: {writer.target.replay(str(path))}"


def operations_in(requests: Iterable[Message]) -> Iterator[Operation]:
    """Yield the operations among requests; the plan of a reset is registered."""
    for message in requests:
        request = request_from(message)
        if isinstance(request, OPERATIONS):
            yield request
        elif isinstance(request, ResetStore) and request.plan and request.definition:
            yield Register(request.plan, request.definition, request.now)
