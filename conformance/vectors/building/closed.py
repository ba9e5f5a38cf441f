"""What closed editions answer to the vectors, kept as digests: no change alters it unseen.

The replies in the files are those of the edition of each vector, mostly the open one. What an
earlier edition answers is computed from the model, so that a mistake there would go unnoticed.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256

from conformance.adapters.model import transitions_of
from conformance.protocol.codec import operation_request
from conformance.vectors.vector import Vector, operations_of
from spec.additions import is_known
from spec.editions import CURRENT, EDITIONS, Edition
from spec.formats.messages import outcome_to_json, state_to_json
from spec.vocabulary.operations import Operation

CLOSED_EDITIONS = tuple(edition for edition in EDITIONS if edition is not CURRENT)

Answers = dict[str, dict[str, str]]
"""By the id of a vector and the name of an edition, digests of the requests and of the replies."""


def answers_to(vectors: Iterable[Vector]) -> Answers:
    """Return what the closed editions answer to vectors today."""
    found: Answers = {}
    for vector in vectors:
        of_editions = {each.name: digests(operations_of(vector), each) for each in CLOSED_EDITIONS}
        found[vector.id] = {name: digest for name, digest in of_editions.items() if digest}
    return found


def digests(operations: tuple[Operation, ...], edition: Edition) -> str:
    """Return the digests of requests and replies, or "" if the edition does not know a request."""
    if not all(is_known(operation, edition) for operation in operations):
        return ""
    transitions = transitions_of(operations, edition)
    requests = [operation_request(operation, edition) for operation in operations]
    replies = [outcome_to_json(transition.outcome, edition) for transition in transitions]
    stored = state_to_json(transitions[-1].state, edition)
    return f"{digest(requests)} {digest([replies, stored])}"


def digest(value: object) -> str:
    """Return twelve hexadecimal digits of the SHA-256 of a value as JSON."""
    return sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:12]


def altered(recorded: Mapping[str, Mapping[str, str]], found: Answers) -> Iterator[str]:
    """Yield each reply of a closed edition to known requests that is not what was recorded."""
    for vector, editions in found.items():
        for edition, now in editions.items():
            before = recorded.get(vector, {}).get(edition, now)
            if before != now and before.split()[0] == now.split()[0]:
                yield (
                    f"edition {edition} answers {vector} otherwise than it did, but it is closed; "
                    f"make the change part of an amendment of {CURRENT.name}"
                )


def closed_text(answers: Answers) -> str:
    """Write answers, one vector a line."""
    names = sorted(answers)
    rows = ",\n".join(f"  {json.dumps(name)}: {json.dumps(answers[name])}" for name in names)
    return f"{{\n{rows}\n}}\n"
