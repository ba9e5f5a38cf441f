"""The pages of the core profile: its properties and scenarios, and the report cards of programs."""

import json
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from conformance.adapters.shell import planspec_adapter
from conformance.kit.core.processes import BEGUN, HELLO, Program, Store
from conformance.kit.core.profile import core_properties
from conformance.kit.core.words import Call, CoreWords, Greeting, Item
from conformance.protocol.messages import Identity
from docs.build.evidence import (
    ADAPTERS,
    EXAMPLES,
    OURS,
    PEER_FOLDER,
    ROOT,
    Evidence,
    evidence,
    scripts_of,
)
from docs.build.rendering import DOCS, render, write_if_changed
from docs.build.sessions import NOON, run, work_folder
from spec.formats.messages import Message

QUEUE = ROOT / "examples" / "queue" / "adapter.py"
SHELL = "guides/planspec_adapter.py"
LINK = "guides/report-cards.md"
SHORT = {
    "acknowledged-is-stored": "stored",
    "nothing-lost": "nothing lost",
    "one-holder": "one holder",
    "stale-refused": "stale refused",
    "dependencies-kept": "dependencies",
    "leases-end": "leases expire",
}
"""What the columns of the table are called."""


def cards() -> Iterator[tuple[str, Evidence]]:
    """Yield the measurements that were made, those of others first."""
    for name in (*ADAPTERS, *OURS):
        if (found := evidence(name, PEER_FOLDER)) is not None:
            yield name, found


def cards_table(link: str = "") -> str:
    """Return the table of systems and properties; `link` leads to the page of the cards."""
    titles = [SHORT[each.id] for each in core_properties()]
    lines = [f"| Program | {' | '.join(titles)} |", "| --- |" + " --- |" * len(titles)]
    for key, found in cards():
        who = found.result["implementation"]
        verdicts = [verdict_of(each) for each in found.result["properties"]]
        name = f"[{named(who)}]({link}#{key})"
        lines.append(f"| {name} | {' | '.join(verdicts)} |")
    return "\n".join(lines)


def named(who: dict[str, Any]) -> str:
    """Return a program with its version, which is not to be read as that of an edition."""
    name, comma, edition = who["name"].partition(", edition ")
    return f"{name} {who['version']}" + (f" ({comma.strip(', ')} {edition})" if comma else "")


def verdict_of(result: dict[str, Any]) -> str:
    """Return a verdict as the table shows it."""
    if result["verdict"] == "violated":
        return "**violated**, documented" if result["documented"] else "**violated**"
    return str(result["verdict"])


def cards_page() -> str:
    """Return the page."""
    return render(
        "report-cards.md",
        "../reference/",
        table=cards_table(),
        cards=[card_data(key, found) for key, found in cards()],
        others=len(ADAPTERS),
    )


def card_data(key: str, found: Evidence) -> dict[str, Any]:
    """Return what the page shows of a card."""
    result = found.result
    folder = ROOT / EXAMPLES / (ADAPTERS[key][1] if key in ADAPTERS else "ours")
    return {
        "key": key,
        "found": found,
        "result": result,
        "lines": lines_of(folder / "adapter.py"),
        "properties": [property_data(each) for each in result["properties"]],
        "scripts": [
            (
                each.relative_to(ROOT).as_posix(),
                each.read_text(encoding="utf-8").rstrip(),
                result["alone"].get(each.name, "not run yet").rstrip(),
            )
            for each in (scripts_of(key) if key in ADAPTERS else ())
        ],
    }


def property_data(result: dict[str, Any]) -> dict[str, Any]:
    """Return what the page shows of a property."""
    tried = f", {result['tried']} tried" if result["tried"] else ""
    documented = f", documented: {result['documented']}" if result["documented"] else ""
    untested = [
        f"{name}: {' '.join(why.split())}"
        for name, why in result["left_out"].items()
        if why.startswith("not tested")
    ]
    words = f"{result['verdict']}{tried}{documented}"
    findings = [{"documented": None, **each} for each in result["findings"]]
    return {**result, "words": words, "findings": findings, "left_out": untested}


def lines_of(adapter: Path) -> int:
    """Return how many lines an adapter has, its header included."""
    return len(adapter.read_text(encoding="utf-8").splitlines()) if adapter.exists() else 0


def core_page() -> str:
    """Return the page, and write the shell of adapters beside it."""
    write_if_changed(DOCS / SHELL, Path(planspec_adapter.__file__).read_text(encoding="utf-8"))
    return render(
        "core-profile.md",
        "../reference/",
        properties=core_properties(),
        conversation=conversation(),
        adapter=QUEUE.read_text(encoding="utf-8").rstrip(),
        output=report_of("dependencies-kept"),
    )


def conversation() -> str:
    """Return what is sent to the small queue and replied, but for its receipts and its folder."""
    program, store = Program((sys.executable, str(QUEUE))), Store()
    connection = program.connect(store.path)
    words = CoreWords(Greeting(Identity("", "", "", ()), {}, {}, {}))
    lines: list[str] = []

    def say(request: Message) -> Message:
        reply = connection.exchange(request, program.reply)
        lines.extend((f"> {json.dumps(request)}", json.dumps(reply)))
        return reply

    say(HELLO)
    say({"request": "open", "store": str(store.path), "lease": 3_000, "now": BEGUN})
    say(words.message(Call("put", "ann", fresh=Item("a"), now=BEGUN)))
    taken = say(words.message(Call("take", "ann", lease=3_000, now=BEGUN)))
    say(words.message(Call("take", "bob", lease=3_000, now=BEGUN)))
    for receipt in ("another", taken["receipt"]):
        say(words.message(Call("finish", "ann", "a", receipt, lease=3_000, now=BEGUN)))
    say(words.message(Call("observe", now=BEGUN)))
    say({"request": "bye"})
    text = "\n".join(lines).replace(str(store.path), "/tmp/store")
    connection.close(1.0)
    store.close()
    return text.replace(taken["receipt"], "6E1C0F5A92B7D384")


def report_of(fault: str) -> str:
    """Return what is printed of the small queue without a promise, but for the seconds."""
    with work_folder() as folder:
        words = ("planspec", "conform", "--profile", "core", "--", sys.executable, QUEUE, fault)
        return run(shlex.join(map(str, words)), NOON, folder, 1).rpartition(" (")[0]
