"""Step properties of registering, and of what registering must not disturb."""

from collections.abc import Iterable, Iterator

from spec.amendments.changes_2026_2 import ARTIFACT_IDS_PER_PLAN, HONEST_RESYNC
from spec.amendments.corrections import RECONCILE_NEWEST
from spec.properties.changes import ACCEPTED, Change, StepProperty, was_rejected
from spec.properties.invariants import HELD
from spec.properties.predicate import properties_in
from spec.vocabulary.checklists import ArtifactRecorded
from spec.vocabulary.items import ItemStatus
from spec.vocabulary.plans import Registered
from spec.vocabulary.state import Plan, Step, StepStatus


def what_a_document_says(step: Step) -> object:
    """Return what a document says of a step itself, not of where it stands."""
    items = [(item.kind, item.ordinal, item.text) for item in step.items]
    return step.title, frozenset(step.dependencies), items


def what_was_done(step: Step) -> object:
    """Return everything that operations change in a step."""
    items = [(item.status, item.reason) for item in step.items]
    times = (step.claimed_at, step.heartbeat_at, step.started_at, step.completed_at)
    claim = (step.claimed_by, step.claim_id, step.fenced, step.lease_expires_at, *times)
    recorded = (step.commit_hash, step.complete_reason, step.release_reason, step.artifacts)
    return step.status, claim, recorded, items


def is_touched(step: Step) -> bool:
    """Return whether anything was done on a step."""
    items = any(item.status != ItemStatus.OPEN for item in step.items)
    return step.status is not StepStatus.PENDING or bool(step.artifacts) or items


def lost(old: Step, new: Step | None) -> bool:
    """Return whether a step lost its status, its claim, an artifact or a finished item."""
    if new is None or new.parent != old.parent:
        return is_touched(old)
    same_status = (old.status, old.claimed_by) == (new.status, new.claimed_by)
    finished = sum(item.status != ItemStatus.OPEN for item in old.items)
    still_finished = sum(item.status != ItemStatus.OPEN for item in new.items)
    fewer_notes = len(new.artifacts) < len(old.artifacts)
    return not same_status or fewer_notes or still_finished < finished


def resynchronised(change: Change) -> bool:
    """Return whether a plan was updated from its changed document."""
    return isinstance(change.outcome, Registered) and change.outcome.resynced


@StepProperty.stated("STP-46", resynchronised, (HONEST_RESYNC,), about=(Registered,))
def completed_means_what_is_written(change: Change) -> Iterator[str]:
    """A step stays completed only while its title, items and dependencies are unchanged."""
    for old, new in change.steps:
        stays = StepStatus.COMPLETED is old.status is new.status
        if stays and what_a_document_says(old) != what_a_document_says(new):
            yield f"{old.anchor} is completed, and its document now says something else"


@StepProperty.stated("STP-47", resynchronised, (HONEST_RESYNC,), about=(Registered,))
def what_is_lost_is_listed(change: Change) -> Iterator[str]:
    """The answer to an update of a plan lists every step that loses progress."""
    outcome, before, after = change.outcome, change.plan_before, change.plan_after
    assert isinstance(outcome, Registered)
    assert before is not None
    assert after is not None
    listed = {*outcome.changed_steps, *outcome.removed_steps}
    now = {step.anchor: step for step in after.steps}
    for step in before.steps:
        if step.anchor not in listed and lost(step, now.get(step.anchor)):
            yield f"{step.anchor} lost some of its progress, and the answer does not say so"


def what_it_rests_on(step: Step, after: Plan) -> Iterable[str]:
    """Return what must be as it was for a step to keep its progress in a changed document."""
    if step.parent is not None:
        return (step.parent,) if step.status in HELD else ()
    if step.status is StepStatus.COMPLETED:
        return [each.anchor for each in after.steps if each.parent == step.anchor]
    return step.dependencies if step.status in HELD else ()


@StepProperty.stated(
    "STP-48", resynchronised, (HONEST_RESYNC, RECONCILE_NEWEST), about=(Registered,)
)
def what_stands_unchanged_is_kept(change: Change) -> Iterator[str]:
    """A step that a document leaves as it was keeps all progress if what it rests on does: the
    substeps of a completed step, what a held one depends on, and the parent of a held substep.
    """
    assert change.plan_after is not None
    placed = [(old, new) for old, new in change.steps if old.parent == new.parent]
    same = {old.anchor for old, new in placed if what_was_done(old) == what_was_done(new)}
    for old, new in placed:
        unchanged = what_a_document_says(old) == what_a_document_says(new)
        stands = unchanged and same.issuperset(what_it_rests_on(old, change.plan_after))
        if stands and old.anchor not in same:
            yield f"{old.anchor} stands unchanged in the document and is not what it was"


@StepProperty.stated("STP-69", resynchronised, (HONEST_RESYNC,), about=(Registered,))
def other_items_are_open(change: Change) -> Iterator[str]:
    """An item whose text its step did not have before is open."""
    for old, new in change.steps:
        known = {(item.kind, item.text) for item in old.items}
        for item in new.items:
            if (item.kind, item.text) not in known and item.status != ItemStatus.OPEN:
                yield f"{item.kind} {item.ordinal} of {new.anchor} is new, and {item.status}"


def with_artifacts(change: Change) -> bool:
    """Return whether an accepted operation met a registered plan that has, or gets, artifacts."""
    plan = change.plan_before
    if was_rejected(change):
        return False
    has_some = plan is not None and any(step.artifacts for step in plan.steps)
    return has_some or isinstance(change.outcome, ArtifactRecorded)


@StepProperty.stated("STP-49", with_artifacts, (ARTIFACT_IDS_PER_PLAN,), about=ACCEPTED)
def artifacts_are_counted_in_their_plan(change: Change) -> Iterator[str]:
    """The ids of a plan's artifacts count from 1, independently of other plans."""
    before, after, outcome = change.plan_before, change.plan_after, change.outcome
    assert before is not None
    assert after is not None
    count = before.last_artifact_id
    if isinstance(outcome, ArtifactRecorded):
        recorded = sum(len(step.artifacts) for step in before.steps)
        expected = 1 + (recorded if count is None else count)
        if outcome.artifact_id != expected:
            yield f"artifact {outcome.artifact_id} is number {expected} of {after.path}"
        count = None if count is None else expected
    if after.last_artifact_id != count:
        yield f"{after.path} counts {after.last_artifact_id} artifacts, {count} were recorded"


REGISTERING_PROPERTIES = properties_in(globals(), StepProperty)
