"""`planstate review`: record progress on a plan folder, show its reviews, and continue (REV)."""

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict

from impl.cli.answers import Answer, Failure, InvalidUsage
from impl.cli.command import (
    Argument,
    Arguments,
    Command,
    Exclusive,
    any_number,
    flag,
    option,
    text,
)
from impl.cli.output.reviews import ContinueData, ReviewData, answer, continued, refusal
from impl.cli.plan_folder import FOLDER, PLAN_FOLDER, ROOT, PlanFolder, chosen
from impl.hooks.review_state import ReviewFolder
from impl.hooks.state_file import MalformedState
from impl.store import review_actions
from impl.store.guards import Refused
from spec.vocabulary import rejections, reviews
from spec.vocabulary.review_cycles import DEFAULT_MAX_REVIEWS, ReviewCycle

Recorded = reviews.NewPlan | review_actions.Change | review_actions.Edit

NO_TIME = 0
"""The time of an operation on reviews, on which none of them depends."""

EXAMPLES = """
  planstate review {example}
  planstate review {example} --json
"""


def declared(
    description: str,
    example: str,
    run: Callable[[argparse.Namespace], Answer],
    arguments: Arguments = (),
    *,
    more: str = "",
    folder: tuple[Argument, ...] = FOLDER,
    answers: object = ReviewData,
) -> Command:
    """Return the subcommand that an example begins with.

    `arguments` are those beside the `folder`, `more` are further examples.
    """
    help = f"`planstate review {example.split()[0]}`: {description}"
    examples = EXAMPLES.format(example=example) + more
    return Command(help, examples, (*arguments, *folder), run, answers)


def recording(
    operation: Callable[[argparse.Namespace, str], Recorded],
) -> Callable[[argparse.Namespace], Answer]:
    """Return what applies an action, made from the options and the plan, to a folder's reviews."""

    def run(options: argparse.Namespace) -> Answer:
        folder = chosen(options)
        recorded = operation(options, folder.plan)
        with failures(folder, recorded):
            cycle = ReviewFolder(folder.path, patience=options.wait).change(recorded)
        return answer(folder, cycle)

    return run


def show(options: argparse.Namespace) -> Answer:
    """Show the reviews."""
    folder = chosen(options)
    cycle = current(folder)
    found = answer(folder, cycle)
    fields = asdict(cycle).items()
    lines = [f"  {name}: {'null' if value is None else value}" for name, value in fields]
    found.lines = [*found.lines, *lines]
    return found


def continue_plan(options: argparse.Namespace) -> Answer:
    """Return how to continue, by the state."""
    folder = chosen(options)
    cycle = current(folder)
    return continued(folder, cycle, review_actions.route(cycle))


def edit(options: argparse.Namespace, plan: str) -> review_actions.Edit:
    """Return what sets the limit, or the next phase."""
    if options.by_hand and options.max_reviews is not None:
        raise InvalidUsage("--by-hand is for --next-phase or --no-next-phase; leave it out")
    if options.max_reviews is not None:
        return reviews.SetMaxReviews(plan, options.max_reviews, NO_TIME)
    return reviews.SetNextPhase(plan, options.next_phase, NO_TIME, by_hand=options.by_hand)


def current(folder: PlanFolder) -> ReviewCycle:
    """Return the reviews of a folder. Raises `Failure` if there are none."""
    stored, operation = ReviewFolder(folder.path), reviews.ContinuePlan(folder.plan, NO_TIME)
    with failures(folder, operation):
        stored.require_there(folder.plan)
        return review_actions.require_started(stored.cycle())


@contextmanager
def failures(folder: PlanFolder, operation: reviews.ReviewOperation) -> Iterator[None]:
    """Raise `Failure` for what keeps an operation on the reviews of a folder from being done."""
    try:
        yield
    except MalformedState as error:
        raise Failure.of(rejections.store_unavailable(), str(error)) from error
    except TimeoutError as error:
        message = f"{error}: a review or another command runs there; try again when it has ended"
        raise Failure.of(rejections.store_unavailable(), message) from error
    except Refused as refused:
        raise refusal(refused.rejected, operation, folder) from refused


