"""Several stores on one file: threads and processes share the work and wait for each other."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

from impl.store.store import Store
from spec.vocabulary.claims import Claim, Claimed
from spec.vocabulary.completion import Complete, StepCompleted
from spec.vocabulary.plans import PlanDefinition, Register, StepDefinition
from spec.vocabulary.state import PlanStatus
from tests.impl.bridge import HASH, PLAN

MANY = 40
DAY = 86_400
"""Seconds for which a store waits for others: longer than any test takes."""
ANCHORS = [f"step-{number}" for number in range(MANY)]
WIDE = PlanDefinition("Wide", HASH, tuple(StepDefinition(anchor, "") for anchor in ANCHORS))


def work(path: Path, worktree: str, all_at_once: Barrier) -> list[str]:
    """Open, register, then claim and complete until nothing is left: as a process would."""
    all_at_once.wait()
    done = []
    with Store.open(path, timeout_seconds=DAY, synchronous="OFF") as store:
        store.apply(Register(PLAN, WIDE, 0))
        while isinstance(claimed := store.apply(Claim(PLAN, worktree, HASH, 0)), Claimed):
            completed = store.apply(Complete(PLAN, claimed.anchor, worktree, HASH, 0))
            assert isinstance(completed, StepCompleted)
            done.append(claimed.anchor)
    return done


def test_threads_on_one_new_file_share_the_steps_without_doing_one_twice(tmp_path: Path) -> None:
    path, workers = tmp_path / "plans.db", 6
    all_at_once = Barrier(workers)
    with ThreadPoolExecutor(workers) as pool:
        works = [pool.submit(work, path, f"w{n}", all_at_once) for n in range(workers)]
        done = [anchor for each in works for anchor in each.result()]
    assert sorted(done) == sorted(ANCHORS)
    with Store.open(path) as store:
        plan = store.snapshot(PLAN)
        assert plan is not None
        assert plan.status == PlanStatus.DONE
        assert store.integrity_problems() == []
