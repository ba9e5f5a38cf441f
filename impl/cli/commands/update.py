"""`planstate state update`: complete, defer or reopen checklist items (CHK)."""

import argparse
from collections.abc import Sequence

from impl.cli import arguments
from impl.cli.answers import Answer, UsageError
from impl.cli.session import Session, opened
from spec.vocabulary.checklists import Batch, ItemsUpdated, StatusChange, Update
from spec.vocabulary.items import ItemKind

DESCRIPTION = """
Change the status of items of a held step, all as asked or none. Options are applied in the
order given. A batch is a JSON array on standard input, and is the only way to defer:
  [{"kind": "task", "ordinal": 0, "status": "deferred", "reason": "needs the crane"}]
Ordinals count from 1 in options such as --task, from 0 in a batch and in `state show --json`.
"""
EXAMPLES = """
  planstate state update plans/bridge.md step-1 --worktree ann --task 2:completed
  planstate state update plans/bridge.md step-1 --worktree ann --all-tests completed
  echo '[]' | planstate state update plans/bridge.md step-1 --worktree ann \\
      --batch --complete-remaining
"""

FIRST_IN_OPTIONS = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    arguments.add_plan(parser)
    arguments.add_step(parser)
    arguments.add_worktree(parser)
    for kind in ItemKind:
        parser.add_argument(
            f"--{kind}",
            action=_Change,
            kind=kind,
            metavar="N:STATUS",
            help=f"set one {kind}, counted from 1",
        )
    for kind in ItemKind:
        parser.add_argument(
            f"--all-{kind}s", action=_Change, kind=kind, metavar="STATUS", help=f"set all {kind}s"
        )
    parser.add_argument("--all", action=_Change, metavar="STATUS", help="set all items")
    parser.add_argument("--batch", action="store_true", help="read a batch from standard input")
    parser.add_argument(
        "--complete-remaining",
        action="store_true",
        help="after the batch, which may be empty, complete all items that are still open",
    )
    parser.add_argument(
        "--allow-reopen", action="store_true", help="let completed items become open again"
    )
    arguments.add_allow_drift(parser)
    parser.set_defaults(changes=[])


def run(options: argparse.Namespace) -> Answer:
    """Update the items."""
    require_one_form(options)
    with opened(options) as session:
        if options.batch:
            answer = session.ask(batch(options, session), ItemsUpdated)
        else:
            operation = update(options, session)
            answer = session.ask(operation, ItemsUpdated, first_ordinal=FIRST_IN_OPTIONS)
    data = {
        "plan_path": session.plan,
        "anchor": options.step,
        "items_updated": answer.items_updated,
    }
    return Answer(data, [f"{options.step}: {answer.items_updated} items changed"])


def require_one_form(options: argparse.Namespace) -> None:
    """Refuse a batch together with options that name items, and what only a batch can do."""
    if options.batch and options.changes:
        raise UsageError("--batch and options that name items exclude each other; use one")
    if options.batch and options.allow_reopen:
        raise UsageError("--allow-reopen means nothing with --batch, which never opens items")
    if options.complete_remaining and not options.batch:
        raise UsageError("--complete-remaining needs --batch; add it and give `[]` as input")


def update(options: argparse.Namespace, session: Session) -> Update:
    """Make an operation of options that name items."""
    return Update(
        session.plan,
        options.step,
        options.worktree,
        tuple(options.changes),
        session.document_hash(needed=not options.allow_drift),
        session.now,
        options.allow_reopen,
        options.allow_drift,
    )


def batch(options: argparse.Namespace, session: Session) -> Batch:
    """Make an operation of a batch on standard input."""
    from impl.cli.batches import read_batch

    return Batch(
        session.plan,
        options.step,
        options.worktree,
        read_batch(),
        session.document_hash(needed=not options.allow_drift),
        session.now,
        options.complete_remaining,
        options.allow_drift,
    )


class _Change(argparse.Action):
    """Collects the changes in the order in which they are given."""

    def __init__(self, *, kind: ItemKind | None = None, **settings: str | Sequence[str]) -> None:
        super().__init__(**{**settings, "dest": "changes"})  # type: ignore[arg-type]
        self.kind = kind

    def __call__(
        self,
        _: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        """Add a change."""
        ordinal, status = None, arguments.text(str(values))
        if option_string in ("--task", "--test", "--checkpoint"):
            ordinal, status = self._one(status)
        change = StatusChange(status, self.kind, ordinal)
        namespace.changes = [*namespace.changes, change]

    def _one(self, given: str) -> tuple[int, str]:
        number, colon, status = given.partition(":")
        if not (colon and status and number.isascii() and number.isdecimal() and int(number)):
            message = f"{given!r} is not N:STATUS; count from 1, as in 1:completed"
            raise argparse.ArgumentError(self, message)
        return int(number) - FIRST_IN_OPTIONS, status
