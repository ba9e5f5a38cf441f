"""Rejections as sentences: what was found, what was expected, what to do."""

from spec.vocabulary.rejections import Detail, Rejected

SENTENCES: dict[str, str] = {
    "duplicate_anchor": "two steps of {plan} have the anchor {step}; give each step its own",
    "unknown_dependency": "step {step} depends on {dependency}, which is not a step of {plan}; "
    "correct its `**Depends on:**`",
    "circular_dependency": "step {step} depends on itself through other steps; remove the "
    "cycle from {plan}",
    "plan_without_steps": "{plan} has no steps; expected headings such as "
    "`### Step 1: title {{#step-1}}`",
    "unknown_plan": "{plan} is not registered; run `planstate state init {quoted_plan}`",
    "unknown_step": "{plan} has no step {step}; list its steps with "
    "`planstate state show {quoted_plan}`",
    "empty_batch": "the batch is empty; list items in it, or add --complete-remaining",
    "duplicate_entry": "the batch lists {kind} {ordinal} twice; list each item once",
    "invalid_kind": "unknown kind {kind!r} in the batch; expected task, test or checkpoint",
    "invalid_status": "unknown status {status!r}; expected `completed`, `deferred` in a batch, or "
    "`open` with --allow-reopen",
    "missing_reason": "an item is deferred without a reason; defer it with --batch and a reason: "
    '[{{"kind": "task", "ordinal": 0, "status": "deferred", "reason": "…"}}]',
    "no_update": "no changes were given; name items, as in --task 1:completed, or use --batch",
    "reopen_not_allowed": "completed items would be reopened; add --allow-reopen to allow this",
    "invalid_request": "{given} of --worktree and --force given; expected exactly one",
    "plan_drift": "{plan} has changed since it was registered; run `planstate state init "
    "{quoted_plan}` to update the plan from it",
    "ownership_violation": "step {step} is held by {holder}, not by {caller}; wait until its lease "
    "expires, or take it over with `planstate state claim --force`",
    "incomplete_checklist": "{open_items} items of the step are open; complete or defer them with "
    "`planstate state update`",
    "incomplete_substeps": "{unfinished_substeps} substeps are not completed; complete them first",
}

ONE_ONLY: dict[tuple[Detail, ...], str] = {
    ("incomplete_checklist", 1): "1 item of the step is open; complete or defer it with "
    "`planstate state update`",
    ("incomplete_substeps", 1): "1 substep is not completed; complete it first",
}
"""The sentences for exactly one item or substep."""

NOT_CLAIMED = {
    "unknown": "{plan} has no step {step}; list its steps with "
    "`planstate state show {quoted_plan}`",
    "completed": "step {step} is completed, which is final",
    "pending": "step {step} is not held; claim it, or its parent, first",
    "claimed": "step {step} is claimed, which does not allow this; see "
    "`planstate state show {quoted_plan}`",
    "in_progress": "work on step {step} has already started",
}


def explain(rejected: Rejected, plan: str, first_ordinal: int = 0) -> str:
    """Return a rejection as a sentence that counts items from `first_ordinal`."""
    details = dict(rejected.details)
    if rejected.reason == "unknown_item":
        return unknown_item(details, first_ordinal)
    if rejected.reason == "not_claimed":
        sentence = NOT_CLAIMED[str(details["status"])]
    else:
        sentence = SENTENCES[rejected.reason]
    sentence = ONE_ONLY.get((rejected.reason, *details.values()), sentence)
    return sentence.format(**{**details, "plan": plan, "quoted_plan": as_argument(plan)})


def as_argument(plan: str) -> str:
    """Return a plan's path, quoted for a shell."""
    import shlex

    return shlex.quote(f"./{plan}" if plan.startswith("-") else plan)


def unknown_item(details: dict[str, Detail], first_ordinal: int) -> str:
    """Return which items of the kind exist, as a sentence."""
    kind, ordinal, count = details["kind"], int(details["ordinal"]), int(details["count"])
    found = f"the step has no {kind} {ordinal + first_ordinal}"
    if count == 0:
        return f"{found}; it has none"
    last = count - 1 + first_ordinal
    return f"{found}; expected {first_ordinal} to {last}"
