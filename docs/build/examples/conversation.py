"""The conversation from which the page of messages takes an example of each message."""

from collections.abc import Iterator
from dataclasses import replace

from conformance.protocol.codec import operation_request, request_to_json
from conformance.protocol.messages import VERSION, Bye, Hello, ObserveStore, ResetStore
from docs.build.examples.requests import BOB, BRIDGE, CLAIMED, EXAMPLES, NINE, PLAN, REPORTED
from spec.formats.messages import Message
from spec.vocabulary.claims import Claim
from spec.vocabulary.commits import Commit
from spec.vocabulary.completion import Complete
from spec.vocabulary.holding import Start
from spec.vocabulary.readiness import Ready

COMMIT = next(each.request for each in EXAMPLES if isinstance(each.request, Commit))
COMPLETE = next(each.request for each in EXAMPLES if isinstance(each.request, Complete))
START = next(each.request for each in EXAMPLES if isinstance(each.request, Start))
MORE = (
    *(*CLAIMED, Claim(PLAN, BOB, BRIDGE.document_hash, NINE), START, START),
    *(*REPORTED, replace(COMMIT, git_succeeds=False), COMPLETE, COMPLETE),
    Ready("plans/tunnel.md", NINE),
)
"""Operations for the replies that no example gets.

These are: nothing claimable, already started, not committed, already completed and rejected.
"""

UNSUPPORTED: Message = operation_request(COMMIT)
"""What an implementation without the area `commits` cannot be asked."""


def requests() -> Iterator[Message]:
    """Yield the requests: the examples of all operations, and what surrounds them."""
    yield request_to_json(Hello((VERSION,)))
    yield request_to_json(ResetStore(PLAN, BRIDGE, 0))
    for operations in (*((*each.given, each.request) for each in EXAMPLES), MORE):
        yield request_to_json(ResetStore())
        yield from map(operation_request, operations)
    yield request_to_json(ObserveStore())
    yield {"request": "op", "operation": "claim", "plan": PLAN, "worktree": "ann", "now": "noon"}
    yield request_to_json(Bye())
