"""Requests as command lines that can be pasted into a shell."""

import shlex
from collections.abc import Sequence
from typing import Any

from impl.command_words import (
    FIRST_IN_OPTIONS,
    batch_text,
    plan_word,
    planstate,
    step_word,
    with_value,
)
from spec.vocabulary.checklists import Batch, RecordArtifact, StatusChange, Update
from spec.vocabulary.claims import Claim
from spec.vocabulary.completion import Complete
from spec.vocabulary.domains import DEFAULT_LEASE
from spec.vocabulary.holding import Heartbeat, Release, Reset, Start
from spec.vocabulary.iterations import ReportIteration, StartIterations
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import Register
from spec.vocabulary.readiness import Ready
from spec.vocabulary.state import Show

MILLISECONDS = 1_000

NAMES: dict[type, str] = {
    Register: "init",
    Show: "show",
    Ready: "ready",
    Claim: "claim",
    Start: "start",
    Heartbeat: "heartbeat",
    Release: "release",
    Reset: "reset",
    Update: "update",
    Batch: "update",
    RecordArtifact: "artifact",
    Complete: "complete",
}
"""The subcommands of `planstate state`."""


def command_line(operation: Operation, given: Sequence[str], store: str | None) -> str:
    """Return the command for a request.

    `given` are the arguments of the command that was refused. Reports are made with these again,
    since no request holds all that they need. `store` is named if it is given.
    """
    match operation:
        case ReportIteration():
            return planstate(*given)
        case StartIterations() if given and "iterations" not in given:
            return planstate(*given, "--restart")
        case StartIterations(plan=plan):
            return planstate("iterations", "start", plan_word(plan), store=store)
    command = planstate("state", NAMES[type(operation)], *arguments(operation), store=store)
    if not isinstance(operation, Batch):
        return command
    return f"printf %s {shlex.quote(batch_text(operation.entries))} | {command}"


def arguments(operation: Any) -> list[str]:
    """Return plan, step and options of a request."""
    named = [plan_word(operation.plan)]
    if hasattr(operation, "step"):
        named.append(step_word(operation.step))
    worktree, claim_id = (getattr(operation, name, None) for name in ("worktree", "claim_id"))
    names = [*with_value("--worktree", worktree), *with_value("--claim-id", claim_id)]
    return [*named, *names, *particular(operation)]


def particular(operation: Operation) -> list[str]:
    """Return the options that are one request's own."""
    match operation:
        case Update(changes=changes, allow_reopen=allow_reopen):
            options = [word for change in changes for word in option_of(change)]
            return [*options, *flags(operation, "allow_drift"), *["--allow-reopen"] * allow_reopen]
        case Batch():
            return ["--batch", *flags(operation, "complete_remaining", "allow_drift")]
        case Complete(reason=reason):
            return [*flags(operation, "force", "allow_drift"), *with_value("--reason", reason)]
        case RecordArtifact(kind=kind, summary=summary):
            return [*with_value("--kind", kind), *with_value("--summary", summary)]
        case Claim(lease=lease):
            length = None if lease == DEFAULT_LEASE else lease // MILLISECONDS
            chosen = flags(operation, "force", "fenced", "resume")
            return [*with_value("--lease-duration", length), *chosen]
        case Heartbeat(lease=lease):  # by default as long as before, which may be another
            length = lease // MILLISECONDS
            return [*with_value("--lease-duration", length), *flags(operation, "shorten")]
        case Release(reason=reason):
            return [*flags(operation, "force"), *with_value("--reason", reason)]
    return []


def flags(operation: Operation, *names: str) -> list[str]:
    """Return the options without a value that a request sets."""
    return [f"--{name.replace('_', '-')}" for name in names if getattr(operation, name)]


def option_of(change: StatusChange) -> list[str]:
    """Return the option for one change, which counts items from 1."""
    if change.kind is None:
        return with_value("--all", change.status)
    if change.ordinal is None:
        return with_value(f"--all-{change.kind}s", change.status)
    return [f"--{change.kind}", f"{change.ordinal + FIRST_IN_OPTIONS}:{change.status}"]
