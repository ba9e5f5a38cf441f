"""The random layer: operations drawn at random on the mutant and on the model, side by side."""

from random import Random

from conformance.differential.agreement import Disagreement, SideBySide, Tally
from conformance.differential.orchestration import Orchestration
from conformance.differential.orchestrators import Orchestrator
from conformance.differential.search import Limits, search
from conformance.generators.choices import Choices
from conformance.generators.random_circumstances import RandomCircumstances
from conformance.generators.strategies import plan_definition, worlds
from conformance.generators.worlds import WORKTREES, World, edits
from conformance.mutants.catalog.editions import ModelStore
from conformance.mutants.layers import Attempt, Layer
from conformance.mutants.mutant import Mutant, Subject
from spec.editions import CURRENT
from spec.vocabulary.plans import Register

SEED = 0
STEPS = 40
"""Operations in a random sequence."""

RUNS_OF_A_WORLD = 4
SUPPLY = 400
"""Bytes from which one run of the orchestrator is decoded."""

PLAN = "plans/first.md"


def at_random(mutant: Mutant, budget: int) -> Attempt:
    """Ask about so many operations, and reduce the first sequence that differs."""
    if mutant.subject is Subject.ORCHESTRATOR:
        return random_runs(mutant, budget)
    tally = Tally()
    limits = Limits(max(budget // STEPS, 1), STEPS, SEED, shrink=False)
    finding = search(mutant.opener(), worlds(), limits, tally)
    if finding is None:
        return Attempt(Layer.RANDOM, False, tally.operations, "no random sequence shows it")
    # The operation that differs is not in the tally, which counts those that agree.
    asked, length = tally.operations + 1, len(finding.operations)
    return Attempt(Layer.RANDOM, True, asked, f"seed {SEED}", length)


def random_runs(mutant: Mutant, budget: int) -> Attempt:
    """Let orchestrators work in random worlds, disturbed at random."""
    tested, tried, number = mutant.orchestrator(), 0, 0
    while tried < budget:
        pair = SideBySide(ModelStore(CURRENT))
        try:
            work_in_a_world(tested, pair, Random(f"{SEED} {number}"))
        except Disagreement:
            tried += len(pair.operations)
            return Attempt(Layer.RANDOM, True, tried, f"seed {SEED}")
        tried += len(pair.operations)
        number += 1
    return Attempt(Layer.RANDOM, False, tried, "no random run shows it")


def work_in_a_world(tested: Orchestrator, pair: SideBySide, random: Random) -> None:
    """Register a random plan and let the orchestrator work on its steps."""
    original = plan_definition(random.randbytes(80))
    world = World(((PLAN, (original, *edits(original))),), WORKTREES)
    pair.apply(Register(PLAN, original, 0))
    now = 0
    for _ in range(RUNS_OF_A_WORLD):
        choices = Choices(random.randbytes(SUPPLY))
        run = Orchestration(pair, RandomCircumstances(choices, world, now), tested)
        run.run()
        now = run.now
