"""Reading and changing the reviews of a plan folder, for the subcommands of `planstate review`."""

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypedDict

from impl.cli.answers import Answer, Failure, Issue, warning
from impl.cli.command import Arguments, Command, any_number, option
from impl.cli.output.review_steps import next_step
from impl.cli.plan_folder import FOLDER, PlanFolder, chosen
from impl.hooks.prompts import quoted
from impl.hooks.review_state import ReviewFolder
from impl.hooks.state_file import MalformedState
from impl.store import review_actions
from impl.store.guards import Refused
from spec.vocabulary import rejections
from spec.vocabulary.review_cycles import ReviewCycle
from spec.vocabulary.reviews import ContinuePlan, NewPlan, ReviewOperation

Recorded = NewPlan | review_actions.Change | review_actions.Edit

NO_TIME = 0
"""The time of an operation on reviews, on which none of them depends."""

CANNOT_PASS = (
    "max_reviews is 1, and no cycle can have the two clean reviews in a row that it needs: choose "
    "another number with `{command}`"
)


class ReviewData(TypedDict):
    """The reviews of a plan now, and what comes next.

    With `cannot_pass`, no cycle can have the two clean reviews that it needs. `next_command` is to
    be run when `instruction` is done; it is `null` where a stop or nothing comes next.
    """

    plan_folder: str
    phase: str
    next_phase: str | None
    cannot_pass: bool
    review_cycle: ReviewCycle
    instruction: str
    next_command: str | None


MAX_REVIEWS = option(
    "--max-reviews",
    type=any_number,
    metavar="N",
    help="the limit of reviews in each cycle; 0 turns reviews off",
)


def action(
    description: str | None,
    examples: str,
    operation: Callable[[argparse.Namespace, str], Recorded],
    arguments: Arguments = (),
) -> Command:
    """Return a subcommand that records something on the plan of a folder.

    `operation` returns it for the options and the plan; `arguments` are those beside the folder.
    """

    def run(options: argparse.Namespace) -> Answer:
        folder = chosen(options)
        return change(options, folder, operation(options, folder.plan))

    return Command(description, examples, (*arguments, *FOLDER), run, ReviewData)


def change(
    options: argparse.Namespace,
    folder: PlanFolder,
    operation: Recorded,
) -> Answer:
    """Apply an action to the reviews of a folder, and answer with what is then stored."""
    with failures(folder, operation):
        cycle = ReviewFolder(folder.path, patience=options.wait).change(operation)
    return answer(folder, cycle)


def current(folder: PlanFolder) -> ReviewCycle:
    """Return the reviews of a folder. Raises `Failure` if there are none."""
    reviews, operation = ReviewFolder(folder.path), ContinuePlan(folder.plan, NO_TIME)
    with failures(folder, operation):
        reviews.require_there(folder.plan)
        return review_actions.require_started(reviews.cycle())


def answer(folder: PlanFolder, cycle: ReviewCycle) -> Answer:
    """Return the reviews of a folder as an answer, with what comes next."""
    step = next_step(cycle, folder)
    data = ReviewData(
        plan_folder=str(folder.path),
        phase=cycle.phase,
        next_phase=cycle.next_phase,
        cannot_pass=cycle.max_reviews == 1,  # REV-1.19
        review_cycle=cycle,
        instruction=step.instruction,
        next_command=step.command,
    )
    next_phase = "null" if cycle.next_phase is None else quoted(cycle.next_phase)
    line = f"{folder.plan}: phase {quoted(cycle.phase)}, next_phase {next_phase}"
    return Answer(data, [line, *step.lines], warnings_of(cycle, folder))


def warnings_of(cycle: ReviewCycle, folder: PlanFolder) -> list[Issue]:
    """Return a warning if no cycle of the reviews can ever pass."""
    if cycle.max_reviews != 1:
        return []
    command = folder.command("set", "--max-reviews", "N")
    return [warning("cannot_pass", CANNOT_PASS.format(command=command))]


@contextmanager
def failures(folder: PlanFolder, operation: ReviewOperation) -> Iterator[None]:
    """Raise `Failure` for what keeps an operation on the reviews of a folder from being done."""
    try:
        yield
    except MalformedState as error:
        raise Failure.of(rejections.store_unavailable(), str(error)) from error
    except TimeoutError as error:
        message = f"{error}: a review or another command runs there; try again when it has ended"
        raise Failure.of(rejections.store_unavailable(), message) from error
    except Refused as refused:
        from impl.cli.output.review_refusals import refusal

        raise refusal(refused.rejected, operation, folder) from refused
