"""Rejected operations on reviews as sentences, and the command that works next."""

from contextlib import suppress

from impl.cli.answers import Failure
from impl.cli.output.remedies import advise
from impl.cli.plan_folder import PlanFolder
from impl.hooks.prompts import quoted
from impl.hooks.review_state import ReviewFolder
from impl.hooks.state_file import MalformedState
from spec.remedies.catalog import remedy_of
from spec.remedies.refusal import Refusal
from spec.vocabulary.operations import Operation
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.review_cycles import PHASES, POST_REVIEW_PHASES
from spec.vocabulary.reviews import NewPlan, PostReview, ReviewOperation, SetNextPhase
from spec.vocabulary.state import Plan, PlanStatus

NO_FOLDER = (
    "there is no plan folder {path}; expected a folder with the plan in it: create it, then run "
    "`{command}`"
)
NOT_STARTED = "the reviews of {path} have not started: it has no state.json"
REFUSALS: dict[type, str] = {
    NewPlan: "max_reviews is {given}; expected a whole number from 0",
    PostReview: f"next_phase is {{given}}; expected one of {', '.join(POST_REVIEW_PHASES)}, "
    "because no findings are to be addressed otherwise",
    SetNextPhase: f"{{given}} is no phase; expected one of {', '.join(sorted(PHASES))}",
}


def refusal(rejected: Rejected, operation: ReviewOperation, folder: PlanFolder) -> Failure:
    """Return the failure for a rejection: what was found, what was expected, what to do."""
    if rejected.reason == "unknown_plan":
        message = NO_FOLDER.format(path=folder.path, command=folder.command("new-plan"))
        return Failure.of(rejected, message)
    given = dict(rejected.details)["given"]
    sentence = NOT_STARTED if given == "not_started" else REFUSALS[type(operation)]
    shown = quoted(given) if isinstance(given, str) else given
    failure = Failure.of(rejected, sentence.format(given=shown, path=folder.path))
    refused = Refusal(_stored(folder), operation, rejected)
    remedy = remedy_of(refused)
    command = command_line(remedy.operation(refused), folder)
    advise(failure, remedy, command)
    return failure


def command_line(operation: Operation, folder: PlanFolder) -> str:
    """Return the command for what is advised: to start reviews, or to continue."""
    if isinstance(operation, NewPlan):
        return folder.command("new-plan")
    return folder.command("continue")


def _stored(folder: PlanFolder) -> Plan:
    """Return the plan that the folder stands for, with its reviews."""
    cycle = None
    with suppress(MalformedState):
        cycle = ReviewFolder(folder.path).cycle()
    return Plan(folder.plan, "", folder.plan, PlanStatus.ACTIVE, (), review_cycle=cycle)
