"""The target of a run: how to name the system again, and how to ask it by hand."""

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from conformance.adapters.capabilities import Capabilities
from conformance.adapters.remote import reset_request
from conformance.protocol.codec import operation_request, to_message
from conformance.protocol.lines import written
from conformance.protocol.messages import VERSION, Bye, Clock, Hello, ObserveStore
from spec.editions import Edition
from spec.formats.messages import Message
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import Register

LEAST_WAIT = 50
"""The shortest gap between two operations, in milliseconds, that is waited for by hand."""


@dataclass(frozen=True, slots=True)
class NamedSystem:
    """The system as it was named on the command line, with the edition if one was chosen.

    `command` answers requests, one a line. `script` writes a shell script that asks a command line
    for a trace, by a kind of clock, and in real time or not. `options` are others that a replay
    needs as well.
    """

    words: tuple[str, ...]
    command: tuple[str, ...] = ()
    script: Callable[[Sequence[Operation], Clock, bool], str] | None = None
    edition: str | None = None
    options: tuple[str, ...] = ()

    def replay(self, trace: str) -> str:
        """Return the command that runs a trace again."""
        chosen = () if self.edition is None else ("--edition", self.edition)
        return shlex.join(["planspec", "replay", trace, *chosen, *self.options, *self.words])

    def snippet(
        self, operations: Sequence[Operation], offered: Capabilities, real_time: bool = False
    ) -> str:
        """Return lines to run that ask for a trace and for the state; some wait in `real_time`."""
        if self.script is not None:
            return self.script(operations, offered.identity.clock, real_time)
        requests = requests_of(operations, offered.registers, offered.edition)
        program = shlex.join(self.command)
        if real_time and (waits := waits_before(operations, requests)):
            sent = "\n".join(sent_by_shell(requests, waits))
            return f"{{\n{sent}\n}} | {program}"
        lines = "\n".join(written(request) for request in requests)
        return f"{program} <<'REQUESTS'\n{lines}\nREQUESTS"


def requests_of(
    operations: Sequence[Operation], registers: bool, edition: Edition
) -> list[Message]:
    """Return the requests that ask for a trace."""
    first, reset = operations[0] if operations else None, reset_request()
    if isinstance(first, Register) and not registers:
        reset, operations = reset_request(first, edition), operations[1:]
    asked = [operation_request(operation, edition) for operation in operations]
    hello, *end = (to_message(each) for each in (Hello((VERSION,)), ObserveStore(), Bye()))
    return [hello, reset, *asked, *end]


def waits_before(operations: Sequence[Operation], requests: Sequence[Message]) -> dict[int, float]:
    """Return how many seconds to wait before a request, by its number."""
    # The last operations are the requests of this kind; one before may be done by a reset.
    asked = [at for at, each in enumerate(requests) if each["request"] == "op"]
    gaps = [later.now - before.now for before, later in pairwise(operations)]
    pairs = zip(reversed(asked), reversed(gaps), strict=False)
    return {at: gap / 1_000 for at, gap in pairs if gap >= LEAST_WAIT}


def sent_by_shell(requests: Sequence[Message], waits: Mapping[int, float]) -> Iterator[str]:
    """Yield the lines of a shell that send requests, and wait before some."""
    for at, request in enumerate(requests):
        if at in waits:
            yield f"sleep {waits[at]}"
        yield f"printf '%s\\n' {shlex.quote(written(request))}"
