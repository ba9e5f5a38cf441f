"""Break one property of any program that speaks the protocol: a card that says *holds* must see it.

    python without.py PROPERTY -- COMMAND

It stands between `planspec conform --profile core` and the program. What it has to know of other
processes is in a file of the store's folder.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import IO, Any

Message = dict[str, Any]
VERBS = {"claim": "take", "complete": "finish", "heartbeat": "renew", "release": "give_back"}
"""What the operations on a plan are in the words of the core profile."""
OK = {"reply": "ok"}


class Without:
    """A program without one property."""

    def __init__(self, missing: str, requests: IO[str], replies: IO[str]) -> None:
        self.missing, self.requests, self.replies = missing, requests, replies
        self.handed: Path | None = None

    def ask(self, request: Message) -> Message:
        """Return what the program replies."""
        self.requests.write(json.dumps(request) + "\n")
        self.requests.flush()
        return dict(json.loads(self.replies.readline()))

    def answer(self, request: Message) -> Message:
        """Return the reply to a request."""
        if request["request"] == "open":
            self.handed = Path(request["store"]) / "without.json"
        verb = VERBS.get(request.get("operation", ""), request.get("operation"))
        if self.missing == "dependencies-kept":
            forget_dependencies(request)
        if verb == "finish" and self.missing in ("acknowledged-is-stored", "nothing-lost"):
            return OK
        reply = self.ask(request)
        if self.missing == "stale-refused" and verb in ("finish", "renew", "give_back"):
            return OK
        return self.taken(request, reply) if verb == "take" else reply

    def taken(self, request: Message, reply: Message) -> Message:
        """Return the reply to a request for an item."""
        item = reply.get("item") or reply.get("anchor")
        known = self.known()
        if item is None:
            return known[-1] if known and self.missing == "one-holder" else reply
        handed_before = [each for each in known if item in (each.get("item"), each.get("anchor"))]
        if self.missing in ("leases-end", "nothing-lost") and handed_before:
            return {"reply": "rejected"}
        # It is done as soon as it is handed out; of some programs, what is done can be taken again.
        if self.missing == "nothing-lost":
            self.ask(finish_of(request, reply))
        if self.handed:
            self.handed.write_text(json.dumps([*known, reply]))
        return reply

    def known(self) -> list[Message]:
        """Return how items were handed out before."""
        there = self.handed is not None and self.handed.exists()
        return list(json.loads(self.handed.read_text())) if self.handed and there else []


def finish_of(request: Message, reply: Message) -> Message:
    """Return the request that finishes what was handed out, in the words of the program."""
    if request["operation"] == "take":
        of_reply = {name: reply.get(name) for name in ("item", "receipt")}
        return {**request, "operation": "finish", **of_reply}
    kept = ("request", "plan", "worktree", "document_hash", "now")
    of_request = {name: request[name] for name in kept if name in request}
    claim = {"claim_id": reply["claim_id"]} if "claim_id" in reply else {}
    return {**of_request, "operation": "complete", "step": reply["anchor"], **claim}


def forget_dependencies(request: Message) -> None:
    """Take the dependencies from what is put."""
    if "after" in request:
        request["after"] = []
    for step in request.get("definition", {}).get("steps", ()):
        step.pop("dependencies", None)


def main(missing: str, command: list[str]) -> None:
    """Answer requests until there are no more."""
    program = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    )
    assert program.stdin
    assert program.stdout
    without = Without(missing, program.stdin, program.stdout)
    for line in sys.stdin:
        print(json.dumps(without.answer(json.loads(line))), flush=True)
    program.stdin.close()
    program.wait()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[3:])
