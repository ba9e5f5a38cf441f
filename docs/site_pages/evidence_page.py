"""The page of evidence: what was checked, how much, and when. No number stands in this file."""

from collections.abc import Callable, Iterator
from typing import Any

from fragments import details, linked, named, page, table

from evidence import CHANGED, COMMANDS, Evidence, evidence
from site_pages.rules import NOT_MEASURED
from site_pages.vectors import vectors_section

Result = dict[str, Any]

INTRODUCTION = (
    "What was checked, how much of it, and when. Every number was written by the run that measured "
    "it, together with the commit that it measured; `make evidence` runs all of them again, and "
    "each can be repeated alone with the command that stands beside it."
)
NOT_MADE = (NOT_MEASURED, "", "")
EDITIONS = ("2026.1", "seeds", "origin")
PLURALS = {
    "holds": "hold",
    "holds_to_depth": "hold to that depth",
    "violated": "are violated",
    "unknown": "are unknown",
}
SHORT = 7
"""Digits of a commit that are shown."""

DIFFS = (("origin", "seeds"), ("seeds", "2026.1"))


def evidence_page() -> str:
    """Write the page."""
    return page(
        "Evidence",
        INTRODUCTION,
        overview(),
        section("check", "Random operations", random_operations),
        section("exhaustive", "Agreement in every state", agreement),
        *(
            section(f"explore-{edition}", f"Explored states of edition {edition}", explored)
            for edition in EDITIONS
        ),
        *(
            section(f"diff-{a}-{b}", f"Amendments between {a} and {b}", told_apart)
            for a, b in DIFFS
        ),
        section("mutants", "Mutants", mutants),
        vectors_section(),
        section("crashes", "Crashes and faults", tests),
        section("processes", "Many processes at once", tests),
    )


def overview() -> str:
    """List every measurement, and when it was made of what."""
    rows = []
    for name in COMMANDS:
        found = evidence(name)
        made = (day(found), measured(found), f"{found.seconds:,}") if found else NOT_MADE
        rows.append((f"[{name}](#{name})", *made))
    return table(("Measurement", "Date", "Of", "Seconds"), rows)


def section(name: str, title: str, tell: Callable[[Result], Iterator[str]]) -> str:
    """Write what was measured under a name, or that it was not measured yet."""
    heading = f"## {title} {{ #{name} }}"
    found = evidence(name)
    if found is None:
        return f"{heading}\n\nNot measured yet. To measure it: `{' '.join(COMMANDS[name])}`"
    return "\n\n".join((heading, *tell(found.result), origin(found)))


def origin(found: Evidence) -> str:
    """Say where numbers come from."""
    return (
        f"Measured on {day(found)} at {measured(found)}, in {found.seconds:,} s. "
        f"Repeat it:\n\n```console\n$ {found.command}\n```"
    )


def day(found: Evidence) -> str:
    """Name the day of a measurement, whether or not its time was kept."""
    return found.date.partition("T")[0]


def measured(found: Evidence) -> str:
    """Name what was measured: a commit, or one with changes that no commit had yet."""
    commit, changed, _ = found.commit.partition(CHANGED)
    note = ", with changes that were not committed" if changed else ""
    return f"commit `{commit[:SHORT]}`{note}"


def random_operations(result: Result) -> Iterator[str]:
    """Tell how many operations model and implementation agreed on."""
    fired = sum(1 for times in result["rules"].values() if times)
    tested = sum(1 for times in result["properties"].values() if times)
    yield (
        f"**{result['operations']:,} operations** on model and implementation side by side, "
        f"{result['accepted']:,} accepted and {result['rejected']:,} rejected, drawn from seed "
        f"{result['seed']}: verdict **{result['verdict']}**, "
        f"{len(result['disagreements'])} disagreements. {fired} of {len(result['rules'])} rules "
        f"fired, {tested} of {len(result['properties'])} properties were put to the test."
    )
    names = dict.fromkeys(key.partition(": ")[0] for key in result["outcomes"])
    rows = [(named(name), *_counts(result["outcomes"], name)) for name in sorted(names)]
    yield table(("Operation", "Accepted", "Rejected", "With"), rows)