LIMIT_HELP = "the limit of reviews in each cycle; 0 turns reviews off"
MAX_REVIEWS = option("--max-reviews", type=any_number, metavar="N", help=LIMIT_HELP)
TASK = option("task", metavar="TASK", type=text, help="the task's id, as its file has it")
NEXT_PHASE = option(
    "--next-phase",
    type=text,
    metavar="PHASE",
    help="the next phase, such as `code-review`, `post-code-review` or `next-task`",
)

NEW = declared(
    """start the reviews of a plan, or start them again (REV-1).

Writes `state.json` in the plan's folder, which must exist. The review of the plan is then due.
Reviews that were already started begin again; unknown fields of the file are kept.
""",
    "new-plan --plan-folder .taskie/plans/bridge",
    recording(lambda given, plan: reviews.NewPlan(plan, NO_TIME, given.max_reviews)),
    (
        MAX_REVIEWS.but(
            help=f"{LIMIT_HELP} (default {DEFAULT_MAX_REVIEWS})", default=DEFAULT_MAX_REVIEWS
        ),
    ),
    folder=(
        PLAN_FOLDER.but(
            help="the plan's folder: a path, or a name under `.taskie/plans/`", required=True
        ),
        ROOT,
    ),
)
CREATE_TASKS = declared(
    """record that the plan is divided into tasks (REV-1).

The review of the tasks is due next: stop, and the stop hook runs it.
""",
    "create-tasks",
    recording(lambda _, plan: reviews.CreateTasks(plan, NO_TIME)),
)
NEXT_TASK = declared(
    """record that work on a task begins, or that none is left (REV-10).

Without TASK, no task is left, and the review of all code is due next.
""",
    "next-task 3 --tests-first",
    recording(
        lambda given, plan: reviews.NextTask(
            plan, given.task, NO_TIME, tests_first=given.tests_first
        )
    ),
    (
        TASK.but(nargs="?"),
        flag("--tests-first", help="the task is begun with its tests (phase `next-task-tdd`)"),
    ),
    more="\n  no task is left:\n  planstate review next-task\n",
)
COMPLETE_TASK = declared(
    """record that a task is done (REV-1).

The review of its code is due next: stop, and the stop hook runs it.
""",
    "complete-task 3",
    recording(lambda given, plan: reviews.CompleteTask(plan, given.task, NO_TIME)),
    (TASK,),
)
POST_REVIEW = declared(
    """record that the findings of a review are addressed (REV-9).

The next review of the same kind is due then: stop, and the stop hook runs it. After a review by
hand, none is due.
""",
    "post-review",
    recording(lambda _, plan: reviews.PostReview(plan, NO_TIME)),
)
COMPLETE_PLAN = declared(
    """record that the plan is complete (REV-10).

Run it when all code was reviewed. No review is due afterwards.
""",
    "complete-plan",
    recording(lambda _, plan: reviews.CompletePlan(plan, NO_TIME)),
)
SET = declared(
    """change the limit of reviews, or the next phase (REV-1).

This command is for a person, who decides when a cycle has reached its limit.
""",
    "set --max-reviews 12",
    recording(edit),
    (
        Exclusive(
            (MAX_REVIEWS, NEXT_PHASE, flag("--no-next-phase", help="no next phase")), required=True
        ),
        flag("--by-hand", help="with a phase, or with none: the stop hook does not run the review"),
    ),
    more="\n  run a review by hand:\n  planstate review set --next-phase code-review --by-hand\n",
)
SHOW = declared(
    """show the reviews of a plan, and what comes next.

Nothing is changed. The reviews are the seven fields of `state.json` in the plan's folder.
""",
    "show",
    show,
)
CONTINUE = declared(
    """show how to continue with a plan after a crash (REV-11).

The phases in the `state.json` of a plan determine it; nothing is changed.
""",
    "continue",
    continue_plan,
    answers=ContinueData,
)
