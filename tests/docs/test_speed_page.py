"""The page of speed shows ratios."""

import pytest

from docs.build.evidence import Evidence
from docs.build.pages import measurements

RESULT = {
    "rows": [
        {
            "part": "store",
            "what": "full cycles",
            "unit": "cycles per second",
            "ours": 1230.0,
            "wall": None,
            "peers": {"raw sqlite3": 2460.0, "huey": 615.0},
            "ratios": {"raw sqlite3": 0.5, "huey": 2.0},
        },
        {
            "part": "diff",
            "what": "`diff`",
            "unit": "CPU seconds",
            "ours": 1.5,
            "wall": 2.0,
            "peers": {},
            "ratios": {},
        },
    ],
    "left_out": {"explorer": "no cargo here"},
}


def test_every_part_is_beside_its_peers(monkeypatch: pytest.MonkeyPatch) -> None:
    # Given a measurement, when the page is made,
    found = Evidence("python -m bench --json", "2026-01-05", "abcdef0", 1, RESULT)
    monkeypatch.setattr(measurements, "evidence", lambda name: found if name == "bench" else None)
    page = measurements.speed_page()
    # then each peer has a line with the ratio, and what has no peer has one without.
    assert (
        "| full cycles | 1,230 cycles per second | raw sqlite3 | 2,460 | about 2x slower |" in page
    )
    assert "|  |  | huey | 615 | about 2x faster |" in page
    assert "| `diff` | 1.5 CPU seconds |  |  |  |" in page
    # The page names what could not be measured.
    assert "Left out: Exploring (no cargo here)." in page


def test_without_a_measurement_the_page_says_how_to_make_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(measurements, "evidence", lambda _: None)
    page = measurements.speed_page()
    assert "Not measured yet. To measure it: `python -m bench --json`" in page
    assert "| --- |" not in page
