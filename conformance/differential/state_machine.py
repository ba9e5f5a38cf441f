"""The stateful test: random requests, asked of the model and of a store side by side.

Read `PlanStateMachine` from top to bottom: it has one rule for each operation of a store.
Hypothesis picks a rule whose preconditions hold, draws its operation from the state that the model
is in (`conformance.generators`), and runs it. Every rule does the same with its operation: both
sides answer it, and the answers and what is stored after it are compared.

    class TestMyStore(PlanStateMachine.TestCase):
        settings = settings(max_examples=500)

is a test that runs anywhere. When it fails, Hypothesis shrinks the failing run and prints it as
calls of these rules.
"""

import sys
from collections.abc import Callable, Sequence
from functools import cache
from typing import ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from conformance.adapters.capabilities import NEEDS
from conformance.adapters.stores import OpenSystem, StoreSystem
from conformance.differential.runner import DifferentialRunner
from conformance.differential.tally import Tally
from conformance.generators import (
    agents,
    checklists,
    claims,
    commits,
    completion,
    iterations,
    plans,
    reviews,
)
from conformance.generators.context import (
    GenerationContext,
    PlanTest,
    StepTest,
    has_nothing_open,
    has_open_items,
    is_claimed,
    is_held,
    is_registered,
    is_touched,
)
from conformance.generators.documents import Workspace, workspaces
from conformance.protocol.messages import AreaName
from spec.vocabulary.agents import CheckCommand
from spec.vocabulary.checklists import Batch, RecordArtifact, Update
from spec.vocabulary.claims import Claim
from spec.vocabulary.commits import Commit
from spec.vocabulary.completion import Complete, Reconcile
from spec.vocabulary.holding import Heartbeat, Release, Reset, Start
from spec.vocabulary.iterations import ReportIteration, StartIterations
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import Register
from spec.vocabulary.readiness import Ready
from spec.vocabulary.reviews import (
    CompletePlan,
    CompleteTask,
    ContinuePlan,
    CreateTasks,
    NewPlan,
    NextTask,
    PostReview,
    SetMaxReviews,
    SetNextPhase,
    Stop,
)
from spec.vocabulary.state import Show

Rule = Callable[..., None]
Test = Callable[["PlanStateMachine"], bool]
EVERYTHING_EVERY = 32
"""Operations between two comparisons of all that is stored. The last one's plan is always."""


@cache
def enabled_when(*areas: AreaName, where: Test) -> Callable[[Rule], Rule]:
    """Enable a rule where the system under test offers some areas and a test passes.

    One precondition for both: Hypothesis checks them at each step.
    """
    needed = frozenset(areas)
    return precondition(lambda machine: needed <= machine.areas and where(machine))


@cache
def some_plan(test: PlanTest) -> Test:
    """Return a test for a registered plan that passes a test."""
    return lambda machine: any(map(test, machine.runner.state.plans))


@cache
def some_step(test: StepTest) -> Test:
    """Return a test for a step, of any registered plan, that passes a test."""
    return some_plan(lambda plan: any(map(test, plan.steps)))


WORK_HAS_BEGUN = some_step(is_touched)


def is_worth_registering(machine: "PlanStateMachine") -> bool:
    """Return whether a plan is not registered, or has work that a new version has to keep."""
    registered = machine.runner.state.plans
    return len(registered) < len(machine.workspace.plans) or WORK_HAS_BEGUN(machine)


def is_time_for_commands(machine: "PlanStateMachine") -> bool:
    """Return whether work has begun, or never begins, as no step can be claimed."""
    return AreaName.CLAIMS not in machine.areas or WORK_HAS_BEGUN(machine)


STRETCH: tuple[st.SearchStrategy[Operation], ...] = (
    claims.claims(),
    claims.starts(),
    checklists.batches(),
    commits.commits(),
    completion.completes(),
)
"""What brings a step from its claim to its end."""


