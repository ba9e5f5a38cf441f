"""Reports for `planstate iterate`, and what its errors log holds."""

import json
from pathlib import Path
from typing import Any

SUMMARY = "summaries/001.md"
BLOCK = f"""\
IMPLEMENTATION_COMPLETE: 5
summary_path: {SUMMARY}
work_remaining: Phase_6 Phase_7  # two phases
context_usage_percent: 75%
requires_continuation: true
stuck_detected: false
mood: fine
"""
CONTRADICTING = BLOCK.replace("requires_continuation: true", "requires_continuation: false")
FINISHED = json.dumps({"requires_continuation": False, "summary_path": SUMMARY})


def write_summary(root: Path) -> None:
    """Write a summary that is just large enough."""
    path = root / SUMMARY
    path.parent.mkdir()
    path.write_text("s" * 100)


def copy_of(root: Path, iteration: int = 1) -> Path:
    """Return the path of the copy of an iteration's summary."""
    return root / ".planstate/iterations/plans/bridge.md" / f"iteration_{iteration}_summary.md"


def log_of(root: Path) -> Path:
    """Return the path of the errors log."""
    return root / ".planstate" / "errors.jsonl"


def logged(root: Path) -> list[dict[str, Any]]:
    """Read the errors log, which ends with a whole line."""
    *lines, rest = log_of(root).read_text().split("\n")
    assert rest == ""
    return [json.loads(line) for line in lines]
