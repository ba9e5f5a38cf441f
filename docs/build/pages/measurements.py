"""The page of evidence: what was checked, how much of it, and when."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from docs.build.evidence import CHANGED, COMMANDS, Evidence, evidence
from docs.build.rendering import render
from docs.build.vectors import counts_by_kind

SHORT = 7
"""Digits of a commit that are shown."""

TITLES = {
    "check": "Random operations",
    "exhaustive": "Agreement in every state",
    "explore-2026.2": "Explored states of edition 2026.2",
    "explore-2026.1": "Explored states of edition 2026.1",
    "explore-seeds": "Explored states of edition seeds",
    "explore-origin": "Explored states of edition origin",
    "diff-origin-seeds": "Amendments between origin and seeds",
    "diff-seeds-2026.1": "Amendments between seeds and 2026.1",
    "diff-2026.1-2026.2": "Amendments between 2026.1 and 2026.2",
    "mutants": "Mutants",
    "clauses": "Who sees a clause that is dropped",
    "races": "Races",
    "finding": "Races found by clients that do not know them",
    "crashes": "Crashes and faults",
    "processes": "Many processes at once",
    "histories": "Histories of concurrent clients",
    "growth": "How time grows with size",
    "bench": "Speed, beside peers",
    "judging": "How long judging a history takes",
    "several-machines": "Several clients of one server",
}
"""The sections of the page, in their order, by the names of the measurements."""


def evidence_page() -> str:
    """Return the page."""
    found = {name: evidence(name) for name in COMMANDS}
    return render(
        "evidence.md",
        titles=TITLES,
        commands={name: " ".join(command) for name, command in COMMANDS.items()},
        found=found,
        measured={name: measured(each) for name, each in found.items() if each},
        outcomes=outcome_rows(found["check"].result["outcomes"]) if found["check"] else (),
        vectors=counts_by_kind(),
        growth=growth_of(found["growth"]),
    )


class Curve(NamedTuple):
    """The seconds that a command takes for each size, and what the sizes are of."""

    command: str
    size: str
    seconds: Sequence[float]

    @property
    def factor(self) -> float:
        """How many times as long the largest size takes as the one before it."""
        return self.seconds[-1] / self.seconds[-2]


def growth_of(found: Evidence | None) -> dict[str, Any] | None:
    """Return the slowest curve of each command, all curves by what grows, and the steepest."""
    if found is None:
        return None
    curves = [Curve(**each) for each in found.result["curves"]]
    curves.sort(key=lambda curve: -curve.seconds[-1])
    slowest: dict[str, Curve] = {}
    of_sizes: dict[str, list[Curve]] = {}
    for curve in curves:
        slowest.setdefault(curve.command, curve)
        of_sizes.setdefault(curve.size, []).append(curve)
    return {
        "slowest": list(slowest.values()),
        "of_sizes": of_sizes,
        "most": max(curve.factor for curve in curves),
    }


def measured(found: Evidence) -> str:
    """Return what was measured: a commit, or one with changes that were not committed."""
    commit, changed, _ = found.commit.partition(CHANGED)
    note = ", with changes that were not committed" if changed else ""
    return f"commit `{commit[:SHORT]}`{note}"


def outcome_rows(outcomes: dict[str, int]) -> list[dict[str, Any]]:
    """Return the outcomes of each operation, the most frequent rejections first."""
    by_operation: dict[str, dict[str, int]] = {}
    for key, times in outcomes.items():
        operation, _, outcome = key.partition(": ")
        by_operation.setdefault(operation, {})[outcome] = times
    return [
        {
            "operation": operation,
            "accepted": found.pop("accepted", 0),
            "rejected": sorted(found.items(), key=lambda pair: -pair[1]),
        }
        for operation, found in sorted(by_operation.items())
    ]
