"""Circumstances that are decided by random choices."""

from conformance.generators.choices import Choices
from conformance.generators.circumstances import (
    STORE_AWAY,
    Assignment,
    DocumentEdited,
    Fault,
    Moment,
    RunEvent,
    reopening,
)
from conformance.generators.requests import draw_operation
from conformance.generators.worlds import World
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


class RandomCircumstances:
    """Chooses plan, worktree and review, and what disturbs a run."""

    def __init__(self, choices: Choices, world: World, now: int) -> None:
        self.choices = choices
        self.world = world
        self.now = now
        self.faults_chosen = -1

    def assign(self, state: State) -> Assignment:  # noqa: ARG002
        """Choose what the orchestrator is given."""
        choices = self.choices
        return Assignment(
            choices.one_of(self.world.plans()),
            choices.one_of(self.world.worktrees),
            self.review(),
            Count(choices.below(3), choices.below(3)),
            self.now,
            f"{choices.below(256):02x}" * 20,
        )

    def review(self) -> Review:
        """Choose what the reviewer says."""
        judgements = [
            self.choices.one_of((Judgement.PASS, *Judgement)) for _ in range(self.choices.below(3))
        ]
        reasons = [self.choices.one_of(("", "does not start")) for _ in judgements]
        points = [
            Checkpoint(ordinal, judgement, reason)
            for ordinal, (judgement, reason) in enumerate(zip(judgements, reasons, strict=True))
        ]
        # A reviewer may judge checkpoints in any order.
        ordered = points[::-1] if self.choices.rarely(3) else points
        return Review(not self.choices.rarely(6), tuple(ordered))

    def event_before(self, moment: Moment) -> RunEvent | None:
        """Disturb the run now and then, and at last choose whether its call meets a fault."""
        if self.faults_chosen == moment.position:
            return None
        if self.choices.rarely(5):
            return self.disturbance(moment)
        self.faults_chosen = moment.position
        return self.fault(moment.call.operation)

    def disturbance(self, moment: Moment) -> RunEvent:
        """Let somebody else do something, or the worker itself open its items again."""
        choices, operation = self.choices, moment.call.operation
        if choices.rarely(6):
            versions = self.world.versions(operation.plan)
            return DocumentEdited(choices.one_of(versions).document_hash)
        if isinstance(operation, Batch | Show | Complete) and choices.rarely(2):
            reopened = reopening(moment)
            if reopened is not None:
                return reopened
        return draw_operation(choices, moment.state, self.world, moment.now, True, moment.history)

    def fault(self, operation: Operation) -> Fault | None:
        """Choose a fault of the call, or `None`."""
        if isinstance(operation, Commit):
            return self.choices.one_of(COMMIT_FAULTS) if self.choices.rarely(5) else None
        # A report that never arrived leaves what recoveries are for.
        away = self.choices.rarely(3 if isinstance(operation, Batch) else 15)
        return STORE_AWAY if away else None
