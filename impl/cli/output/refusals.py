"""Rejections as sentences: what was found, what was expected, and the command that works next."""

from collections.abc import Sequence

from impl.cli.answers import Failure
from impl.cli.location import Location
from impl.cli.output.command_lines import command_line
from impl.git.repository import git_command
from impl.times import duration, until
from spec.remedies.catalog import refusal_of, remedy_of
from spec.remedies.refusal import Party, Refusal, Remedy
from spec.vocabulary.holding import Release
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.rejections import Code, Detail, Rejected
from spec.vocabulary.state import Plan

SENTENCES: dict[str, str] = {
    "duplicate_anchor": "two steps of {plan} have the anchor {step}; give each step its own",
    "unknown_dependency": "step {step} depends on {dependency}, which is not a step of {plan}; "
    "correct its `**Depends on:**`",
    "circular_dependency": "step {step} depends on itself through other steps; remove the "
    "cycle from {plan}",
    "plan_without_steps": "{plan} has no steps; expected headings such as "
    "`### Step 1: title {{#step-1}}`",
    "unknown_plan": "{plan} is not registered",
    "unknown_step": "{plan} has no step {step}",
    "empty_batch": "the batch is empty; expected items in it, or --complete-remaining",
    "duplicate_entry": "the batch lists {kind} {ordinal} twice",
    "invalid_kind": "unknown kind {kind!r} in the batch; expected task, test or checkpoint",
    "invalid_status": "unknown status {status!r}; expected `completed`, `deferred` in a batch, or "
    "`open` with --allow-reopen",
    "missing_reason": "an item is deferred without a reason, which only a batch can give",
    "no_update": "no changes were given; expected items, as in --task 1:completed, or --batch",
    "oversized_reason": "the reason has {found} bytes; expected at most {most}",
    "reopen_not_allowed": "completed items would be reopened",
    "invalid_request": "{given} of --worktree and --force given; expected exactly one",
    "plan_drift": "{plan} has changed since it was registered",
    "ownership_violation": "step {step} is held by {holder}, not by {caller}",
    "incomplete_checklist": "{open_items} items of the step are open",
    "incomplete_substeps": "{unfinished_substeps} substeps are not completed",
}

LIMIT = "the limit is {given}; expected a whole number from 1"
"""The sentence for an invalid request that gives a number."""

STALE_CLAIM = {
    (True, True): "claim {given} is not the current claim of the step, which {holder} holds",
    (True, False): "claim {given} has ended: nobody holds the step",
    (False, True): "the step is under a fenced claim of {holder}, and no id was given; expected it "
    "in --claim-id or $PLANSTATE_CLAIM_ID",
}
"""The sentences by whether an id was given, and whether somebody holds the step."""

ONE_ONLY: dict[tuple[Detail, ...], str] = {
    ("incomplete_checklist", 1): "1 item of the step is open",
    ("incomplete_substeps", 1): "1 substep is not completed",
}
"""The sentences for exactly one item or substep."""

NOT_CLAIMED = {
    "unknown": "{plan} has no step {step}",
    "completed": "step {step} is completed, which is final",
    "pending": "step {step} is not held",
    "claimed": "step {step} is claimed, which does not allow this",
    "in_progress": "work on step {step} has already started",
}


def explain(rejected: Rejected, plan: str, first_ordinal: int = 0) -> str:
    """Return what was found, as a sentence that counts items from `first_ordinal`.

    What to do about it comes after it; only documents that cannot be registered have no remedy
    but to be edited.
    """
    details = dict(rejected.details)
    if rejected.reason == "unknown_item":
        return unknown_item(details, first_ordinal)
    if rejected.reason == "stale_claim":
        known = (details["given"] is not None, details["holder"] is not None)
        sentence = STALE_CLAIM[known]
    elif rejected.reason == "not_claimed":
        sentence = NOT_CLAIMED[str(details["status"])]
    elif rejected.reason == "invalid_request" and isinstance(details["given"], int):
        sentence = LIMIT
    else:
        sentence = SENTENCES[rejected.reason]
    sentence = ONE_ONLY.get((rejected.reason, *details.values()), sentence)
    return sentence.format(**{**details, "plan": plan})


def unknown_item(details: dict[str, Detail], first_ordinal: int) -> str:
    """Return which items of the kind exist, as a sentence."""
    kind, ordinal, count = details["kind"], int(details["ordinal"] or 0), int(details["count"] or 0)
    found = f"the step has no {kind} {ordinal + first_ordinal}"
    if count == 0:
        return f"{found}; it has none"
    last = count - 1 + first_ordinal
    return f"{found}; expected {first_ordinal} to {last}"


ADVICE = {
    Party.CALLER: "{advice}: run `{command}`",
    Party.HOLDER: "{advice}: as the holder, run `{command}`",
    Party.PERSON: "{advice}: let a person run `{command}`",
}


def added(
    failure: Failure,
    operation: Operation,
    outcome: Outcome,
    plan: Plan | None,
    location: Location,
    given: Sequence[str] = (),
) -> Failure:
    """Return a failure with what to do as its last sentence; `given` are the arguments."""
    refusal = refusal_of(plan, operation, outcome)
    if refusal is not None:
        failure.message += holding(refusal, operation.now, location.named_store)
        failure.message += moved(refusal, location)
        remedy = remedy_of(refusal)
        command = command_line(remedy.operation(refusal), given, location.named_store)
        advise(failure, remedy, command)
    return failure


def holding(refusal: Refusal, now: int, store: str | None) -> str:
    """Return since when and until when another holds the step, and what a person can do.

    It is empty unless the request was rejected for that.
    """
    rows = [row for row in (refusal.step, refusal.parent) if row and row.lease_expires_at]
    if refusal.rejected.code != Code.OWNERSHIP_VIOLATION or not rows:
        return ""
    row = rows[-1]
    assert row.claimed_at is not None
    assert row.lease_expires_at is not None
    since, end = duration(now - row.claimed_at), until(row.lease_expires_at, now)
    release = command_line(Release(refusal.request.plan, row.anchor, now, force=True), (), store)
    return f", claimed {since} ago ({end}); to end that claim, a person can run `{release}`"


def moved(refusal: Refusal, location: Location) -> str:
    """Return that the holder is a folder that is gone, and how its worktree gets its name back.

    It is empty unless the request was rejected for the holder, and that is a path where nothing is.
    """
    holder = dict(refusal.rejected.details).get("holder")
    is_other = refusal.rejected.reason == "ownership_violation" and isinstance(holder, str)
    if not is_other or "/" not in str(holder) or (location.root / str(holder)).exists():
        return ""
    command = git_command(location.root, "worktree", "move", "FROM", str(holder))
    return (
        f"; there is no folder {holder}: if its worktree was moved, move it back, as with "
        f"`{command}`, and repeat the command for {holder}"
    )


def advise(failure: Failure, remedy: Remedy, command: str) -> None:
    """Add a remedy, and the command for it, to the message and the data of a failure."""
    sentence = ADVICE[remedy.party].format(advice=remedy.advice, command=command)
    failure.message += f"; {sentence}"
    failure.data = {**failure.data, "remedy": command, "remedy_for": remedy.party.value}
