"""The `data` of each command of `planstate`, as it is in the envelope of an answer."""

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from conformance.protocol.documents.base import CommandDocument
from spec.vocabulary.commits import FailureReason
from spec.vocabulary.items import ItemKind, ItemStatus
from spec.vocabulary.iteration_loops import LoopStatus, Override
from spec.vocabulary.recovery import Result
from spec.vocabulary.review_cycles import ReviewModel
from spec.vocabulary.reviews import Continuation
from spec.vocabulary.state import PlanStatus, StepStatus

Instant = Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")]
"""A time in UTC."""

Count = Annotated[int, Field(ge=0)]


class PlanData(CommandDocument):
    """What a command answers about a plan; `plan_path` is relative to the main root."""

    plan_path: str


class StepData(PlanData):
    """What a command answers about a step."""

    anchor: str


class InitData(PlanData):
    """What was registered, or kept and dropped when a plan was updated.

    The lists have the anchors of the steps with progress that are kept, that changed and are
    pending again, and that are gone. With `dry_run`, nothing was stored.
    """

    plan_hash: str
    already_initialized: bool
    step_count: Count
    substep_count: Count
    dep_count: Count
    checklist_count: Count
    resynced: bool
    kept: Count
    dropped: Count
    kept_steps: list[str]
    changed_steps: list[str]
    removed_steps: list[str]
    dry_run: bool


class ClaimedData(StepData):
    """The claimed step, the id of the claim, and how many others are ready and not completed."""

    claimed: Literal[True]
    title: str
    step_index: Count
    claim_id: Annotated[int, Field(ge=1)]
    lease_expires: Instant
    reclaimed: bool
    remaining_ready: Count
    total_remaining: Count
    all_completed: Literal[False]


class NothingClaimableData(PlanData):
    """No step can be claimed: all are completed, or the others are held or blocked."""

    claimed: Literal[False]
    reclaimed: Literal[False]
    remaining_ready: Literal[0]
    total_remaining: Count
    all_completed: bool


class StartData(StepData):
    """Work on the step has started; `already_started` if it had before, and nothing has changed."""

    started: Literal[True]
    already_started: bool


class HeartbeatData(StepData):
    """The end of the renewed lease."""

    lease_expires: Instant


class UpdateData(StepData):
    """The number of items whose status changed."""

    items_updated: Count


class ArtifactData(StepData):
    """The id of the recorded note."""

    artifact_id: Count
    kind: str


class CompleteData(StepData):
    """The step is completed; `already_completed` if it was so before, and nothing has changed."""

    completed: Literal[True]
    already_completed: bool
    forced: bool
    all_steps_completed: bool


class ResetData(StepData):
    """The step is pending."""

    reset: Literal[True]


class ReleaseData(StepData):
    """The step is pending; who held it."""

    released: Literal[True]
    was_claimed_by: str


class ListedStep(CommandDocument):
    """A top-level step in a list."""

    anchor: str
    title: str
    step_index: Count


class ReadyData(PlanData):
    """The top-level steps by what can be done with them."""

    ready: list[ListedStep]
    expired_claim: list[ListedStep]
    blocked: list[ListedStep]
    completed: list[ListedStep]


class SkippedMismatch(CommandDocument):
    """A completed step whose stored commit is not the newest that names it."""

    step_anchor: str
    db_hash: str
    git_hash: str


class ReconcileData(PlanData):
    """How many steps the commits completed or changed, and which were skipped."""

    reconciled_count: Count
    skipped_count: Count
    skipped_mismatches: list[SkippedMismatch]


class ItemCounts(CommandDocument):
    """The number of a step's items of each kind, and of the completed ones."""

    tasks_total: Count
    tasks_completed: Count
    tests_total: Count
    tests_completed: Count
    checkpoints_total: Count
    checkpoints_completed: Count


class ShownArtifact(CommandDocument):
    """A note on a step."""

    kind: str
    summary: str
    recorded_at: Instant


class ShownStep(CommandDocument):
    """A step or substep as it is stored."""

    anchor: str
    title: str
    step_index: Count
    parent_anchor: str | None
    status: StepStatus
    claimed_by: str | None
    claim_id: Annotated[int, Field(ge=1)] | None
    fenced: bool
    lease_expires_at: Instant | None
    completed_at: Instant | None
    commit_hash: str | None
    complete_reason: str | None
    checklist: ItemCounts
    substeps: list["ShownStep"]
    artifacts: list[ShownArtifact]


class ShownItem(CommandDocument):
    """A checklist item of a step; ordinals count from 0 for each kind."""

    step_anchor: str
    kind: ItemKind
    ordinal: Count
    text: str
    status: ItemStatus
    reason: str | None


class LoopViolation(CommandDocument):
    """A report that contradicted itself, and which of its two signals was overridden."""

    iteration: Annotated[int, Field(ge=1)]
    work_remaining: list[str]
    requires_continuation: bool
    override: Override | None


class ShownLoop(CommandDocument):
    """An iteration loop as it is stored."""

    max_iterations: Annotated[int, Field(ge=1)]
    iteration: Annotated[int, Field(ge=1)]
    work_remaining: list[str]
    status: LoopStatus
    halt_reason: str | None
    context: str | None
    violations: list[LoopViolation]


