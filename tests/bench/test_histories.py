"""Porcupine, which shares no line with ours, gives the same verdicts on the same histories."""

import shutil

import pytest

from bench.histories import KINDS, Case, calls_of, judged, judged_by_porcupine, plain
from tests.profiles import requires_ci_profile

pytestmark = [
    requires_ci_profile,
    pytest.mark.skipif(shutil.which("go") is None, reason="no Go here: apt-get install golang"),
    pytest.mark.xdist_group("porcupine"),  # it is built once
]

SIZES = ((2, 12, 0), (3, 24, 0), (4, 40, 1), (4, 40, 2))
SEEDS = range(12)


@pytest.mark.parametrize("wrong", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_both_judge_alike(kind: str, wrong: bool) -> None:
    # Given histories of a faultless server, or with a stale answer that may be noticed,
    cases = [Case(kind, *size, wrong) for size in SIZES for _ in SEEDS]
    histories = [
        calls_of(case, seed) for case, seed in zip(cases, [*SEEDS] * len(SIZES), strict=True)
    ]
    # when both judge them,
    lines = [plain(case, calls) for case, calls in zip(cases, histories, strict=True)]
    theirs = [found["verdict"] for found in judged_by_porcupine(lines)]
    ours = [judged(calls)["verdict"] for calls in histories]
    # then the verdicts are the same; only what is wrong is contradicted, and most of that is.
    assert ours == theirs
    found = ours.count("contradicted") / len(ours)
    assert found > 0.5 if wrong else found == 0
