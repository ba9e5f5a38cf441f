"""Traces as tables, from the words in which `planspec` tells each of their events.

An event is an object with the fields of `conformance.reports.traces.Narrated`.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from fragments import linked, table

Event = dict[str, Any]

HEADER = ("", "What happens", "What is answered", "Rules")

_COMMIT = re.compile(r"\b([0-9a-f]{7})[0-9a-f]{33}\b")
_MARKUP = {character: f"&#{ord(character)};" for character in "\\`*_[]{}|<>&#~"}


def escaped(text: str) -> str:
    """Keep Markdown and HTML from reading anything into a text, and cut hashes of commits."""
    shorter = _COMMIT.sub(r"\1", text)
    return "".join(_MARKUP.get(character, character) for character in shorter)


def trace_table(events: Sequence[Event], folder: str) -> str:
    """Write the events of a trace, one a row; `folder` is where the reference pages are."""
    return _framed(row(str(number), event, folder) for number, event in enumerate(events, 1))


def split_table(
    without: Sequence[Event], having: Sequence[Event], names: tuple[str, str], folder: str
) -> str:
    """Write the events of a trace in two editions; those that differ stand there once for each."""
    rows = []
    for number, (old, new) in enumerate(zip(without, having, strict=True), 1):
        if old == new:
            rows.append(row(str(number), old, folder))
        else:
            rows.append(row(str(number), old, folder, f'<span class="wrong">{names[0]}</span>'))
            rows.append(row("", new, folder, f'<span class="right">{names[1]}</span>'))
    return _framed(rows)


def row(number: str, event: Event, folder: str, label: str = "") -> tuple[str, str, str, str]:
    """Write one event: what was asked, the answer, what changed, and the rules."""
    asked = escaped(sentence(event["told"]))
    then, _, deciding = event["then"].partition("   by ")
    answered = [label, escaped(event["answer"]), f"*{escaped(then)}*"]
    answered += [f'<span class="changed">{escaped(line)}</span>' for line in event["changed"]]
    rules = " ".join(linked(rule, folder) for rule in (*event["rules"], *deciding.split()))
    return number, asked, "<br>".join(part for part in answered if part not in ("", "**")), rules


def sentence(told: str) -> str:
    """Drop the colon that nothing follows."""
    return told.removesuffix(": ").removesuffix(":")


def _framed(rows: Iterable[tuple[str, str, str, str]]) -> str:
    """Put a table into the frame that lets a phone show its rows one below the other."""
    return f'<div class="trace" markdown>\n\n{table(HEADER, rows)}\n\n</div>'
