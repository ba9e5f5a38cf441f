"""Break each property that a card says holds, for the same adapter: a scenario of it must see that.

`make report-cards` runs `python -m bench.wrapped` after the cards are made, and for some with
their names.
"""

import os
import sys
from collections.abc import Iterator, Sequence

from conformance.adapters.shell import without
from conformance.kit.core.processes import Program
from conformance.kit.core.profile import core_properties
from conformance.kit.core.verdicts import judge, verdict_of
from docs.build.evidence import (
    PEER_FOLDER,
    PEERS,
    PROGRAMS,
    ROOT,
    SHELL,
    evidence,
    run,
    server_of,
)

SERVER = "PLANSPEC_POSTGRESQL"
"""The variable that names the server, where one was started for a program."""


def unseen(name: str) -> Iterator[str]:
    """Yield the properties that a card says hold, and whose loss no scenario of them sees."""
    found, words = evidence(name, PEER_FOLDER), PEERS[name]
    program = words[words.index("--") + 1 :]
    verdicts = {each["id"]: each["verdict"] for each in found.result["properties"]} if found else {}
    for about in core_properties():
        if verdicts.get(about.id) == "holds":
            broken = (str(PROGRAMS / "python"), without.__file__, about.id, "--", *program)
            played = judge(Program(broken), [each.id for each in about.scenarios]).played
            if verdict_of(played) != "violated":
                yield about.id


def main(names: Sequence[str]) -> int:
    """Print what is not seen, and return the exit code."""
    os.chdir(ROOT)
    os.environ["PYTHONPATH"] = str(SHELL)
    missing = 0
    for name in names or PEERS:
        if (server := server_of(name)) and SERVER not in os.environ:
            within = run((*server, sys.executable, "-m", "bench.wrapped", name), (0, 1))
            missing |= within.returncode
            print(within.stdout, end="")
            continue
        lost = list(unseen(name))
        missing |= bool(lost)
        print(f"{name}: {'not seen: ' + ', '.join(lost) if lost else 'each loss is seen'}")
    return missing


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
