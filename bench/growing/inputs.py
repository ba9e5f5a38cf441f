"""Plans, reports and commands of any size, for `bench/growth.py`."""

import json
from collections.abc import Callable, Iterable, Iterator
from functools import partial

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


def dependent(needs: Callable[[int, int], Iterable[int]], size: int) -> Lines:
    """Yield steps that depend on others, by their numbers; there may be no step of a number."""
    for number in range(size):
        needed = (f"#step-{each}" for each in needs(number, size) if each < size)
        yield from step(number, ", ".join(needed))


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


DEPENDENCIES: dict[str, Callable[[int, int], Iterable[int]]] = {
    "independent steps": lambda _number, _size: (),
    "each step after the next": lambda number, _size: (number + 1,),
    "one circle of steps": lambda number, size: ((number + 1) % size,),
    "the first step after all others": lambda number, size: () if number else range(1, size),
    "each step after the ten of the next layer": lambda number, _size: range(
        number // 10 * 10 + 10, number // 10 * 10 + 20
    ),
}
"""What each step depends on, by its number and how many there are. A circle is rejected."""


SHAPES: dict[str, Callable[[int], Lines]] = {
    **{name: partial(dependent, needs) for name, needs in DEPENDENCIES.items()},
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


def as_block(line: str, size: int, *rest: str) -> str:
    """Return the report of an iteration as lines: many that differ by a number, and the rest."""
    lines = (line.format(number) for number in range(size))
    return "\n".join(("IMPLEMENTATION_COMPLETE: 1", *rest, *lines, ""))


def repeated_keys(size: int) -> str:
    """Return a report that gives each of many keys twice."""
    keys = [f'"key-{number}": 1' for number in range(size)]
    return "{" + ", ".join((*keys, *keys)) + "}"


def prose(size: int) -> str:
    """Return a report between lines of prose."""
    line = "The phase is complete.\n" * size
    return f"{line}{report('part-1')}\n{line}"


def parts(size: int) -> list[str]:
    """Return names of what remains."""
    return [f"part-{number}" for number in range(size)]


REPORTS: dict[str, tuple[int, Callable[[int], str]]] = {
    "names": (0, lambda size: report(parts(size))),
    "names without quotes": (0, lambda size: report(f"[{', '.join(parts(size))}]")),
    "lines": (
        0,
        lambda size: as_block("  - part-{}", size, "summary_path: summary.md", "work_remaining:"),
    ),
    "prose": (0, prose),
    "repeated keys": (1, repeated_keys),
    "repeated lines": (1, lambda size: f"{as_block('key_{}: 1', size)}key_{size - 1}: 1\n"),
}
"""Reports of an iteration, with the exit code of the command that reads them."""

SHELL_COMMANDS: dict[str, tuple[int, Callable[[int], str]]] = {
    "words": (
        0,
        lambda size: "cargo test " + " ".join(f"--test t{number}" for number in range(size // 2)),
    ),
    "commands": (1, lambda size: " && ".join(["cat a b"] * size)),
    "quotes": (1, lambda size: "echo " + "\"a\" 'b' " * (size // 2) + "'"),
    "backslashes": (1, lambda size: "echo " + "\\" * (size + 1)),
}
"""Shell commands, with the exit code of the check; the last quote and backslash are open."""


def commit_log(size: int, plan: str) -> str:
    """Return commits for `git fast-import`, each of which names a step of the plan."""
    return "".join(
        f"commit refs/heads/main\ncommitter Ann <ann@example.com> {1_700_000_000 + number} +0000\n"
        f"data <<END\nLay {number}\n\nTug-Step: step-{number}\nTug-Plan: {plan}\nEND\n\n"
        for number in range(size)
    )