def _counts(outcomes: dict[str, int], name: str) -> tuple[str, str, str]:
    """Count the answers to an operation, the most frequent rejections first."""
    found = {
        key.removeprefix(f"{name}: "): times
        for key, times in outcomes.items()
        if key.startswith(f"{name}: ")
    }
    accepted = found.pop("accepted", 0)
    words = sorted(found.items(), key=lambda pair: -pair[1])
    told = ", ".join(f"{linked(word)} {times:,}" for word, times in words)
    return f"{accepted:,}", f"{sum(found.values()):,}", told


def agreement(result: Result) -> Iterator[str]:
    """Tell how many transitions agreed, scope by scope."""
    yield (
        f"Every operation in every reachable state of {len(result['scopes'])} small worlds, on "
        f"both sides: **{result['agreed']:,} of {result['transitions']:,} transitions agree**."
    )
    if result["never_fired"]:
        silent = ", ".join(linked(rule) for rule in result["never_fired"])
        yield (
            f"Over all rules the verdict is **{result['verdict']}**, because these decide nothing "
            f"in these worlds: {silent}. Random operations and vectors put them to the test."
        )
    rows = [
        (
            f"`{each['scope']}`",
            f"{each['states']:,}",
            f"{each['transitions']:,}",
            f"{each['agreed']:,}",
            "complete" if each["complete"] else "not complete",
        )
        for each in result["scopes"]
    ]
    yield table(("Scope", "States", "Transitions", "Agreed", ""), rows)


def explored(result: Result) -> Iterator[str]:
    """Tell how much of each scope was seen, and the verdicts on the properties."""
    verdicts = [entry["verdict"] for entry in result["properties"]]
    counts = ", ".join(
        f"{verdicts.count(verdict)} {PLURALS.get(verdict, verdict)}"
        for verdict in dict.fromkeys(sorted(verdicts))
    )
    yield (
        f"**{result['states']:,} states and {result['transitions']:,} transitions**, to depth "
        f"{result['depth']}. Of {len(verdicts)} properties: {counts}."
    )
    violated = [e["id"] for e in result["properties"] if e["verdict"] == "violated"]
    if violated:
        told = f"{', '.join(linked(each) for each in violated)}."
        yield details("Violated, as the amendments say", told)
    rows = [
        (
            f"`{each['scope']}`",
            f"{each['states']:,}",
            f"{each['transitions']:,}",
            str(each["depth"]),
            "all seen" if each["closed"] else "out of budget",
        )
        for each in result["scopes"]
    ]
    yield table(("Scope", "States", "Transitions", "Depth", ""), rows)


def told_apart(result: Result) -> Iterator[str]:
    """Tell for each amendment how short a trace shows it."""
    rows = [
        (linked(each["id"]), "yes" if each["differs"] else "no", f"{len(each['trace'] or ())}")
        for each in result["amendments"]
    ]
    count = sum(1 for each in result["amendments"] if each["differs"])
    yield f"**{count} of {len(rows)} amendments** are told apart by a shortest trace."
    yield table(("Amendment", "Told apart", "Events of the trace"), rows)


def mutants(result: Result) -> Iterator[str]:
    """Tell how many of the deliberate faults were found, and by what."""
    yield (
        f"**{result['killed']:,} of {result['total']:,} deliberate faults** of the implementation "
        f"were found; {number(result['equivalent'])} are equivalent to it; "
        f"{number(result['survivors'])} survived."
    )
    rows = [
        (
            f"`{each['id']}`",
            linked(each["rule"]),
            str(each.get("killed_by") or "–"),
            str(each.get("operations") or "–"),
        )
        for each in result["mutants"]
    ]
    found = table(("Mutant", "Rule", "Killed by", "Operations"), rows)
    yield f'<div class="long-names" markdown>\n\n{found}\n\n</div>'


def number(found: int | list[str]) -> str:
    """Count what is listed."""
    return f"{found if isinstance(found, int) else len(found):,}"


def tests(result: Result) -> Iterator[str]:
    """Tell which tests passed, file by file."""
    rows = [
        (f"`{file}`", str(each["passed"]), str(each["failed"]), str(each["skipped"]))
        for file, each in result["files"].items()
    ]
    yield f"**{result['passed']:,} tests passed**, {result['failed']:,} failed."
    yield table(("Tests", "Passed", "Failed", "Skipped"), rows)
