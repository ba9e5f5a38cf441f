"""The random layer: operations drawn at random on the mutant and on the model, side by side."""

from random import Random

from conformance.adapters.model import ModelSystem
from conformance.differential.divergence import Divergence
from conformance.differential.orchestration import Orchestration
from conformance.differential.orchestrators import Orchestrator
from conformance.differential.runner import DifferentialRunner
from conformance.differential.search import Limits, search
from conformance.differential.tally import Tally
from conformance.generators.choices import Choices
from conformance.generators.random_circumstances import RandomCircumstances
from conformance.generators.strategies import plan_definition, worlds
from conformance.generators.worlds import WORKTREES, World, edits
from conformance.mutants.layers import Layer, LayerResult
from conformance.mutants.mutant import Component, Mutant
from spec.vocabulary.plans import Register

SEED = 0
STEPS = 40
"""Operations in a random sequence."""

RUNS_OF_A_WORLD = 4
SUPPLY = 400
"""Bytes from which one run of the orchestrator is decoded."""

PLAN = "plans/first.md"


def at_random(mutant: Mutant, budget: int) -> LayerResult:
    """Ask about so many operations, and reduce the first sequence that differs."""
    if mutant.subject is Component.ORCHESTRATOR:
        return random_runs(mutant, budget)
    tally = Tally()
    limits = Limits(max(budget // STEPS, 1), STEPS, SEED, shrink=False)
    finding = search(mutant.opener(), worlds(), limits, tally)
    if finding is None:
        return LayerResult(Layer.RANDOM, False, tally.operations, "no random sequence shows it")
    # The operation that differs is not in the tally, which counts those that agree.
    asked, length = tally.operations + 1, len(finding.operations)
    return LayerResult(Layer.RANDOM, True, asked, f"seed {SEED}", length)


def random_runs(mutant: Mutant, budget: int) -> LayerResult:
    """Let orchestrators work in random worlds, disturbed at random."""
    tested, tried, number = mutant.orchestrator(), 0, 0
    while tried < budget:
        pair = DifferentialRunner(ModelSystem())
        try:
            work_in_a_world(tested, pair, Random(f"{SEED} {number}"))
        except Divergence:
            tried += len(pair.operations)
            return LayerResult(Layer.RANDOM, True, tried, f"seed {SEED}")
        tried += len(pair.operations)
        number += 1
    return LayerResult(Layer.RANDOM, False, tried, "no random run shows it")


def work_in_a_world(tested: Orchestrator, pair: DifferentialRunner, random: Random) -> None:
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
