"""The messages of a stop hook: to an agent that it blocks, or to the person who watches."""

from pathlib import Path

from impl.hooks.review_papers import shown
from impl.hooks.reviewer import ReviewerRun
from impl.store.review_stops import ReviewDue
from spec.vocabulary.review_cycles import ReviewCycle
from spec.vocabulary.reviews import ReviewResult, StopAnswered, StopReason

KEPT_FIELDS = (
    "max_reviews",
    "current_task",
    "phase_iteration",
    "review_model",
    "consecutive_clean",
)
"""The fields that an agent must not change when it has addressed findings (REV-8)."""

REVIEWED = """\
{kind} {number} of at most {limit}, by {model}: {verdict}.
Read the review: {file}
Address its findings, if any. Then update {state}: set `phase` to "{post}" and \
`next_phase` to "{kind}", and keep all other fields ({kept}) unchanged.
Then stop, so that it can be reviewed again.
"""

FAILED = """\
{kind} {number} of at most {limit}, by {model}, failed: {why}.
Nothing was reviewed, and there are no findings to address. Change nothing in {state}, and stop \
again: the other model will review.
"""

OVERTAKEN = """\
While {kind} {number} ran, {state} was changed so that another review is due now: the review \
{file} does not count.
Change nothing in {state}, and stop again.
"""

VERDICTS = {
    ReviewResult.PASS: "VERDICT: PASS, and one more clean review in a row is needed",
    ReviewResult.FAIL: "VERDICT: FAIL",
    ReviewResult.NO_VERDICT: "no verdict, which counts as FAIL",
    ReviewResult.TWO_VERDICTS: "two verdicts, which counts as FAIL",
}

LONGEST_COMPLAINT = 500


def to_agent(
    answered: StopAnswered, due: ReviewDue, result: ReviewResult, file: Path, why: str
) -> str:
    """Return why a stop is blocked and what to do: one template for all reviews (REV-8)."""
    if answered.decided is None:
        template = OVERTAKEN
    else:
        template = REVIEWED if answered.reason == StopReason.REVIEWED else FAILED
    return template.format(
        kind=due.phase,
        post=due.phase.post,
        number=due.number,
        limit=due.cycle.max_reviews,
        model=due.model,
        verdict=VERDICTS.get(result, ""),
        file=shown(str(file)),
        state=shown(str(file.with_name("state.json"))),
        kept=", ".join(KEPT_FIELDS),
        why=why,
    )


def why_failed(run: ReviewerRun, result: ReviewResult, file: Path, seconds: float) -> str:
    """Return why there is no review, or an empty string if there is one."""
    if result == ReviewResult.TIMED_OUT:
        return f"the reviewer timed out after {seconds:g} seconds and was killed"
    if result == ReviewResult.NO_FILE:
        return f"the reviewer wrote no file {shown(str(file))}"
    if result != ReviewResult.CRASHED:
        return ""
    if run.exit_code is None:
        return f"the reviewer did not run: {_one_line(run.complaint)}"
    ended = f"the reviewer ended with exit code {run.exit_code}"
    return f"{ended}: {_one_line(run.complaint)}" if run.complaint else ended


def to_person(answered: StopAnswered, cycle: ReviewCycle | None, folder: Path) -> str | None:
    """Return what a person should know about an approved stop, or `None`."""
    plan, state = shown(folder.name), shown(str(folder / "state.json"))
    if answered.reason == StopReason.MALFORMED:
        return (
            f"{state} is malformed: its max_reviews is negative; expected a whole number from 0: "
            "correct it; no review ran"
        )
    if answered.reason == StopReason.LIMIT_REACHED:
        return _limit_reached(cycle, plan, state)
    if answered.decided is None or not answered.approved:
        return None
    reviews = "reviews are off" if answered.review is None else "two clean reviews in a row"
    return f"plan {plan}: {reviews}; {answered.decided.next_phase} comes next"


def _limit_reached(cycle: ReviewCycle | None, plan: str, state: str) -> str:
    message = (
        f"plan {plan}: the reviews of this cycle are used up without two clean ones in a row, so "
        f"you decide: raise max_reviews or set next_phase in {state}"
    )
    if cycle is not None and cycle.max_reviews == 1:
        message += "; with max_reviews 1 no cycle can ever pass"
    return message


def _one_line(complaint: str) -> str:
    """Return the end of an error message, without line breaks."""
    text = " ".join(complaint.split())[-LONGEST_COMPLAINT:]
    return "".join(character if character.isprintable() else "?" for character in text)
