"""The stop hook of a plan folder: runs a review when one is due, and answers the agent.

A reviewer may outlive its hook, so it never writes to the file that a review is read from: every
attempt has a file of its own, which the hook renames once its reviewer has ended.
"""

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from impl.hooks import prompts, review_attempts, reviewer, stop_messages, verdicts
from impl.hooks.hook_log import HookLog
from impl.hooks.review_state import ReviewFolder
from impl.hooks.reviewer import ReviewerRun
from impl.hooks.state_file import MalformedState
from impl.store.review_stops import ReviewDue
from spec.vocabulary.reviews import ReviewResult, StopAnswered, StopReason


@dataclass(frozen=True, slots=True)
class HookAnswer:
    """Whether the agent may stop and why; what a blocked agent is told, and the person.

    `answered` is the answer by the rules, if it came to one.
    """

    approved: bool
    reason: str
    to_agent: str = ""
    to_person: str | None = None
    answered: StopAnswered | None = None


@dataclass(frozen=True, slots=True)
class MadeReview:
    """A review that ran: what was due, its result, and its file."""

    due: ReviewDue
    result: ReviewResult
    file: Path
    why_failed: str


@dataclass
class StopHook:
    """The hook of one plan folder.

    `command` is the reviewer with its placeholders, run in `root`; `seconds` is the time limit for
    the reviewer and for waiting together; `clock` returns milliseconds.
    """

    folder: Path
    root: Path
    command: Sequence[str]
    seconds: float
    clock: Callable[[], int]

    def __post_init__(self) -> None:
        self._reviews = ReviewFolder(self.folder, patience=self.seconds)
        self._log = HookLog(self.folder, self.clock)
        self._made: MadeReview | None = None

    def answer(self, *, stop_hook_active: bool, session: str | None = None) -> HookAnswer:
        """Answer an agent that tries to stop. Errors of the hook never block and are never raised.

        The folder is locked while a review runs: of two concurrent hooks the second waits, and
        approves if that takes too long. `session` tells the turns of several agents apart.
        """
        if reviewer.GUARD_VARIABLE in os.environ:
            return self._approved("inside_reviewer")
        other_model = self._reviews.other_model()
        try:
            answered = self._reviews.stop(self._review, stop_hook_active=stop_hook_active)
        except MalformedState as error:  # STA-4.2
            return self._approved(StopReason.MALFORMED, error, f"{error}")
        except TimeoutError as error:
            return self._approved("still_locked", error, f"no review ran: {error}")
        except OSError as error:  # REV-5.15, unless a review ran
            what = "no review ran" if self._made is None else "the review was not stored"
            message = f"the stop hook failed, {what}: {error}"
            return self._approved("hook_failed", error, message)
        blocks = self._log.blocks_in_a_row(session) + 1 if stop_hook_active else 1
        self._log.write(
            "answered",
            approved=answered.approved,
            reason=answered.reason,
            stop_hook_active=stop_hook_active,
            session=session,
            review=answered.review,
            model=answered.model,
            next_phase=answered.decided.next_phase if answered.decided else None,
        )
        told = self._told(answered, blocks)
        if other_model is None or self._made is None:
            return told
        person = stop_messages.other_model(other_model, self.folder)
        return replace(told, to_person="; ".join(filter(None, (person, told.to_person))))

    def _approved(
        self, reason: str, error: Exception | None = None, message: str | None = None
    ) -> HookAnswer:
        details = {} if error is None else {"error": str(error)}
        self._log.write("answered", approved=True, reason=reason, **details)
        return HookAnswer(approved=True, reason=reason, to_person=message)

    def _review(self, due: ReviewDue) -> ReviewResult:
        """Run a review, and record it."""
        file = self.folder / prompts.review_name(due)
        review_attempts.remove_abandoned(self.folder)
        attempt = review_attempts.Attempt(self.folder, file, prompts.natural_names(due))
        prompt = prompts.prompt(due, self.folder, attempt.demanded)
        self._log.write(
            "reviewing", review=due.number, model=due.model, kind=due.phase, file=file.name
        )
        seconds = max(0.0, self.seconds - self._reviews.waited)
        run = reviewer.run(
            reviewer.command_line(self.command, due.model, prompt),
            self.root,
            {
                "PLANSTATE_REVIEW_FILE": str(attempt.demanded),
                "PLANSTATE_REVIEW_KIND": due.phase,
                "PLANSTATE_PLAN_FOLDER": str(self.folder),
            },
            seconds,
        )
        attempt.publish()
        result = _result(run, file)
        named = attempt.demanded if result == ReviewResult.NO_FILE else file
        why = stop_messages.why_failed(run, result, named, seconds)
        self._log.write("reviewed", result=result, exit_code=run.exit_code, complaint=run.complaint)
        self._made = MadeReview(due, result, file, why)
        return result

    def _told(self, answered: StopAnswered, blocks: int) -> HookAnswer:
        """Return the answer with its messages; `blocks` counts this one, if it is a block."""
        told = HookAnswer(answered.approved, answered.reason, answered=answered)
        if answered.approved:
            why, cycle = "" if self._made is None else self._made.why_failed, None
            with suppress(MalformedState):
                cycle = self._reviews.cycle()
            person = stop_messages.to_person(answered, cycle, self.folder, why)
            return replace(told, to_person=person)
        agent = self._to_agent(answered) + stop_messages.every_block(self.folder)
        if blocks < stop_messages.MOST_BLOCKS:
            return replace(told, to_agent=agent)
        person = stop_messages.last_block(blocks, self.folder)  # REV-8.12
        return replace(told, to_agent=agent + person + "\n", to_person=person)

    def _to_agent(self, answered: StopAnswered) -> str:
        made, decided = self._made, answered.decided
        if decided is not None and answered.reason == StopReason.FINDINGS_OPEN:
            return stop_messages.findings_open(decided, self.folder)
        assert made is not None
        return stop_messages.to_agent(answered, made.due, made.result, made.file, made.why_failed)


def _result(run: ReviewerRun, file: Path) -> ReviewResult:
    """Return the result of a reviewer (REV-5, REV-12)."""
    if run.timed_out:
        return ReviewResult.TIMED_OUT
    if run.exit_code != 0 or verdicts.error_of(run.output) is not None:  # REV-12.14
        return ReviewResult.CRASHED
    try:
        review = file.read_bytes() if file.is_file() else None
    except OSError:
        review = None
    if review is None:
        return ReviewResult.NO_FILE
    return verdicts.of_run(run.output, review)
