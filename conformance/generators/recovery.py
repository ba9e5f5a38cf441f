"""Circumstances of an orchestrated step, drawn while it is under way."""

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from conformance.generators import checklists, claims, commits, completion, plans
from conformance.generators.circumstances import (
    STORE_AWAY,
    Assignment,
    DocumentEdited,
    Fault,
    Moment,
    RunEvent,
    reopening,
)
from conformance.generators.commits import commit_hashes
from conformance.generators.situation import (
    choose,
    choose_plan,
    one_in,
    situations,
)
from conformance.generators.workspaces import Workspace
from spec.vocabulary.checklists import Batch
from spec.vocabulary.commits import Commit
from spec.vocabulary.completion import Complete
from spec.vocabulary.operations import Operation
from spec.vocabulary.recovery import Checkpoint, Count, Judgement, Review
from spec.vocabulary.showing import Show
from spec.vocabulary.state import State

COMMIT_FAULTS = (
    Fault(git_succeeds=False),
    Fault(root_found=False),
    Fault(store_reachable=False),
    Fault(document_readable=False),
)

judgements = st.sampled_from((Judgement.PASS, *Judgement))
checkpoints = st.lists(judgements, max_size=2).map(
    lambda judged: tuple(Checkpoint(ordinal, each) for ordinal, each in enumerate(judged))
)
approvals = one_in(6).map(lambda rejected: not rejected)
step_reviews = st.builds(Review, approved=approvals, checkpoints=checkpoints)
"""What a reviewer says about the work on a step: it mostly approves."""

disturbances: st.SearchStrategy[Operation] = st.one_of(
    claims.claims(),
    claims.releases(),
    claims.resets(),
    claims.heartbeats(),
    checklists.batches(),
    checklists.updates(),
    completion.completes(),
    completion.reconciles(),
    commits.commits(),
    plans.registrations(),
)
"""What others ask of the store while an orchestrator is at work."""


@st.composite
def assignments(draw: st.DrawFn) -> Assignment:
    """Return what an orchestrator is given: any worktree is to work on any plan."""
    situation = draw(situations)
    return Assignment(
        plan=choose_plan(draw, situation),
        worktree=choose(draw, situation.workspace.worktrees),
        review=draw(step_reviews),
        count=Count(tasks=1, tests=1),
        now=situation.now,
        commit_hash=draw(commit_hashes),
    )


class DrawnCircumstances:
    """Circumstances in which each event is drawn when the call before which it happens is known.

    `draw` is that of `st.data()`: the events shrink like everything that Hypothesis draws.
    """

    def __init__(self, draw: Callable[..., Any], workspace: Workspace) -> None:
        self.draw = draw
        self.workspace = workspace
        self.fault_drawn_for = -1

    def assign(self, state: State) -> Assignment:  # noqa: ARG002
        """Return what the orchestrator is given."""
        assignment: Assignment = self.draw(assignments(), label="assignment")
        return assignment

    def event_before(self, moment: Moment) -> RunEvent | None:
        """Return what happens before a call: rarely a disturbance, at last perhaps a fault."""
        if self.fault_drawn_for == moment.position:
            return None
        name = type(moment.call.operation).__name__
        if self.draw(one_in(5), label=f"disturbed before {name}"):
            return self.disturbance(moment)
        self.fault_drawn_for = moment.position
        fault: Fault | None = self.draw(faults_of(moment.call.operation), label=f"fault of {name}")
        return fault

    def disturbance(self, moment: Moment) -> RunEvent:
        """Return what somebody else does, or the worker itself by opening its items again."""
        event: RunEvent
        if self.draw(one_in(6), label="somebody edits the document"):
            versions = self.workspace.versions(moment.assignment.plan)
            edits = st.sampled_from([version.document_hash for version in versions])
            return DocumentEdited(self.draw(edits, label="its hash"))
        reopened = reopening(moment)
        about_to_look = isinstance(moment.call.operation, Batch | Show | Complete)
        if reopened and about_to_look and self.draw(one_in(2), label="items are opened again"):
            return reopened
        event = self.draw(disturbances, label="somebody else")
        return event


commit_faults = st.sampled_from((None,) * 4 * len(COMMIT_FAULTS) + COMMIT_FAULTS)
# A report that never arrived leaves what recoveries are for.
batch_faults = st.sampled_from((None, None, STORE_AWAY))
call_faults = st.sampled_from((None,) * 14 + (STORE_AWAY,))


def faults_of(operation: Operation) -> st.SearchStrategy[Fault | None]:
    """Return a strategy for the fault that a call meets, mostly none."""
    if isinstance(operation, Commit):
        return commit_faults
    return batch_faults if isinstance(operation, Batch) else call_faults
