"""Rejections as sentences: what was found, what was expected, what to do."""

from spec.vocabulary.rejections import Detail, Rejected

SENTENCES: dict[str, str] = {
    "duplicate_anchor": "two steps have the anchor {step}; give each step of {plan} its own",
    "unknown_dependency": "step {step} depends on {dependency}, which is no step of {plan}; mend "
    "its `**Depends on:**`",
    "circular_dependency": "step {step} waits for itself through its dependencies; break the "
    "circle in {plan}",
    "plan_without_steps": "{plan} has no steps; expected headings such as "
    "`### Step 1: title {{#step-1}}`",
    "unknown_plan": "{plan} is not registered; run `planstate state init {quoted_plan}`",
    "unknown_step": "{plan} has no step {step}; `planstate state show {quoted_plan}` lists all",
    "empty_batch": "the batch is empty; list items in it, or add --complete-remaining",
    "duplicate_entry": "the batch lists {kind} {ordinal} twice; list every item once",
    "invalid_kind": "the batch has the kind {kind!r}; expected task, test or checkpoint",
    "invalid_status": "the status {status!r} is unknown here; expected `completed`, in a batch "
    "also `deferred`, with --allow-reopen also `open`",
    "missing_reason": "an item is deferred without a reason; defer it by --batch and say why: "
    '[{{"kind": "task", "ordinal": 0, "status": "deferred", "reason": "…"}}]',
    "no_update": "nothing was asked for; name items, as in --task 1:completed, or use --batch",
    "reopen_not_allowed": "completed items would be opened again; add --allow-reopen if you mean "
    "that",
    "invalid_request": "{given} of --worktree and --force were given; expected exactly one",
    "plan_drift": "{plan} has changed since it was registered; run `planstate state init "
    "{quoted_plan}` to take over what it says now",
    "ownership_violation": "step {step} is held by {holder}, not by {caller}; wait for its lease "
    "to end, or take it over by `planstate state claim --force`",
    "incomplete_checklist": "{open_items} items of the step are open; complete or defer them by "
    "`planstate state update`",
    "incomplete_substeps": "{unfinished_substeps} substeps are not completed; complete them first",
}

ONE_ONLY: dict[tuple[Detail, ...], str] = {
    ("incomplete_checklist", 1): "1 item of the step is open; complete or defer it by "
    "`planstate state update`",
    ("incomplete_substeps", 1): "1 substep is not completed; complete it first",
}
"""What is said instead where it is about one only."""

NOT_CLAIMED = {
    "unknown": "{plan} has no step {step}; `planstate state show {quoted_plan}` lists all",
    "completed": "step {step} is completed, and that is final",
    "pending": "step {step} is held by nobody; claim it, or the step it belongs to, first",
    "claimed": "step {step} is claimed, but not so that this can be done; look at it by "
    "`planstate state show {quoted_plan}`",
    "in_progress": "work on step {step} has begun already",
}


def explain(rejected: Rejected, plan: str, first_ordinal: int = 0) -> str:
    """Write a rejection as a sentence, for a caller who counts items from `first_ordinal`."""
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
    """Write a plan's path so that it can be typed as an argument."""
    import shlex

    return shlex.quote(f"./{plan}" if plan.startswith("-") else plan)


def unknown_item(details: dict[str, Detail], first_ordinal: int) -> str:
    """Say which items of the kind there are."""
    kind, ordinal, count = details["kind"], int(details["ordinal"]), int(details["count"])
    found = f"the step has no {kind} {ordinal + first_ordinal}"
    if count == 0:
        return f"{found}; it has no {kind} at all"
    last = count - 1 + first_ordinal
    return f"{found}; expected {first_ordinal} to {last}, counted from {first_ordinal} here"
