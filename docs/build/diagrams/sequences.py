"""Traces as sequence diagrams: which worktree requests what of the store, and the reply."""

import json
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from docs.build.traces import Step, then_of

STORE = "store"
CALLER = "caller"
"""Who requests an operation that names no worktree."""

_WIDTH = 34
_LONGEST = 120
_LEFT_OUT = {
    *("operation", "plan", "now", "worktree", "definition", "document_hash", "commit_hash"),
    *("message", "lease", "lease_expires_at", "reply", "answer"),
}
"""Fields that a diagram has no room for: what is said elsewhere, hashes and times."""


def split_diagram(without: Sequence[Step], having: Sequence[Step], names: tuple[str, str]) -> str:
    """Draw a trace in two editions, with both replies to its last request."""
    lines = list(_steps(having[:-1]))
    for keyword, name, step, other in (
        ("alt", names[0], without[-1], having[-1]),
        ("else", names[1], having[-1], without[-1]),
    ):
        lines += [f"{keyword} {name}", *(f"  {line}" for line in _step(step, other))]
    return _diagram([*without, *having], [*lines, "end"])


def broken_diagram(steps: Sequence[Step], problem: str) -> str:
    """Draw a counterexample, and what is wrong at its end."""
    return _diagram(steps, [*_steps(steps), f"Note over {STORE}: {_text(problem)}"])


def _diagram(steps: Sequence[Step], lines: Sequence[str]) -> str:
    callers = dict.fromkeys(_caller(step) for step in steps if step["reply"])
    head = [f"participant {name}" for name in (*callers, STORE)]
    return "\n".join(("sequenceDiagram", *(f"    {line}" for line in (*head, *lines))))


def _caller(step: Step) -> str:
    return str(step["request"].get("worktree") or CALLER)


def _steps(steps: Sequence[Step]) -> Iterator[str]:
    for step in steps:
        yield from _step(step, step)


def _step(step: Step, other: Step) -> Iterator[str]:
    """Draw one step; if another reply differs from its own, show the fields that differ."""
    if not step["reply"]:
        yield f"Note over {STORE}: {_text(step['sentence'])}"
        return
    who, (then, _) = _caller(step), then_of(step)
    yield f"{who}->>{STORE}: {_text(requested(step['request']))}"
    yield f"{STORE}-->>{who}: {_text(replied(step['reply'], other['reply']))}"
    if "is done" in then:
        yield f"Note over {who}: {_text(then)}"


def requested(request: Mapping[str, Any]) -> str:
    """Return the operation of a request and those of its fields that matter."""
    return " ".join((request["operation"], *_fields(request)))


def replied(reply: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    """Return a reply in short, with the fields in which it differs from another one."""
    if reply["reply"] == "rejected":
        return f"{reply['code']} {reply['reason']}"
    if reply == other or other.get("answer") != reply["answer"]:
        return str(reply["answer"])
    differing = {name: value for name, value in reply.items() if value != other[name]}
    return " ".join((reply["answer"], *_fields(differing)))


def _fields(message: Mapping[str, Any]) -> Iterator[str]:
    for name, value in message.items():
        if name not in _LEFT_OUT:
            yield f"{name}={value if isinstance(value, str) else json.dumps(value)}"


def _text(text: str) -> str:
    """Return a text in short lines, without the characters that Mermaid interprets."""
    short = textwrap.shorten(text.replace(";", ",").replace("#", ""), _LONGEST, placeholder=" …")
    return "<br/>".join(textwrap.wrap(short.replace("<", "‹").replace(">", "›"), _WIDTH))
