"""What follows the rules of some areas: tables of their decisions."""

from collections.abc import Callable
from typing import Any

from conformance.differential.recovery_situations import recovery_situations
from docs.build.examples.recovery import example_run
from docs.build.pages.decisions import failure_reasons, recovery_decisions, stop_decisions
from spec.formats.shell_programs import (
    CHECKED_PROGRAMS,
    KEYWORDS,
    LISTING_WORDS,
    MORE_CHECKED_PROGRAMS,
    RUNNERS,
)
from spec.rules.iteration_decisions import DECISION_TABLES
from spec.rules.rule import Area
from spec.troubleshooting import QUESTIONS

APPENDICES: dict[str, Callable[[], dict[str, Any]]] = {
    "iterations": lambda: {"tables": DECISION_TABLES, "questions": QUESTIONS},
    "commits": lambda: {"reasons": failure_reasons()},
    "recovery": lambda: {
        **example_run(),
        **recovery_decisions(),
        "situations": recovery_situations(),
    },
    "reviews": lambda: {"stops": stop_decisions()},
    "agents": lambda: {
        "programs": (*CHECKED_PROGRAMS, *MORE_CHECKED_PROGRAMS),
        "words": {
            "Keywords": KEYWORDS,
            "Programs that run others": RUNNERS,
            "Listing words": LISTING_WORDS,
        },
    },
}
"""The data of `templates/parts/appendix-AREA.md`."""


def appendix_of(area: Area) -> dict[str, Any]:
    """Return what the appendix of an area shows; nothing if it has none."""
    return APPENDICES[area.name]() if area.name in APPENDICES else {}
