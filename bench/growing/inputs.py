"""Plans, reports and commands of any size, for `bench/growth.py`."""

import json
from collections.abc import Callable, Iterator

Lines = Iterator[str]


def plan(steps: Lines) -> str:
    """Return the document of a plan with these lines."""
    return "\n".join(("## Phase 1.0: Growth {#phase-1}", "", *steps, ""))


def step(number: int, needed: str = "", items: int = 1, heading: str = "####") -> Lines:
    """Yield the lines of a step."""
    yield f"{heading} Step {number}: Part {number} {{#step-{number}}}"
    if needed:
        yield f"**Depends on:** {needed}"
    yield "**Tasks:**"
    yield from (f"- [ ] do {item}" for item in range(items))


def independent(size: int) -> Lines:
    """Yield steps that depend on nothing."""
    for number in range(size):
        yield from step(number)


def later(size: int) -> Lines:
    """Yield steps of which each depends on the one after it."""
    for number in range(size):
        yield from step(number, f"#step-{number + 1}" if number < size - 1 else "")


def cycle(size: int) -> Lines:
    """Yield steps that depend on each other in one circle, which is rejected."""
    for number in range(size):
        yield from step(number, f"#step-{(number + 1) % size}")


def gathering(size: int) -> Lines:
    """Yield steps of which the first depends on all others."""
    yield from step(0, ", ".join(f"#step-{number}" for number in range(1, size)))
    for number in range(1, size):
        yield from step(number)


def layers(size: int) -> Lines:
    """Yield steps in layers of ten, each step depending on all ten of the layer after it."""
    for number in range(size):
        after = (number // 10 + 1) * 10
        needed = range(after, min(after + 10, size))
        yield from step(number, ", ".join(f"#step-{each}" for each in needed))


def substeps(size: int) -> Lines:
    """Yield one step with substeps."""
    yield from step(0)
    for number in range(size):
        yield f"##### Step 0.{number}: Part {number} {{#step-0-{number}}}"
        yield "**Tasks:**"
        yield "- [ ] do it"


def items(size: int) -> Lines:
    """Yield one step with items."""
    yield from step(0, items=size)


def bare(size: int) -> Lines:
    """Yield steps whose headings have neither a colon nor an anchor."""
    for number in range(size):
        yield f"#### Step {number} Part {number}"
        yield "- [ ] do it"


def alone(_: int) -> Lines:
    """Yield one step, for what grows beside the plan."""
    yield from step(0)


SHAPES: dict[str, Callable[[int], Lines]] = {
    "independent steps": independent,
    "each step after the next": later,
    "one circle of steps": cycle,
    "the first step after all others": gathering,
    "each step after the ten of the next layer": layers,
    "substeps of one step": substeps,
    "items of one step": items,
    "steps without anchors": bare,
}


def batch(size: int) -> str:
    """Return a batch that completes items one by one."""
    return json.dumps(
        [{"kind": "task", "ordinal": number, "status": "completed"} for number in range(size)]
    )


def report(work: object) -> str:
    """Return the report of an iteration, which names its summary and what remains."""
    return json.dumps({"work_remaining": work, "summary_path": "summary.md"})


def names(size: int) -> str:
    """Return a report with names of what remains."""
    return report([f"part-{number}" for number in range(size)])


def bare_names(size: int) -> str:
    """Return a report whose names are a list without quotes."""
    return report("[" + ", ".join(f"part-{number}" for number in range(size)) + "]")


def block(size: int) -> str:
    """Return a report of lines, with an element of the list on each."""
    rest = "\n".join(f"  - part-{number}" for number in range(size))
    return f"IMPLEMENTATION_COMPLETE: 1\nsummary_path: summary.md\nwork_remaining:\n{rest}\n"


def repeated_keys(size: int) -> str:
    """Return a report that gives each of many keys twice."""
    keys = [f'"key-{number}": 1' for number in range(size)]
    return "{" + ", ".join((*keys, *keys)) + "}"


def repeated_lines(size: int) -> str:
    """Return a block that gives its last key twice."""
    lines = "\n".join(f"key_{number}: 1" for number in range(size))
    return f"IMPLEMENTATION_COMPLETE: 1\n{lines}\nkey_{size - 1}: 1\n"


def prose(size: int) -> str:
    """Return a report between lines of prose."""
    line = "The phase is complete.\n" * size
    return f"{line}{report('part-1')}\n{line}"


def words(size: int) -> str:
    """Return a shell command with arguments."""
    return "cargo test " + " ".join(f"--test t{number}" for number in range(size // 2))


def joined(size: int) -> str:
    """Return a shell command of commands."""
    return " && ".join(["cat a b"] * size)


def quotes(size: int) -> str:
    """Return a shell command with quotes, the last of which is open."""
    return "echo " + "\"a\" 'b' " * (size // 2) + "'"


def backslashes(size: int) -> str:
    """Return a shell command that ends with an odd number of backslashes."""
    return "echo " + "\\" * (size + 1)


MORE_STEPS = """
INSERT INTO steps (plan, anchor, step_index, title)
WITH RECURSIVE numbers (number) AS (
    SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < :size
)
SELECT (SELECT min(path) FROM plans), 'more-' || number, 1000000 + number, ''
FROM numbers
"""
"""Adds steps to a store of the first version."""


def commit_log(size: int, plan: str) -> str:
    """Return commits for `git fast-import`, each of which names a step of the plan."""
    return "".join(
        f"commit refs/heads/main\ncommitter Ann <ann@example.com> {1_700_000_000 + number} +0000\n"
        f"data <<END\nLay {number}\n\nTug-Step: step-{number}\nTug-Plan: {plan}\nEND\n\n"
        for number in range(size)
    )
