"""Circumstances of an orchestrated step, drawn while it is under way."""

from collections.abc import Callable
from itertools import product
from typing import Any, Final, Literal

from hypothesis import strategies as st

from conformance.generators import checklists, claims, commits, completion, plans
from conformance.generators.circumstances import (
    STORE_AWAY,
    Assignment,
    CallFault,
    DocumentEdited,
    Moment,
    RunEvent,
    reopening,
    resetting,
)
from conformance.generators.commits import commit_hashes
from conformance.generators.situation import (
    choose,
    choose_plan,
    machines,
    one_in,
)
from conformance.generators.workspaces import Workspace
from spec.vocabulary.checklists import Batch
from spec.vocabulary.commits import Commit
from spec.vocabulary.completion import Complete
from spec.vocabulary.operations import Operation
from spec.vocabulary.recovery import Checkpoint, Count, Judgement, Review
from spec.vocabulary.state import Show, State

DISTURBANCE: Final = "disturbance"
Happens = CallFault | Literal["disturbance"] | None
"""What happens before a call: a fault of the call, something else, or nothing."""

COMMIT_FAULTS = (
    CallFault(git_succeeds=False),
    CallFault(root_found=False),
    CallFault(store_reachable=False),
    CallFault(document_readable=False),
)

JUDGEMENTS = (Judgement.PASS, *Judgement)
JUDGED = ((),) * 8 + tuple(product(JUDGEMENTS)) * 2 + tuple(product(JUDGEMENTS, JUDGEMENTS))
step_reviews = st.sampled_from(
    [
        Review(approved, tuple(Checkpoint(*each) for each in enumerate(judgements)))
        for approved in (True,) * 5 + (False,)
        for judgements in JUDGED
    ]
)
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
    situation = draw(machines).situation
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
        self.has_committed = False
        self.is_calm = False

    def assign(self, state: State) -> Assignment:  # noqa: ARG002
        """Return what the orchestrator is given."""
        assignment: Assignment = self.draw(assignments(), label="assignment")
        return assignment

    def event_before(self, moment: Moment) -> RunEvent | None:
        """Return what happens before a call: rarely a disturbance, at last perhaps a fault."""
        if self.fault_drawn_for == moment.position or self.is_left_alone(moment):
            return None
        operation = moment.call.operation
        happens: Happens = self.draw(
            happenings_before(operation), label=f"before {type(operation).__name__}"
        )
        if happens == DISTURBANCE:
            return self.disturbance(moment)
        self.fault_drawn_for = moment.position
        return happens

    def is_left_alone(self, moment: Moment) -> bool:
        """Return whether nothing happens before a call, as in half of all recoveries."""
        if isinstance(moment.call.operation, Commit):
            self.has_committed = True
            return False
        if self.has_committed:
            self.has_committed = False
            self.is_calm = not self.draw(one_in(2), label="the recovery is disturbed")
        return self.is_calm

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
        reset = resetting(moment)
        if reset and about_to_look and self.draw(one_in(4), label="the step is reset"):
            return reset
        event = self.draw(disturbances, label="somebody else")
        return event


def mostly_nothing(*faults: CallFault | None) -> st.SearchStrategy[Happens]:
    """Return a strategy for faults, with a disturbance instead once in five times."""
    return st.sampled_from((*faults * 4, *(DISTURBANCE for _ in faults)))


before_commits = mostly_nothing(*(None,) * 4 * len(COMMIT_FAULTS), *COMMIT_FAULTS)
# A report that never arrived leaves what recoveries are for.
before_batches = mostly_nothing(None, None, STORE_AWAY)
before_calls = mostly_nothing(*(None,) * 14, STORE_AWAY)


def happenings_before(operation: Operation) -> st.SearchStrategy[Happens]:
    """Return a strategy for what happens before a call, mostly nothing."""
    if isinstance(operation, Commit):
        return before_commits
    return before_batches if isinstance(operation, Batch) else before_calls
