"""The messages of a stop hook: to an agent that it blocks, or to the person who watches."""

from contextlib import suppress
from pathlib import Path

from impl.command_words import planstate
from impl.hooks import verdicts
from impl.hooks.prompts import latest_review, quoted, shown
from impl.hooks.reviewer import ReviewerRun
from impl.hooks.state_file import model_of
from impl.store.review_stops import ReviewDue
from spec.vocabulary.review_cycles import ReviewCycle, ReviewPhase, WorkPhase
from spec.vocabulary.reviews import ReviewResult, StopAnswered, StopReason

KEPT_FIELDS = [each for each in ReviewCycle.__slots__ if each not in ("phase", "next_phase")]
"""The fields that an agent must not change when it has addressed findings (REV-8)."""

REVIEWED = """\
{kind} {number} of at most {limit}, by {model}: {verdict}.
"""

FINDINGS_OPEN = """\
The findings of the last {kind} have not been reported as addressed, and the review after it is \
due: this was attempt {number} of at most {limit}.
"""

ADDRESS = """\
Read the review: {file}
Address its findings, if any, in {plan}, {tasks} and the work itself. \
Then run `{command}`: in {state} it sets `phase` to "{post}" and \
`next_phase` to "{kind}", and keeps all other fields ({kept}) unchanged.
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

TURNING_OFF = """\
A person who wants no more reviews runs `{command}`, which sets `max_reviews` to 0 in {state}.
"""

LAST_BLOCK = (
    "plan {plan}: block {number} in a row; agent programs end a turn after {most}. Before the turn "
    "ends, tell the person what is still open; another turn continues with "
    "`planstate review continue`"
)

MOST_BLOCKS = 8
"""How many blocks in a row an agent program puts up with in one turn (REV-8.11)."""

VERDICTS = {
    ReviewResult.PASS: "VERDICT: PASS, and one more clean review in a row is needed",
    ReviewResult.FAIL: "VERDICT: FAIL",
}

UNREADABLE = {
    ReviewResult.NO_VERDICT: "the review has no verdict",
    ReviewResult.TWO_VERDICTS: "the review has two verdicts, PASS and FAIL",
}

EXPECTED = "expected `VERDICT: PASS` or `VERDICT: FAIL` as its last line, and no other verdict"

LONGEST_COMPLAINT = 500
LONGEST_LINE = 100


def to_agent(
    answered: StopAnswered, due: ReviewDue, result: ReviewResult, file: Path, why: str
) -> str:
    """Return why a stop is blocked and what to do: one template for all reviews (REV-8)."""
    if answered.decided is None:
        template = OVERTAKEN
    else:
        template = REVIEWED + ADDRESS if answered.reason == StopReason.REVIEWED else FAILED
    return template.format(
        **_fields(due.phase, file.parent),
        number=due.number,
        limit=due.cycle.max_reviews,
        model=due.model,
        verdict=VERDICTS.get(result, ""),
        file=shown(str(file)),
        why=why,
    )


def findings_open(cycle: ReviewCycle, folder: Path) -> str:
    """Return why a stop is blocked in a post-review phase, and what to do (REV-14)."""
    assert cycle.next_phase is not None
    kind = ReviewPhase(cycle.next_phase.removeprefix("post-"))
    file = latest_review(kind, cycle.current_task, folder)
    return (FINDINGS_OPEN + ADDRESS).format(
        **_fields(kind, folder),
        number=cycle.phase_iteration,
        limit=cycle.max_reviews,
        file=shown(str(file)) if file else f"no file of a {kind} is left in {shown(str(folder))}",
    )


def _fields(phase: ReviewPhase, folder: Path) -> dict[str, str]:
    """Return what every message about a kind of review names."""
    return {
        "kind": phase,
        "post": phase.post,
        "state": shown(str(folder / "state.json")),
        "kept": ", ".join(KEPT_FIELDS),
        "plan": shown(str(folder / "plan.md")),
        "tasks": shown(str(folder / "tasks.md")),
        "command": command(folder, "post-review"),
    }


def every_block(folder: Path) -> str:
    """Return what every blocked stop ends with: how a person turns reviews off (REV-8.10)."""
    turning_off = command(folder, "set", "--max-reviews", "0")
    return TURNING_OFF.format(state=shown(str(folder / "state.json")), command=turning_off)


def command(folder: Path, name: str, *arguments: str) -> str:
    """Return a command line of `planstate review` about a folder."""
    return planstate("review", name, "--plan-folder", str(folder), *arguments)


def last_block(number: int, folder: Path) -> str:
    """Return how to go on when the turn may end although the stop is blocked (REV-8.12)."""
    return LAST_BLOCK.format(plan=shown(folder.name), number=number, most=MOST_BLOCKS)


def why_failed(run: ReviewerRun, result: ReviewResult, file: Path, seconds: float) -> str:
    """Return why there is no review, or an empty string if there is one."""
    if result == ReviewResult.TIMED_OUT:
        return f"the reviewer timed out after {seconds:g} seconds and was killed"
    if result == ReviewResult.NO_FILE:
        return f"the reviewer wrote no file {shown(str(file))}"
    if result in UNREADABLE:
        end = _last_line(file) if result == ReviewResult.NO_VERDICT else ""
        return f"{UNREADABLE[result]}: {shown(str(file))}{end}; {EXPECTED}"
    if result != ReviewResult.CRASHED:
        return ""
    if run.exit_code is None:
        return f"the reviewer did not run: {_one_line(run.complaint)}"
    ended = f"the reviewer ended with exit code {run.exit_code}"
    if run.exit_code == 0:
        ended = "the reviewer reported an error"
    complaint = run.complaint or verdicts.error_of(run.output)
    return f"{ended}: {_one_line(complaint)}" if complaint else ended


def to_person(
    answered: StopAnswered, cycle: ReviewCycle | None, folder: Path, why_failed: str = ""
) -> str | None:
    """Return what a person should know about an approved stop, or `None` (REV-2.9)."""
    plan, state = shown(folder.name), shown(str(folder / "state.json"))
    if answered.reason == StopReason.REVIEW_FAILED and answered.decided is not None:
        return (
            f"plan {plan}: {answered.decided.next_phase} {answered.review}, by {answered.model}, "
            f"failed: {why_failed}; nothing was reviewed, and the next stop has the other model "
            "review"
        )
    if answered.reason == StopReason.NO_REVIEW_DUE and cycle is not None:
        return _unknown_phase(cycle, plan, folder)
    if answered.reason == StopReason.BY_HAND and cycle is not None:
        return f"plan {plan}: {cycle.next_phase} is due, and no stop reviews what is made by hand"
    if answered.reason == StopReason.MALFORMED:
        correct = command(folder, "set", "--max-reviews", "N")
        return (
            f"{state} is malformed: its max_reviews is negative; expected a whole number from 0: "
            f"correct it with `{correct}`; no review ran"
        )
    if answered.reason == StopReason.LIMIT_REACHED:
        return _limit_reached(cycle, plan, folder)
    if answered.decided is None or not answered.approved:
        return None
    reviews = "reviews are off" if answered.review is None else "two clean reviews in a row"
    return f"plan {plan}: {reviews}; {answered.decided.next_phase} comes next"


def other_model(named: str, folder: Path) -> str:
    """Return what to tell a person whose `review_model` is not the name of a model (STA-3.6)."""
    return (
        f"plan {shown(folder.name)}: the review_model in {shown(str(folder / 'state.json'))} was "
        f"{quoted(named[:100])}; expected opus or sonnet, and {model_of(named)} reviewed"
    )


def _unknown_phase(cycle: ReviewCycle, plan: str, folder: Path) -> str | None:
    """Return a warning of a `next_phase` that stops every review, or `None` (REV-2.12)."""
    if cycle.next_phase is None or cycle.next_phase in tuple(WorkPhase):
        return None
    return (
        f"plan {plan}: no review ran: {quoted(cycle.next_phase[:100])}, the next_phase in "
        f"{shown(str(folder / 'state.json'))}, is no phase; expected null or one of "
        f"{', '.join((*ReviewPhase, *WorkPhase))}: correct it with "
        f"`{command(folder, 'set', '--next-phase', 'PHASE')}`"
    )


def _limit_reached(cycle: ReviewCycle | None, plan: str, folder: Path) -> str:
    message = (
        f"plan {plan}: the reviews of this cycle are used up without two clean ones in a row, so "
        f"you decide: raise max_reviews with `{command(folder, 'set', '--max-reviews', 'N')}`, or "
        f"choose what comes next with `{command(folder, 'set', '--next-phase', 'PHASE')}`"
    )
    if cycle is not None and cycle.max_reviews == 1:
        message += "; with max_reviews 1 no cycle can ever pass"
    return message


def _last_line(review: Path) -> str:
    """Return how a review ends, as a part of a message; nothing if it cannot be read."""
    with suppress(OSError):
        text = review.read_bytes().decode("utf-8", "replace")
        if line := verdicts.read(text).last_line:
            return f", whose last line is {quoted(line[:LONGEST_LINE])}"
    return ""


def _one_line(complaint: str) -> str:
    """Return the end of an error message, without line breaks."""
    text = " ".join(complaint.split())[-LONGEST_COMPLAINT:]
    return "".join(character if character.isprintable() else "?" for character in text)
