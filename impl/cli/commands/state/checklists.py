"""`planstate state update` and `artifact`: items of a held step, and notes on it (CHK)."""

import argparse
from collections.abc import Callable

from impl.cli.answers import Answer, Count, InvalidUsage, StepData, counted
from impl.cli.command import (
    ALLOW_DRIFT,
    HELD_STEP,
    Argument,
    Command,
    flag,
    option,
    text,
)
from impl.cli.given import read_batch
from impl.cli.output.recorded import unrecorded
from impl.cli.session import claim_id, open_session
from impl.command_words import FIRST_IN_OPTIONS
from impl.given_text import parsed_number, shown
from impl.store import checklists
from spec.vocabulary.checklists import Batch, RecordArtifact, StatusChange, Update
from spec.vocabulary.items import ItemKind

MOST = 10**100
"""The greatest number of an item that is looked for."""


def one(kind: ItemKind) -> Callable[[str], StatusChange]:
    """Return what parses the change of one item of a kind."""

    def parse(given: str) -> StatusChange:
        number, colon, status = text(given).partition(":")
        counted = parsed_number(number, FIRST_IN_OPTIONS, MOST)
        if counted is None or not (colon and status):
            message = f"{shown(given)} is not N:STATUS; count from 1, as in 1:completed"
            raise argparse.ArgumentTypeError(message)
        return StatusChange(status, kind, counted - FIRST_IN_OPTIONS)

    return parse


def every(kind: ItemKind | None) -> Callable[[str], StatusChange]:
    """Return what parses the change of all items, or of all of a kind."""
    return lambda given: StatusChange(text(given), kind, None)


def change(name: str, parse: Callable[[str], StatusChange], metavar: str, help: str) -> Argument:
    """Declare an option that is one of several changes, which are made in the order given."""
    return option(name, action="append", dest="changes", type=parse, metavar=metavar, help=help)


ARGUMENTS = (
    *HELD_STEP,
    *(
        change(f"--{each}", one(each), "N:STATUS", f"set one {each}, counted from 1")
        for each in ItemKind
    ),
    *(change(f"--all-{kind}s", every(kind), "STATUS", f"set all {kind}s") for kind in ItemKind),
    change("--all", every(None), "STATUS", "set all items"),
    flag("--batch", help="read a batch from standard input"),
    flag("--complete-remaining", help="after the batch, complete all items that are still open"),
    flag("--allow-reopen", help="allow completed items to become open again"),
    ALLOW_DRIFT,
)


class UpdateData(StepData):
    """The number of items whose status changed."""

    items_updated: Count


class ArtifactData(StepData):
    """The id of the recorded note."""

    artifact_id: Count
    kind: str


def run(options: argparse.Namespace) -> Answer:
    """Update the items."""
    require_one_form(options)
    with open_session(options) as session:
        entries, changes = read_batch() if options.batch else (), tuple(options.changes or ())
        held = (session.plan, options.step, options.worktree)
        known = (session.document_hash(needed=not options.allow_drift), session.now)
        how = (options.allow_drift, claim_id(options))
        if options.batch:
            batch = Batch(*held, entries, *known, options.complete_remaining, *how)
            done = session.run(checklists.batch, batch)
        else:
            update = Update(*held, changes, *known, options.allow_reopen, *how)
            done = session.run(checklists.update, update, first_ordinal=FIRST_IN_OPTIONS)
        place = (session.location, session.store, options.worktree)
        warnings = unrecorded(*place, claim_id(options), options.step)
    count = done.items_updated
    data = UpdateData(plan_path=session.plan, anchor=options.step, items_updated=count)
    return Answer(data, [f"{options.step}: {counted(count, 'item')} changed"], warnings)


def require_one_form(options: argparse.Namespace) -> None:
    """Refuse options that do not go together."""
    if options.batch and options.changes:
        raise InvalidUsage(
            "--batch and options that name items exclude each other; use one of them"
        )
    if options.batch and options.allow_reopen:
        raise InvalidUsage(
            "--allow-reopen has no effect with --batch, which never opens items; leave it out"
        )
    if options.complete_remaining and not options.batch:
        raise InvalidUsage("--complete-remaining needs --batch; add it and give `[]` as input")


def record(options: argparse.Namespace) -> Answer:
    """Record the note."""
    step, kind = options.step, options.kind
    with open_session(options) as session:
        held = (session.plan, step, options.worktree)
        note = RecordArtifact(*held, kind, options.summary, session.now, claim_id(options))
        number = session.run(checklists.record, note).artifact_id
    data = ArtifactData(plan_path=session.plan, anchor=step, artifact_id=number, kind=kind)
    return Answer(data, [f"recorded {kind} {number} on {step}"])


UPDATE = Command(
    """`planstate state update`: complete, defer or reopen checklist items (CHK).

The caller must hold the step. Either all changes are made or none. Options are applied in the order
given. A batch is a JSON array on standard input, and the only way to defer items:
  [{"kind": "task", "ordinal": 0, "status": "deferred", "reason": "needs the crane"}]
Ordinals count from 1 in options such as --task, from 0 in a batch and in `state show --json`.
""",
    """
  planstate state update plans/bridge.md step-1 --worktree ann --task 2:completed
  planstate state update plans/bridge.md step-1 --worktree ann --all-tests completed
  echo '[]' | planstate state update plans/bridge.md step-1 --worktree ann \\
      --batch --complete-remaining
""",
    ARGUMENTS,
    run,
    UpdateData,
)
ARTIFACT = Command(
    """`planstate state artifact`: record a note on a held step (CHK-10).

The summary is cut to 500 characters.
""",
    """
  planstate state artifact plans/bridge.md step-1 --worktree ann --kind review \\
      --summary "approved, two remarks"
""",
    (
        *HELD_STEP,
        option("--kind", required=True, type=text, help="a word of your choice"),
        option("--summary", required=True, type=text, help="the text of the note"),
    ),
    record,
    ArtifactData,
)