class PlanStateMachine(RuleBasedStateMachine):
    """Worktrees, agents, reviewers and people who share one store of several plans.

    Subclasses say what is compared with the model, in which workspaces, and in which areas.
    """

    open_system: ClassVar[OpenSystem] = StoreSystem
    workspaces: ClassVar[st.SearchStrategy[Workspace]] = workspaces()
    areas: ClassVar[frozenset[AreaName]] = frozenset(AreaName)
    tally: ClassVar[Tally | None] = None

    def __init__(self) -> None:
        super().__init__()
        self.runner = self.open_runner()
        self.now = self.compared = 0
        self.is_over = False

    def open_runner(self) -> DifferentialRunner:
        """Return model and system under test, both empty."""
        # The invariant below compares everything.
        system, tally = type(self).open_system(), type(self).tally
        return DifferentialRunner(system, tally, everything_every=sys.maxsize)

    @property
    def context(self) -> GenerationContext:
        """What the next operation is drawn from."""
        runner = self.runner
        return GenerationContext(self.workspace, runner.state, self.now, runner.commit_log)

    def apply(self, operation: Operation) -> None:
        """Apply an operation on both sides. Raises `Divergence` if answers or states differ."""
        self.guarded(lambda: self.apply_noted(operation))

    def apply_noted(self, operation: Operation) -> None:
        """Apply an operation on both sides, and note which values its fields and its answer had."""
        transition = self.runner.apply(operation)
        if (tally := type(self).tally) is not None:
            tally.variety.note(operation)
            tally.variety.note(transition.outcome)

    def guarded(self, action: Callable[[], object]) -> None:
        """Do something on both sides, a millisecond after the last operation.

        Subclasses decide here what a divergence leads to.
        """
        try:
            action()
        except Exception:
            self.is_over = True
            raise
        if self.runner.operations:
            self.now = max(self.now, self.runner.operations[-1].now + 1)

    @initialize(
        workspace=st.runner().flatmap(lambda machine: machine.workspaces),
        registered=st.sampled_from((2, 2, 1, 0)),
    )
    def plans_are_written(self, workspace: Workspace, registered: int) -> None:
        """Given plan documents, most of them registered as they are."""
        self.workspace = workspace
        self.now = workspace.begins_at
        self.begin(workspace.plans[:registered])

    def begin(self, plans: Sequence[str]) -> None:
        """Register plans as they are written."""
        for plan in plans:
            self.apply(Register(plan, self.workspace.versions(plan)[0], self.now))

    # When plans are registered and shown

    @enabled_when(AreaName.PLANS, where=is_worth_registering)
    @rule(operation=plans.registrations())
    def register(self, operation: Register) -> None:
        """When a document is registered, then its steps are kept, merged or refused alike."""
        self.apply(operation)

    @enabled_when(AreaName.PLANS, where=some_step(is_touched))
    @rule(operation=plans.shows())
    def show(self, operation: Show) -> None:
        """When a plan is shown, then both tell the same of it."""
        self.apply(operation)

    # When worktrees take turns with steps

    @enabled_when(AreaName.CLAIMS, where=some_plan(is_registered))
    @rule(operation=claims.claims())
    def claim(self, operation: Claim) -> None:
        """When a worktree claims, then it is given the same step."""
        self.apply(operation)

    @enabled_when(AreaName.CLAIMS, where=some_step(is_claimed))
    @rule(operation=claims.starts())
    def start(self, operation: Start) -> None:
        """When a step is started, then it is in progress."""
        self.apply(operation)

    @enabled_when(AreaName.CLAIMS, where=some_step(is_held))
    @rule(operation=claims.heartbeats())
    def heartbeat(self, operation: Heartbeat) -> None:
        """When a holder renews its lease, then it ends at the same time."""
        self.apply(operation)

    @enabled_when(AreaName.CLAIMS, where=some_step(is_held))
    @rule(operation=claims.releases())
    def release(self, operation: Release) -> None:
        """When a step is released, then others can claim it."""
        self.apply(operation)

    @enabled_when(AreaName.CLAIMS, where=some_step(is_held))
    @rule(operation=claims.resets())
    def reset(self, operation: Reset) -> None:
        """When a step is reset, then it is as it was registered."""
        self.apply(operation)

    @enabled_when(AreaName.CLAIMS, where=some_step(is_touched))
    @rule(operation=claims.readies)
    def ready(self, operation: Ready) -> None:
        """When somebody asks which steps are ready, then the same ones are."""
        self.apply(operation)

    @rule(until=claims.later_times())
    def time_passes(self, until: int) -> None:
        """When time passes, then leases end. This rule is always enabled."""
        self.now = max(self.now, until)

    # When a holder reports its work

    @enabled_when(AreaName.CHECKLISTS, where=some_step(has_open_items))
    @rule(operation=checklists.updates())
    def update(self, operation: Update) -> None:
        """When items are changed, then all changes are made or none."""
        self.apply(operation)

    @enabled_when(AreaName.CHECKLISTS, where=some_step(has_open_items))
    @rule(operation=checklists.batches())
    def batch(self, operation: Batch) -> None:
        """When a batch is sent, then it counts as one change."""
        self.apply(operation)

    @enabled_when(AreaName.CHECKLISTS, where=some_step(is_held))
    @rule(operation=checklists.artifacts())
    def record_artifact(self, operation: RecordArtifact) -> None:
        """When a note is left, then it has the next id."""
        self.apply(operation)

    # When steps are completed

    @enabled_when(AreaName.COMPLETION, where=some_step(has_nothing_open))
    @rule(operation=completion.completes())
    def complete(self, operation: Complete) -> None:
        """When a step is completed, then strictly or by force."""
        self.apply(operation)

    @enabled_when(AreaName.COMPLETION, where=some_step(is_touched))
    @rule(operation=completion.reconciles())
    def reconcile(self, operation: Reconcile) -> None:
        """When a commit log is read, then what it names is completed."""
        self.apply(operation)

    @enabled_when(AreaName.COMMITS, where=some_step(has_nothing_open))
    @rule(operation=commits.commits())
    def commit(self, operation: Commit) -> None:
        """When work is committed, then its step is completed, or both say why not."""
        self.apply(operation)

    @enabled_when(*NEEDS[AreaName.COMMITS], where=some_plan(is_registered))
    @rule(data=st.data())
    def step_is_worked_on(self, data: st.DataObject) -> None:
        """When a step is claimed, started, reported and committed at a stretch, then all agree.

        Rules of one operation rarely get as far. Each operation is drawn from the state then.
        """
        for operations in STRETCH:
            self.apply(data.draw(operations))

    # When plans, tasks and code are reviewed

    @enabled_when(AreaName.REVIEWS, where=some_plan(reviews.is_unreviewed))
    @rule(operation=reviews.new_plans)
    def new_plan(self, operation: NewPlan) -> None:
        """When a plan is written, then its reviews begin."""
        self.apply(operation)

    @enabled_when(AreaName.REVIEWS, where=some_plan(reviews.is_between_reviews))
    @rule(operation=reviews.create_tasks)
    def create_tasks(self, operation: CreateTasks) -> None:
        """When a plan is divided into tasks, then these are reviewed next."""
        self.apply(operation)

    @enabled_when(AreaName.REVIEWS, where=some_plan(reviews.is_between_reviews))
    @rule(operation=reviews.next_tasks)
    def next_task(self, operation: NextTask) -> None:
        """When a task is begun, or none is left, then the phase says so."""
        self.apply(operation)

    @enabled_when(AreaName.REVIEWS, where=some_plan(reviews.is_between_reviews))
    @rule(operation=reviews.complete_tasks)
    def complete_task(self, operation: CompleteTask) -> None:
        """When a task is done, then its code is reviewed next."""
        self.apply(operation)

    @enabled_when(AreaName.REVIEWS, where=some_plan(reviews.is_between_reviews))
    @rule(operation=reviews.complete_plans)
    def complete_plan(self, operation: CompletePlan) -> None:
        """When a plan is done, then no review is due."""
        self.apply(operation)

    @enabled_when(AreaName.REVIEWS, where=some_plan(reviews.is_held_at_a_stop))
    @rule(operation=reviews.stops)
    def stop(self, operation: Stop) -> None:
        """When an agent tries to stop, then a review lets it, or keeps it working."""
        self.apply(operation)

    @enabled_when(AreaName.REVIEWS, where=some_plan(reviews.has_findings))
    @rule(operation=reviews.post_reviews)
    def post_review(self, operation: PostReview) -> None:
        """When the findings of a review are worked on, then the next review is due."""
        self.apply(operation)

    @enabled_when(AreaName.REVIEWS, where=some_plan(reviews.is_reviewed))
    @rule(operation=reviews.continue_plans)
    def continue_plan(self, operation: ContinuePlan) -> None:
        """When an agent crashed, then both know how to continue."""
        self.apply(operation)

    @enabled_when(AreaName.REVIEWS, where=some_plan(reviews.is_due_for_review))
    @rule(operation=reviews.set_max_reviews)
    def set_max_reviews(self, operation: SetMaxReviews) -> None:
        """When a person edits the limit, then nothing checks it."""
        self.apply(operation)

    @enabled_when(AreaName.REVIEWS, where=some_plan(reviews.is_between_reviews))
    @rule(operation=reviews.set_next_phases)
    def set_next_phase(self, operation: SetNextPhase) -> None:
        """When a person edits the next phase, then nothing checks it."""
        self.apply(operation)

    # When agents iterate and run commands

    @enabled_when(AreaName.ITERATIONS, where=some_plan(iterations.is_idle))
    @rule(operation=iterations.start_iterations)
    def start_iterations(self, operation: StartIterations) -> None:
        """When a loop is started, then it is in its first iteration."""
        self.apply(operation)

    @enabled_when(AreaName.ITERATIONS, where=some_plan(iterations.is_iterating))
    @rule(operation=iterations.report_iterations)
    def report_iteration(self, operation: ReportIteration) -> None:
        """When an iteration is reported, then the loop goes on or ends."""
        self.apply(operation)

    @enabled_when(AreaName.AGENTS, where=is_time_for_commands)
    @rule(operation=agents.check_commands)
    def check_command(self, operation: CheckCommand) -> None:
        """When an agent wants to run a command, then the same is wrong with it."""
        self.apply(operation)

    # Then

    @invariant()
    def everything_stored_agrees(self) -> None:
        """Then all plans agree, also those that no operation named."""
        if len(self.runner.operations) - self.compared >= EVERYTHING_EVERY:
            self.compared = len(self.runner.operations)
            self.guarded(self.runner.compare_everything)

    def teardown(self) -> None:
        """Then everything agrees at the end, and the stored data are sound."""
        try:
            if not self.is_over:
                self.guarded(self.runner.finish)
        finally:
            self.runner.system.close()
