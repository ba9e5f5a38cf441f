"""`planstate` with the model under layers in the place of its operations.

Nothing of the kit is imported, as each subcommand is a process of its own. What `planstate` forbids
before an operation, in its options or its tables, is allowed here: the layers and the edition alone
decide.
"""

from dataclasses import dataclass
from typing import Any, cast

from impl.cli.answers import Failure
from impl.cli.command import CLAIM_TO_END, PLAN, STEP
from impl.cli.commands.state import release
from impl.cli.main import main as planstate
from impl.cli.output.resyncs import Registration
from impl.store.commits import compare_claim
from impl.store.resync import Progress
from impl.store.store import Store
from spec.editions import Edition, edition_named
from spec.vocabulary.items import ItemStatus
from spec.vocabulary.operations import OPERATIONS
from spec.vocabulary.plans import Registered
from spec.vocabulary.rejections import REASON_WORDS, Rejected
from spec.vocabulary.state import Plan, State, Step
from tests.conformance.kit.layered_model import LAYERS, LayeredModel
from tests.conformance.kit.layered_reviews import serve_reviews

ALL_STATES = "PRAGMA ignore_check_constraints = ON"
"""What lets the tables hold the states of every edition."""


@dataclass(frozen=True)
class Layered:
    """The edition and the layers that a command serves."""

    edition: Edition
    layers: tuple[str, ...]

    def model(self, state: State) -> LayeredModel:
        """Return the model under layers in a state."""
        return LayeredModel(self.edition, self.layers, state)


def command_line(arguments: list[str], name: str, *layers: str) -> int:
    """Run `planstate` with the model under layers in the place of its operations."""
    layered = Layered(edition_named(name), layers or LAYERS)

    def run(store: Store, function: Any, operation: Any, keep: bool = True) -> Any:
        if not isinstance(operation, OPERATIONS):
            return own(store, function, operation)
        served = layered.model(store.snapshot_state())
        before = lost(served.state.plan(operation.plan))
        outcome = served.outcome(operation)
        if keep:
            store._connection.execute(ALL_STATES)
            store.load(served.state)
        if function is compare_claim:
            # Asked before git commits: only a stale claim is refused then.
            return outcome if isinstance(outcome, Rejected) else None
        if isinstance(outcome, Rejected) and outcome.reason not in REASON_WORDS[outcome.code]:
            # `planstate` has no words for that.
            raise Failure.of(outcome, "refused")
        return Registration(outcome, before) if isinstance(outcome, Registered) else outcome

    def read(store: Store, function: Any, operation: Any) -> Any:
        return run(store, function, operation, keep=False)

    own, changed = Store.run, cast("Any", Store)
    changed.run, changed.preview, changed.query = run, read, read
    serve_reviews(layered.model)
    allow_every_release()
    return planstate(arguments)


def allow_every_release() -> None:
    """Accept a release that names the worktree, uses force, both or neither."""
    options = (PLAN, STEP, *release.AUTHORITY, CLAIM_TO_END)
    release.COMMAND.arguments = options


def lost(plan: Plan | None) -> dict[str, Progress]:
    """Return what was done on each step of a plan."""
    return {step.anchor: progress(step) for step in plan.steps} if plan else {}


def progress(step: Step) -> Progress:
    """Return what was done on a step."""
    finished = sum(item.status != ItemStatus.OPEN for item in step.items)
    return Progress(
        step.status, step.claimed_by, step.lease_expires_at, finished, len(step.artifacts)
    )