class ShownPlan(PlanData):
    """A plan as it is stored."""

    plan_hash: str
    phase_title: str
    status: PlanStatus
    last_claim_id: Count
    steps: list[ShownStep]
    iteration_loop: ShownLoop | None
    checklist_items: list[ShownItem]
    created_at: Instant | None
    updated_at: Instant | None


class ShowData(CommandDocument):
    """The plan that was named."""

    plan: ShownPlan


class ShowAllData(CommandDocument):
    """All plans of the store, if none was named."""

    plans: list[ShownPlan]


class ShownReviews(CommandDocument):
    """The reviews of a plan, as they are in `state.json`."""

    max_reviews: int
    current_task: str | None
    phase: str
    phase_iteration: Count | None
    next_phase: str | None
    review_model: ReviewModel
    consecutive_clean: Count


class ReviewData(CommandDocument):
    """The reviews of a plan now, and what comes next.

    With `cannot_pass`, no cycle can have the two clean reviews that it needs. `next_command` is to
    be run when `instruction` is done; it is `null` where a stop or nothing comes next.
    """

    plan_folder: str
    phase: str
    next_phase: str | None
    cannot_pass: bool
    review_cycle: ShownReviews
    instruction: str
    next_command: str | None


class StopData(CommandDocument):
    """The answer to a stop, the review that ran, if one did, and the state that was decided on.

    `to_agent` is what a blocked agent is told, `to_person` what a person should know.
    """

    approved: bool
    reason: str
    review: Annotated[int, Field(ge=1)] | None
    model: ReviewModel | None
    decided: ShownReviews | None
    to_agent: str
    to_person: str | None


class ContinueData(CommandDocument):
    """How to continue with a plan after a crash."""

    plan_folder: str
    route: Continuation
    phase: str | None
    current_task: str | None
    instruction: str
    next_command: str | None


class CommitData(CommandDocument):
    """A git commit, made now or before, and whether its step was completed.

    `archived_path` is there if the log was rotated, `state_failure_reason` if the step was not
    completed.
    """

    model_config = ConfigDict(json_schema_extra=None)

    committed: Literal[True]
    already_committed: bool
    commit_hash: str
    log_updated: bool
    log_rotated: bool
    files_staged: list[str]
    state_update_failed: bool
    warnings: list[str]
    archived_path: str = ""
    state_failure_reason: FailureReason = FailureReason.DB_ERROR


class OpenItem(CommandDocument):
    """An item that was open when last seen; `number` counts from 1, `ordinal` from 0."""

    kind: ItemKind
    number: Annotated[int, Field(ge=1)]
    ordinal: Count
    text: str


class RecoveryCall(CommandDocument):
    """A call of a recovery: the subcommand of `planstate state`, and its answer in words."""

    command: Literal["show", "update", "complete"]
    accepted: bool
    answer: str


class RecoverData(StepData):
    """How a recovery ended; open items and substeps are `null` if no query was answered."""

    result: Result
    attempts: Count
    reason: FailureReason | None
    commit_hash: str | None
    verdict: str | None
    open_items: list[OpenItem] | None
    open_substeps: list[str] | None
    calls: list[RecoveryCall]
    message: str
    manual_command: str | None


class IterateData(PlanData):
    """The decision about a loop, and the fields of the report as they were given."""

    decision: Literal["continue", "complete", "stuck", "max_iterations"]
    reason: str
    iteration: Annotated[int, Field(ge=1)]
    max_iterations: Annotated[int, Field(ge=1)]
    work_remaining: list[str]
    signal: Literal["accepted", "overridden", "disregarded"]
    context: str | None
    status: LoopStatus
    halt_reason: str | None
    violation: LoopViolation | None
    report: dict[str, Any]


class IterationsStartedData(PlanData):
    """The loop has started with iteration 1."""

    started: Literal[True]
    iteration: Literal[1]
    max_iterations: Annotated[int, Field(ge=1)]


class IterationsShownData(PlanData):
    """The loop of a plan, `null` before it starts."""

    iteration_loop: ShownLoop | None


class CommandFinding(CommandDocument):
    """A part of a command that breaks a rule, and the tool to use instead, if there is one."""

    rule: str
    words: str
    instead: str | None
    advice: bool


class CommandData(CommandDocument):
    """Whether an agent may run a command."""

    allowed: bool
    findings: list[CommandFinding]
    not_judged: bool


class MigrateData(CommandDocument):
    """What was changed in the store to bring it along, or with `check` would be, a sentence each.

    The versions are equal and there are no changes if the store is current; the first is 0 if a
    server had none. `backup` is the file that has the store as it was.
    """

    store: str
    from_version: Count
    to_version: Annotated[int, Field(ge=1)]
    changes: list[str]
    migrated: bool
    backup: str | None
    check: bool


class CheckData(CommandDocument):
    """What was looked at, and what is wrong with it, a sentence each."""

    store: str
    version: Annotated[int, Field(ge=1)]
    plans: Count
    problems: list[str]


class CopyData(CommandDocument):
    """From where everything was copied, and to where."""

    source: str
    target: str
    plans: Count
    steps: Count


class CompletionData(CommandDocument):
    """The completion script for a shell."""

    shell: Literal["bash", "zsh", "fish"]
    script: str
