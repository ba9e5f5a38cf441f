"""Measure how many checked operations per second two forms of the stateful test reach.

The plain machine has one `@rule` for each operation of a step, with strategies for its arguments
that know nothing of the state; `PlanStateMachine` draws operations from the model's state. Both
compare the same things. Run with `.venv/bin/python bench/stateful.py`.
"""

import time

from hypothesis import HealthCheck, Phase, Verbosity, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    rule,
    run_state_machine_as_test,
)

from conformance.adapters.stores import StoreSystem
from conformance.differential.runner import DifferentialRunner
from conformance.differential.state_machine import PlanStateMachine
from conformance.differential.tally import Tally
from conformance.generators.documents import workspaces
from conformance.generators.workspaces import Workspace
from spec.vocabulary.checklists import Batch, BatchEntry, RecordArtifact, StatusChange, Update
from spec.vocabulary.claims import Claim
from spec.vocabulary.completion import CommitLogEntry, Complete, Reconcile
from spec.vocabulary.holding import Heartbeat, Release, Reset, Start
from spec.vocabulary.items import ItemKind
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import Register
from spec.vocabulary.readiness import Ready
from spec.vocabulary.state import Show

EXAMPLES = 100
STEPS = 50

steps = st.sampled_from([f"step-{n}" for n in range(6)] + ["step-0-0", "step-1-0", "nowhere"])
worktrees = st.sampled_from(("one", "two", "three"))
passing = st.integers(0, 2) | st.just(1001)
leases = st.sampled_from((1000, 1, 7_200_000))
plans = st.integers(0, 1)
versions = st.integers(0, 5)
kinds = st.sampled_from(ItemKind)
statuses = st.sampled_from(("completed", "deferred", "open"))
entries = st.lists(
    st.builds(BatchEntry, kinds, st.integers(0, 4), statuses, st.none() | st.just("later")),
    max_size=3,
).map(tuple)
changes = st.lists(st.builds(StatusChange, statuses, kinds), max_size=3).map(tuple)


class PlainMachine(RuleBasedStateMachine):
    """One rule for each operation, written as the Hypothesis documentation shows it."""

    tally = Tally()

    def __init__(self) -> None:
        super().__init__()
        self.pair = DifferentialRunner(StoreSystem(), self.tally)
        self.now = 0

    @initialize(workspace=workspaces())
    def choose_workspace(self, workspace: Workspace) -> None:
        """Given two plans."""
        self.workspace = workspace

    def ask(self, operation: Operation) -> None:
        """Compare both sides on one operation."""
        self.now = operation.now
        self.pair.apply(operation)

    def document(self, plan: int, version: int) -> tuple[str, str]:
        """Return a plan's path and the hash of one version of its document."""
        path, documents = self.workspace.documents[plan]
        return path, documents[version if version < 2 else 0].document_hash

    def path(self, plan: int) -> str:
        """Return a plan's path."""
        return self.workspace.documents[plan][0]

    @rule(plan=plans, version=versions)
    def register(self, plan: int, version: int) -> None:
        """Register a version."""
        path, documents = self.workspace.documents[plan]
        self.ask(Register(path, documents[version], self.now))

    @rule(plan=plans, version=versions, who=worktrees, time=passing, lease=leases, f=st.booleans())
    def claim(self, plan: int, version: int, who: str, time: int, lease: int, f: bool) -> None:
        """Claim a step."""
        path, document_hash = self.document(plan, version)
        self.ask(Claim(path, who, document_hash, self.now + time, lease, f))

    @rule(plan=plans, step=steps, who=worktrees)
    def start(self, plan: int, step: str, who: str) -> None:
        """Start a step."""
        self.ask(Start(self.path(plan), step, who, self.now))

    @rule(plan=plans, step=steps, who=worktrees, lease=leases)
    def heartbeat(self, plan: int, step: str, who: str, lease: int) -> None:
        """Renew a lease."""
        self.ask(Heartbeat(self.path(plan), step, who, self.now, lease))

    @rule(plan=plans, step=steps, who=st.none() | worktrees, force=st.booleans())
    def release(self, plan: int, step: str, who: str | None, force: bool) -> None:
        """Release a step."""
        self.ask(Release(self.path(plan), step, self.now, who, force))

    @rule(plan=plans, step=steps)
    def reset(self, plan: int, step: str) -> None:
        """Reset a step."""
        self.ask(Reset(self.path(plan), step, self.now))

    @rule(plan=plans)
    def ready(self, plan: int) -> None:
        """Query what is ready."""
        self.ask(Ready(self.path(plan), self.now))

    @rule(plan=plans, version=versions)
    def show(self, plan: int, version: int) -> None:
        """Query the plan."""
        path, document_hash = self.document(plan, version)
        self.ask(Show(path, document_hash, self.now))

    @rule(plan=plans, step=steps, who=worktrees, what=changes, version=versions)
    def update(
        self, plan: int, step: str, who: str, what: tuple[StatusChange, ...], version: int
    ) -> None:
        """Change items."""
        path, document_hash = self.document(plan, version)
        self.ask(Update(path, step, who, what, document_hash, self.now))

    @rule(plan=plans, step=steps, who=worktrees, what=entries, version=versions, r=st.booleans())
    def batch(
        self, plan: int, step: str, who: str, what: tuple[BatchEntry, ...], version: int, r: bool
    ) -> None:
        """Send a batch."""
        path, document_hash = self.document(plan, version)
        self.ask(Batch(path, step, who, what, document_hash, self.now, r))

    @rule(plan=plans, step=steps, who=worktrees)
    def artifact(self, plan: int, step: str, who: str) -> None:
        """Leave a note."""
        self.ask(RecordArtifact(self.path(plan), step, who, "log", "built", self.now))

    @rule(plan=plans, step=steps, who=worktrees, version=versions, force=st.booleans())
    def complete(self, plan: int, step: str, who: str, version: int, force: bool) -> None:
        """Complete a step."""
        path, document_hash = self.document(plan, version)
        self.ask(Complete(path, step, who, document_hash, self.now, force))

    @rule(plan=plans, step=steps, letter=st.sampled_from("ab"), force=st.booleans())
    def reconcile(self, plan: int, step: str, letter: str, force: bool) -> None:
        """Read a commit log."""
        path = self.path(plan)
        self.ask(Reconcile(path, (CommitLogEntry(path, step, letter * 40),), self.now, force))

    def teardown(self) -> None:
        """Compare everything once more."""
        self.pair.finish()
        self.pair.system.close()


def measure(name: str, machine: type[RuleBasedStateMachine], tally: Tally) -> None:
    """Run a machine and print what it reached."""
    begun = time.perf_counter()
    run_state_machine_as_test(
        seed(0)(machine),
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=STEPS,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            # A loaded machine draws slowly.
            suppress_health_check=[HealthCheck.too_slow],
            verbosity=Verbosity.quiet,
        ),
    )
    seconds = time.perf_counter() - begun
    accepted = tally.accepted / tally.operations
    print(
        f"{name:28} {tally.operations / seconds:7,.0f} checked operations/s  "
        f"{tally.operations:7,} operations  {accepted:4.0%} accepted  "
        f"{len(tally.rules)} rules fired"
    )


def main() -> None:
    """Measure both forms in one run, each twice, as the first run also warms up."""
    for attempt in ("warming up: ", ""):
        PlainMachine.tally = Tally()
        measure(f"{attempt}plain machine", PlainMachine, PlainMachine.tally)
        PlanStateMachine.tally = Tally()
        measure(f"{attempt}drawn from the state", PlanStateMachine, PlanStateMachine.tally)


if __name__ == "__main__":
    main()
