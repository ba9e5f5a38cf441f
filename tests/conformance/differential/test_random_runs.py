"""Random runs of the orchestrator meet everything that recovery is for."""

import random
from collections import Counter

from conformance.adapters.stores import StoreSystem
from conformance.differential.orchestration import Orchestration
from conformance.differential.runner import DifferentialRunner
from conformance.generators.choices import Choices
from conformance.generators.random_circumstances import RandomCircumstances
from conformance.generators.strategies import plan_definition
from conformance.generators.worlds import world_of
from spec.vocabulary.commits import FailureReason
from spec.vocabulary.plans import Register
from spec.vocabulary.recovery import Result

RUNS = 400


def test_runs_end_in_every_way_and_take_every_number_of_attempts() -> None:
    # Given random plans, when the orchestrator works on them and is disturbed at random,
    source, endings = random.Random(0), Counter[tuple[Result, FailureReason | None, int]]()
    for _ in range(RUNS):
        pair = DifferentialRunner(StoreSystem())
        world = world_of({"plan.md": plan_definition(source.randbytes(60))})
        pair.apply(Register("plan.md", world.versions("plan.md")[0], 0))
        for _ in range(3):
            choices = Choices(source.randbytes(250))
            ending = Orchestration(pair, RandomCircumstances(choices, world, 0)).run().ending
            endings[ending.result, ending.reason, ending.attempts] += 1
        pair.system.close()
    # then model and implementation agree, which `apply` has checked, and runs end in every way,
    found = {(result, reason) for result, reason, _ in endings}
    escalated = {reason for result, reason in found if result is Result.ESCALATED}
    assert escalated == set(FailureReason)
    assert {result for result, _ in found} == set(Result) - {Result.HALTED}
    # without any attempt to recover, after one, and after several; three are explored elsewhere.
    assert {attempts for _, _, attempts in endings} >= {0, 1, 2}
