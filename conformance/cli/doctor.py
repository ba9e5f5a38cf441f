"""The `doctor` command: does an implementation speak the protocol at all."""

import argparse
import json
from collections.abc import Iterator

from conformance.adapters.connections import Broken
from conformance.adapters.sut import RequestFailed
from conformance.cli.main import AGREES, BROKEN
from conformance.cli.opening import opened, print_broken
from conformance.protocol.codec import adapter
from conformance.protocol.messages import Identity
from conformance.reports.console import aligned, coloured


def doctor(options: argparse.Namespace) -> int:
    """Shake hands, empty the store, look at it, take leave, and report."""
    try:
        system = opened(options)
        try:
            system.reset()
            try:
                system.observe()
            except RequestFailed as error:
                problem = f"'observe' was answered with an error: {error}"
                raise system.broken("refused", problem) from error
            system.bye()
        finally:
            system.close()
    except Broken as broken:
        if options.json:
            report = {"verdict": "broken", "kind": broken.kind, "problem": str(broken)}
            print(json.dumps({**report, "last_words": broken.last_words}, indent=2))
        print_broken(broken)
        return BROKEN
    if options.json:
        identity = adapter(Identity).dump_python(system.identity, mode="json")
        print(json.dumps({"verdict": "pass", "implementation": identity}, indent=2))
    else:
        for line in told_identity(system.identity):
            print(line)
        print(
            coloured("it speaks the protocol: hello, reset, observe and bye were answered", "green")
        )
    return AGREES


def told_identity(identity: Identity) -> Iterator[str]:
    """Tell who is there, and what can be validated."""
    rows = (
        ("implementation", f"{identity.name} {identity.version}, {identity.language}"),
        ("protocol", identity.protocol),
        ("areas", ", ".join(identity.areas) or "none"),
        ("clock", identity.clock),
        ("observe", identity.observe),
        ("faults", ", ".join(identity.faults) or "none"),
    )
    yield from aligned(rows)
