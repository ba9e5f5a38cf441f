"""The store and the file give the same answers and keep the same reviews, whatever is done."""

import random
from pathlib import Path

import pytest

from impl.store.store import Store
from spec.vocabulary.review_cycles import POST_REVIEW_PHASES, ReviewPhase, WorkPhase
from spec.vocabulary.reviews import CompleteTask, ReviewOperation, ReviewResult, SetMaxReviews
from tests.impl.bridge import PLAN
from tests.impl.hooks.review_forms import (
    COMPLETE_PLAN,
    CONTINUE,
    CREATE_TASKS,
    POST_REVIEW,
    FileForm,
    StoreForm,
    new_plan,
    next_task,
    set_next_phase,
    stop,
)

LIMITS = (-1, 0, 1, 2, 8, 2**62 - 1)
TASKS = ("", "a b", "../..", 'it\'s "odd"\n', "\0", "Brücke")
PHASES = (*ReviewPhase, *POST_REVIEW_PHASES, *WorkPhase, "lunch", "", None)

CHOICES: tuple[ReviewOperation, ...] = (
    CREATE_TASKS,
    COMPLETE_PLAN,
    CONTINUE,
    *[POST_REVIEW] * 8,
    *[stop(result) for result in ReviewResult for _ in range(4)],
    stop(active=True),
    *map(new_plan, LIMITS),
    *[SetMaxReviews(PLAN, limit, 1) for limit in LIMITS],
    *[CompleteTask(PLAN, task, 1) for task in TASKS],
    *map(next_task, TASKS),
    next_task(None),
    next_task("t", tests_first=True),
    *map(set_next_phase, PHASES),
    set_next_phase("code-review", by_hand=True),
)


@pytest.mark.parametrize("seed", range(5))
def test_both_forms_do_the_same(tmp_path: Path, seed: int) -> None:
    dice = random.Random(seed)
    with Store.in_memory() as store:
        stored, filed = StoreForm(store), FileForm(tmp_path)
        for operation in dice.choices(CHOICES, k=100):
            assert filed.do(operation) == stored.do(operation), operation
            assert filed.cycle() == stored.cycle(), operation
