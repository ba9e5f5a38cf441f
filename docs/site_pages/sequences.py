"""Traces as sequence diagrams: who asks the store for what, and what it answers."""

import textwrap
from collections.abc import Iterator, Sequence

from site_pages.traces import Event, sentence

STORE = "store"
CALLER = "caller"
"""Who asks where no worktree is named."""

_WIDTH = 34
_LONGEST = 120
_LEFT_OUT = (
    "worktree",
    "document",
    "commit_hash",
    "message",
    "lease_expires_at",
    "decided",
    "lease",
)


def split_diagram(without: Sequence[Event], having: Sequence[Event], names: tuple[str, str]) -> str:
    """Draw a trace in two editions, with both ways in which its last event goes on."""
    lines = list(_events(having[:-1]))
    for word, name, one, other in (
        ("alt", names[0], without[-1], having[-1]),
        ("else", names[1], having[-1], without[-1]),
    ):
        lines += [f"{word} {name}", *(f"  {line}" for line in _event(one, other))]
    return _diagram([*without, *having], [*lines, "end"])


def broken_diagram(events: Sequence[Event], broken: str) -> str:
    """Draw a counterexample, and what it breaks at its end."""
    return _diagram(events, [*_events(events), f"Note over {STORE}: {_text(broken)}"])


def _diagram(events: Sequence[Event], lines: Sequence[str]) -> str:
    """Put a diagram together, with everybody who takes part in it."""
    callers = dict.fromkeys(_caller(event) for event in events if event["answer"])
    head = [f"participant {name}" for name in (*callers, STORE)]
    body = "\n".join(f"    {line}" for line in (*head, *lines))
    return f"```mermaid\nsequenceDiagram\n{body}\n```"


def _caller(event: Event) -> str:
    return event["by"] or CALLER


def _events(events: Sequence[Event]) -> Iterator[str]:
    for event in events:
        yield from _event(event, event)


def _event(event: Event, other: Event) -> Iterator[str]:
    """Draw one event; where another answer differs from its own, show in what."""
    if not event["answer"]:
        yield f"Note over {STORE}: {_text(event['told'])}"
        return
    who = _caller(event)
    yield f"{who}->>{STORE}: {_text(asked(event))}"
    yield f"{STORE}-->>{who}: {_text(_answer(event['answer'], other['answer']))}"
    if "is done" in event["then"]:
        yield f"Note over {who}: {_text(event['then'].split('   by ')[0])}"


def asked(event: Event) -> str:
    """Name the operation and what matters of its arguments."""
    head, _, arguments = sentence(event["told"]).partition(": ")
    operation = head.split(" ", 1)[0].replace("_", " ")
    parts = (part for part in _parts(arguments) if part.split(" ", 1)[0] not in _LEFT_OUT)
    return f"{operation} {', '.join(parts)}".strip()


def brief(answer: str) -> str:
    """Name an answer, and of its fields those that matter."""
    name, _, values = answer.partition("(")
    if answer.startswith("rejected ") or not values:
        return answer
    parts = [part.removesuffix(" True") for part in _parts(values) if _matters(part)]
    return f"{name}: {', '.join(parts)}" if parts else name


def _matters(part: str) -> bool:
    """Leave out what is a hash, a time or said elsewhere, and what is not so or none."""
    return part.split(" ", 1)[0] not in _LEFT_OUT and not part.endswith((" False", " 0"))


def _answer(answer: str, other: str) -> str:
    """Name an answer, with the parts that another answer of this name has not."""
    if answer.startswith("rejected "):
        return answer.removeprefix("rejected ").split(" (", 1)[0]
    name, _, values = answer.partition("(")
    if other.partition("(")[0] != name or other == answer:
        return name
    others = _parts(other.partition("(")[2])
    own = [part for part in _parts(values) if part not in others]
    return f"{name} {', '.join(own) or 'without ' + _first(others, values)}"


def _first(others: Sequence[str], values: str) -> str:
    """Name the field that the other answer has and this one has not."""
    return next((part.split(" ")[0] for part in others if part not in _parts(values)), "more")


def _parts(values: str) -> list[str]:
    """Take the fields of an answer apart, at the commas that are inside nothing else."""
    parts, depth, start = [], 0, 0
    for place, character in enumerate(values):
        depth += (character in "([") - (character in ")]")
        if character == "," and depth == 0:
            parts.append(values[start:place].strip())
            start = place + 1
    return [part for part in (*parts, values[start:].removesuffix(")").strip()) if part]


def _text(text: str) -> str:
    """Write a text as mermaid reads it: in short lines, without what it takes for its own."""
    short = textwrap.shorten(text.replace(";", ",").replace("#", ""), _LONGEST, placeholder=" …")
    return "<br/>".join(textwrap.wrap(short.replace("<", "‹").replace(">", "›"), _WIDTH))
