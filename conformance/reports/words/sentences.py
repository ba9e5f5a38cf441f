"""Requests and replies as sentences for people, from the messages as they are sent.

`request_sentence` and `reply_sentence` are the two halves of a line such as
`ann claims bridge.md → piers, until 02:01`. A message that lacks fields, as a faulty program may
send it, is shown as far as it goes.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from conformance.protocol.visible import visible
from conformance.reports.words.messages import render_message
from spec.vocabulary.domains import DEFAULT_LEASE
from spec.vocabulary.review_cycles import DEFAULT_MAX_REVIEWS

Message = Mapping[str, Any]

SECOND, MINUTE, HOUR, DAY = 1_000, 60_000, 3_600_000, 86_400_000
"""Milliseconds."""
SHORT_HASH = 7
"""How much of a commit's hash is shown."""
MOST_LETTERS = 40
"""The most letters of a reason that a sentence shows."""
MOST_NAMES = 4
"""The most names that a sentence lists."""
USUAL = "Commit"
"""The message of a commit that gives none."""


def clock(time: int) -> str:
    """Return a time of day; below a second the milliseconds, beyond a day the date too."""
    if -SECOND < time < SECOND and time:
        return f"{time} ms"
    if not 0 <= time < 4_000_000_000_000:
        return f"{time:,} ms"
    moment = datetime.fromtimestamp(time // SECOND, UTC)
    day = f"{moment:%Y-%m-%d} " if time >= 1_000 * DAY else ""
    day = day or (f"day {time // DAY + 1} " if time >= DAY else "")
    seconds = f"{moment:%H:%M:%S}" if time % MINUTE else f"{moment:%H:%M}"
    return f"{day}{seconds}" + (f".{time % SECOND:03}" if time % SECOND else "")


def duration(time: int) -> str:
    """Return a duration in the largest unit that needs no fraction."""
    for unit, name in ((HOUR, "h"), (MINUTE, "min"), (SECOND, "s")):
        if time >= unit and time % unit == 0:
            return f"{time // unit:,} {name}"
    return f"{time:,} ms"


def request_sentence(request: Message, with_plan: bool = False) -> str:
    """Return who requests what, of which plan if that is asked for.

    A request that cannot be read is shown as JSON.
    """
    try:
        template = REQUESTS[request["operation"]]
        template = template.replace("{step}", "{step} of {plan}") if with_plan else template
        return str(visible(template.format_map(_Request(request))))
    except (KeyError, TypeError, ValueError, AttributeError):
        return render_message(request)


def reply_sentence(reply: Message) -> str:
    """Return what is replied; of a reply that lacks fields its words, of another the JSON."""
    try:
        kind = reply["answer"] if reply["reply"] == "ok" else reply["reply"]
        if kind not in REPLIES:
            return render_message(reply)
    except (KeyError, TypeError):
        return render_message(reply)
    try:
        return str(visible(REPLIES[kind](reply)))
    except (KeyError, TypeError, ValueError, AttributeError):
        given = [f"{name} {reply[name]}" for name in reply if name not in ("reply", "answer")]
        return str(visible(", ".join((kind.replace("_", " "), *given))))


def count(number: int, noun: str) -> str:
    """Return a number with its noun."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def names(found: Iterable[str]) -> str:
    """Return names as a list that is cut after a few."""
    listed = list(found)
    more = f" and {len(listed) - MOST_NAMES} more" if len(listed) > MOST_NAMES else ""
    return ", ".join(listed[:MOST_NAMES]) + more


FLAGS = {
    "force": ", by force",
    "fenced": ", fenced",
    "resume": ", to resume what it holds",
    "shorten": ", even if that is earlier",
    "tests_first": ", tests first",
    "by_hand": ", by hand",
    "allow_drift": ", although the document may have changed",
    "allow_reopen": ", which may reopen items",
}
"""What a request that sets a flag is said to be besides."""
NUMBERS = {
    "claim_id": ", under claim {:,}",
    "lowest_id": ", as claim {:,} or higher",
    "least_summary_bytes": ", of {:,} at least",
}
"""What a request that gives a number is said to be besides."""


def _unusual(its: Message) -> str:
    """Return what is unusual about a request: force, drift, fencing, a claim's id."""
    words = "".join(word for name, word in FLAGS.items() if its.get(name))
    given = (word.format(its[name]) for name, word in NUMBERS.items() if its.get(name) is not None)
    return words + "".join(given)


def _lease(its: Message) -> str:
    lease = its.get("lease", DEFAULT_LEASE)
    return "" if lease == DEFAULT_LEASE else f" for {duration(lease)}"


def _why(its: Message) -> str:
    reason = its.get("reason")
    return "" if reason is None else f": {_quoted(reason)}"


def _quoted(text: str) -> str:
    return f'"{text[:MOST_LETTERS]}{"…" * (len(text) > MOST_LETTERS)}"'


def _change(change: Message) -> str:
    kind, ordinal = change.get("kind"), change.get("ordinal")
    what = "every item" if kind is None else f"every {kind}"
    what = what if ordinal is None else f"{kind} {ordinal}"
    return f"{what} {change['status']}{_why(change)}"


def _changes(its: Message) -> str:
    found = list(map(_change, its["entries" if its["operation"] == "batch" else "changes"]))
    found += ["the remaining items completed"] if its.get("complete_remaining") else []
    return names(found) or "nothing"


def _trouble(its: Message) -> str:
    flags = {
        "git_succeeds": "git fails",
        "root_found": "the repository is not found",
        "store_reachable": "the store is unreachable",
    }
    trouble = [word for name, word in flags.items() if its.get(name) is False]
    found = its.get("found_commit")
    trouble += [f"git has commit {found[:SHORT_HASH]} for it"] if found else []
    trouble += ["nothing is new"] if its.get("clean") else []
    message = its.get("message", USUAL)
    trouble += [f"message {_quoted(message)}"] if message != USUAL else []
    trouble += [f"of text {its['text'][:SHORT_HASH]}"] if its.get("text") else []
    return f" ({', '.join(trouble)})" if trouble else ""


def _anchor(step: Message) -> str:
    """Return the name of a step with those of its substeps and of what it depends on."""
    substeps = names(map(_anchor, step.get("substeps") or ()))
    name = f"{step['anchor']} ({substeps})" if substeps else str(step["anchor"])
    needed = " and ".join(step.get("dependencies") or ())
    return f"{name} after {needed}" if needed else name


def _commit(entry: Message) -> str:
    """Return a commit's step and hash, with what may make it count for nothing."""
    claim_id = entry.get("claim_id")
    under = "" if claim_id is None else f" under claim {claim_id}"
    commit = f"{entry['step']} ({entry['commit_hash'][:SHORT_HASH]}){under}"
    return commit + ", of an earlier text" * bool(entry.get("earlier_text"))


def _task(its: Message) -> str:
    return "has all code reviewed" if its.get("task") is None else f"starts task {its['task']}"


def _stops(its: Message) -> str:
    again = " again, because of the hook's block" if its.get("stop_hook_active") else ""
    return f"{again} (if reviewed: {str(its['review']).replace('_', ' ')})"


def _report(its: Message) -> str:
    report = its["report"]
    remaining = report["work_remaining"]
    listed = names(remaining) if isinstance(remaining, (list, tuple)) else remaining
    wants = "wants to continue" if report["requires_continuation"] else "wants to end"
    stuck = ", is stuck" if report.get("stuck_detected") else ""
    size = its.get("summary_bytes")
    summary = "no summary" if size is None else f"summary of {count(size, 'byte')}"
    return f"{wants}{stuck}; left: {listed or 'nothing'}; {summary}"


PARTS: dict[str, Callable[[Message], object]] = {
    "_anchors": lambda its: names(map(_anchor, its["definition"]["steps"])) or "no steps",
    "_changes": _changes,
    "_commits": lambda its: names(map(_commit, its["history"])) or "no steps",
    "_lease": _lease,
    "_most": lambda its: its.get("max_reviews", DEFAULT_MAX_REVIEWS),
    "_report": _report,
    "_stops": _stops,
    "_task": _task,
    "_trouble": _trouble,
    "_unusual": _unusual,
    "_who": lambda its: "somebody" if its.get("worktree") is None else its["worktree"] or '""',
    "_why": _why,
}
"""The parts of sentences that are no fields of a request, by their names in the templates."""


class _Request(dict[str, Any]):
    """A request whose fields and parts fill a template."""

    def __missing__(self, name: str) -> object:
        return PARTS[name](self)


REQUESTS = {
    "register": "somebody registers {plan} with {_anchors}",
    "claim": "{worktree} claims {plan}{_lease}{_unusual}",
    "start": "{worktree} starts {step}{_unusual}",
    "heartbeat": "{worktree} renews {step}{_lease}{_unusual}",
    "release": "{_who} releases {step}{_unusual}{_why}",
    "reset": "somebody resets {step}{_unusual}",
    "ready": "somebody asks which steps of {plan} are ready",
    "show": "somebody asks for the state of {plan}",
    "update": "{worktree} updates {step}: {_changes}{_unusual}",
    "batch": "{worktree} updates {step}: {_changes}{_unusual}",
    "record_artifact": "{worktree} records a {kind} on {step}{_unusual}",
    "complete": "{worktree} completes {step}{_unusual}{_why}",
    "reconcile": "somebody reconciles {plan} with the commits of {_commits}{_unusual}",
    "commit": "{worktree} commits {step}{_unusual}{_trouble}",
    "new_plan": "somebody starts the reviews of {plan}, at most {_most} in a cycle",
    "create_tasks": "the agent of {plan} has divided it into tasks",
    "next_task": "the agent of {plan} {_task}{_unusual}",
    "complete_task": "the agent of {plan} has done task {task}",
    "complete_plan": "the agent of {plan} has done all of it",
    "stop": "the agent of {plan} stops{_stops}",
    "post_review": "the agent of {plan} has fixed the findings",
    "continue_plan": "somebody asks how to continue {plan}",
    "set_max_reviews": "somebody sets the limit of reviews of {plan} to {max_reviews}",
    "set_next_phase": "somebody sets the next phase of {plan} to {next_phase}{_unusual}",
    "start_iterations": "somebody starts a loop on {plan}, at most {max_iterations} iterations",
    "report_iteration": "the agent of {plan} {_report}{_unusual}",
    "check_command": "the agent of {plan} wants to run: {command}",
}
"""The sentence of each request, by the name of its operation."""


def _registered(its: Message) -> str:
    if its["already_initialized"] and not its["resynced"]:
        return "registered before, unchanged"
    if its["resynced"]:
        lists = (
            ("kept", its.get("kept_steps")),
            ("changed", its.get("changed_steps")),
            ("removed", its.get("removed_steps")),
        )
        parts = "; ".join(f"{word} {names(found)}" for word, found in lists if found)
        return f"resynchronised: {parts or count(its['kept'], 'step') + ' kept'}"
    items = its["checklist_count"]
    return f"{count(its['step_count'], 'step')}, {count(items, 'item')} registered"


def _claimed(its: Message) -> str:
    again = ", reclaimed" if its["reclaimed"] else ""
    identifier = its.get("claim_id")
    under = "" if identifier is None else f", claim {identifier}"
    return f"{its['anchor']}, until {clock(its['lease_expires_at'])}{again}{under}"


def _nothing(its: Message) -> str:
    if its["all_completed"]:
        return "nothing to claim, all steps are completed"
    return f"nothing to claim, {count(its['blocked'], 'step')} not completed"


def _readiness(its: Message) -> str:
    lists = ("ready", "expired_claim", "blocked", "completed")
    parts = [f"{name.replace('_', ' ')}: {names(its[name])}" for name in lists if its[name]]
    return "; ".join(parts) or "no steps"


def _shown(its: Message) -> str:
    steps = its["plan"]["steps"]
    listed = names(f"{step['anchor']} {step['status']}" for step in steps)
    return listed + (", the document has changed" if its["drifted"] else "")


def _committed(its: Message) -> str:
    commit = f"commit {its['commit_hash'][:SHORT_HASH]}"
    if its["state_update_failed"]:
        why = its["state_failure_reason"] or "no reason given"
        return f"{commit}, but the step is not completed: {why.replace('_', ' ')}"
    kept = f" and keeps {its['kept_hash'][:SHORT_HASH]}" if its.get("kept_hash") else ""
    return f"{commit}, the step is completed{kept}{_as_all(its)}"


def _as_all(its: Message) -> str:
    return ", as are all steps" if its["all_steps_completed"] else ""


def _reconciled(its: Message) -> str:
    skipped = its.get("skipped_mismatches") or ()
    other = f", another commit is stored for {names(each['step'] for each in skipped)}"
    return f"{count(its['reconciled_count'], 'step')} reconciled" + (other if skipped else "")


def _cycle(its: Message) -> str:
    cannot = ", which can never pass" if its.get("cannot_pass") else ""
    return f"phase {its['phase']}, next {its['next_phase'] or 'none'}{cannot}"


def _stopped(its: Message) -> str:
    decided = "may stop" if its["approved"] else "must continue"
    return f"{decided}: {str(its['reason']).replace('_', ' ')}"


def _route(its: Message) -> str:
    phase = f", in phase {its['phase']}" if its.get("phase") else ""
    return f"{str(its['continuation']).replace('_', ' ')}{phase}"


def _decided(its: Message) -> str:
    violation = its.get("violation")
    override = (violation or {}).get("override")
    noted = f", contradiction logged{f' ({override})' if override else ''}" if violation else ""
    return f"iteration {its['iteration']}, {str(its['status']).replace('_', ' ')}{noted}"


def _checked(its: Message) -> str:
    found = [
        f"{each['words']} ({each['rule']}"
        + (f", use {each['instead']})" if each.get("instead") else ")")
        for each in its.get("findings") or ()
    ]
    partly = ", not judged whole" if its.get("not_judged") else ""
    verdict = "allowed" if its["allowed"] else "forbidden"
    return verdict + (f": {names(found)}" if found else "") + partly


def _rejected(its: Message) -> str:
    details = its.get("details") or {}
    listed = ", ".join(f"{name} {_detail(name, value)}" for name, value in details.items())
    return f"rejected, {its['code']} {its['reason']}" + (f" ({listed})" if listed else "")


def _detail(name: str, value: object) -> str:
    if name.endswith("_at") and isinstance(value, int):
        return clock(value)
    text = "none" if value is None else str(value)
    return f"{text[:SHORT_HASH]}…" if len(text) in (40, 64) and " " not in text else text


REPLIES: dict[str, Callable[[Message], str]] = {
    "registered": _registered,
    "claimed": _claimed,
    "nothing_claimable": _nothing,
    "started": lambda _: "started",
    "already_started": lambda _: "started before, unchanged",
    "lease_renewed": lambda its: f"until {clock(its['lease_expires_at'])}",
    "released": lambda its: f"released, held by {its['was_claimed_by']} until now",
    "was_reset": lambda its: f"{its['anchor']} is pending",
    "readiness": _readiness,
    "shown": _shown,
    "items_updated": lambda its: f"{count(its['items_updated'], 'item')} changed",
    "artifact_recorded": lambda its: f"artifact {its['artifact_id']}",
    "step_completed": lambda its: (
        "completed" + (" by force" if its["forced"] else "") + _as_all(its)
    ),
    "already_completed": lambda _: "completed before, unchanged",
    "reconciled": _reconciled,
    "committed": _committed,
    "not_committed": lambda _: "not committed, nothing changed",
    "cycle_changed": _cycle,
    "stop_answered": _stopped,
    "route": _route,
    "iterations_started": lambda its: f"iteration 1 of at most {its['max_iterations']}",
    "iteration_decided": _decided,
    "command_checked": _checked,
    "rejected": _rejected,
    "error": lambda its: f"error: {its['message']}",
    "unsupported": lambda its: f"unsupported: {its['why']}",
}
"""The sentence of each reply, by what it answers."""
