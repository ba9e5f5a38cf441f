"""Refused commits, and commits whose step was not completed: what to do about them."""

import argparse
import sqlite3

from impl.cli import places
from impl.cli.answers import Failure
from impl.cli.location import Location
from impl.cli.output import refusals
from impl.cli.output.command_lines import command_line
from impl.cli.session import NO_DOCUMENT, open_store, refusal
from impl.git.committing import CommitRecord
from impl.git.state_update import CommitRequest, operation_of
from impl.store.database.opening import StoreUnavailable
from spec.vocabulary.commits import Commit, Committed, FailureReason
from spec.vocabulary.completion import Complete
from spec.vocabulary.rejections import Code, Rejected
from spec.vocabulary.state import Plan


def in_sentences(
    options: argparse.Namespace, location: Location, request: CommitRequest, record: CommitRecord
) -> list[str]:
    """Return the warnings, with the rejection in them as a sentence and what to do about it."""
    rejected = record.answer.rejection
    if rejected is None or not any(str(rejected) in found for found in record.warnings):
        return list(record.warnings)
    told = refused(options, location, request, record.answer).message
    if record.answer.state_failure_reason == FailureReason.OPEN_ITEMS:
        told += ", then repeat the command"
    return [found.replace(str(rejected), told) for found in record.warnings]


def refused(
    options: argparse.Namespace,
    location: Location,
    request: CommitRequest,
    outcome: Committed | Rejected,
) -> Failure:
    """Return the failure for a rejection, with what to do about it if the store can be asked."""
    rejected = outcome.rejection if isinstance(outcome, Committed) else outcome
    assert rejected is not None
    failure = refusal(rejected, request.plan)
    operation = operation_of(request, "")
    try:
        plan = stored(options, location)
        if rejected.code == Code.PLAN_DRIFT:
            failure.message += f"; {about_drift(location, operation)}"
    except (Failure, StoreUnavailable, sqlite3.Error, OSError):
        return failure  # nothing is raised once git has committed
    return refusals.added(failure, operation, outcome, plan, location, options.arguments)


def about_drift(location: Location, commit: Commit) -> str:
    """Return how to see what an update would discard, and how to complete the step without it."""
    held = (commit.plan, commit.step, commit.worktree, NO_DOCUMENT, commit.now)
    complete = Complete(*held, allow_drift=True, claim_id=commit.claim_id)
    command = command_line(complete, (), location.named_store)
    return f"{location.see_update()}; to complete the step as registered, run `{command}`"


def stored(options: argparse.Namespace, location: Location) -> Plan | None:
    """Return the plan as it is stored, or `None`; a missing store is not created."""
    if not places.is_there(location.store):
        return None
    with open_store(options, location.store) as store:
        return store.snapshot(location.plan)
