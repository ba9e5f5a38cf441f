"""`planstate recover`: complete a step whose commit did not, or escalate to a person (REC).

Git has committed the step, but the store has not completed it. Tries up to three times to
close its items and complete it; if that cannot help, prints what a person has to do. The review
determines what may be completed; unless its verdict is APPROVE, nothing is done:
  {"verdict": "APPROVE", "checkpoints": [
    {"ordinal": 0, "judgement": "PASS"},
    {"ordinal": 1, "judgement": "FAIL", "reason": "does not start"}]}
Checkpoints count from 0; a judgement is PASS, FAIL, BLOCKED or UNVERIFIED. With `--commit -`, the
output of `planstate commit --json` may be piped in; if the commit completed the step, or if git did
not commit, there is nothing to recover.
"""

import argparse
import os
from pathlib import Path

from impl.cli.answers import Answer, InvalidUsage
from impl.cli.command import CLAIM_ID, PLAN, STEP, WORKTREE, Command, Exclusive, name, option, text
from impl.cli.given import STANDARD_INPUT
from impl.cli.given_reviews import ReadCommit, read_commit, read_review
from impl.cli.location import Location, locate
from impl.cli.output import recoveries
from impl.cli.output.recoveries import RecoverData
from impl.cli.places import journal_of
from impl.cli.session import claim_id, open_store, read_clock
from impl.git.state_update import document_hash
from impl.orchestrator import driver
from impl.orchestrator.recovery import recover
from impl.store.guards import Refused
from impl.store.store import Store
from spec.vocabulary import rejections
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.recovery import Ending, Result, Review, Work

EXIT_CODES = """
exit codes: 0 the step is completed; 1 it is not: escalated, not approved, not committed, or the
input is malformed; 2 usage error; 3 interrupted, outcome unknown; 4 the environment is broken: no
repository
"""
EXAMPLES = """
  planstate recover plans/bridge.md deck --worktree ../bridge-1 --reason open_items \\
      --review review.json
  planstate commit --worktree ../bridge-1 --step deck --plan plans/bridge.md --json \\
      --message "Lay the deck" --summary "Laid and loaded" > commit.json
  planstate recover plans/bridge.md deck --worktree ../bridge-1 --commit commit.json \\
      --review review.json --json
"""
REASON = (
    option(
        "--reason",
        type=text,
        metavar="WORD",
        help="the commit's `state_failure_reason`: open_items, drift, ownership or db_error",
    ),
    option(
        "--commit",
        type=name,
        metavar="FILE",
        help="the output of `planstate commit --json`, with the reason in it; - is standard input",
    ),
)
ARGUMENTS = (
    PLAN,
    STEP,
    WORKTREE,
    CLAIM_ID,
    Exclusive(REASON),
    option(
        "--review",
        type=name,
        metavar="FILE",
        help="the review of the step, as JSON; - is standard input",
    ),
)


def run(options: argparse.Namespace) -> Answer:
    """Recover the step."""
    if options.review == options.commit == STANDARD_INPUT:
        raise InvalidUsage(
            "--review and --commit cannot both be standard input; use a file for one"
        )
    location = locate(options)
    # Without its output, a commit was made and did not complete the step.
    commit = (
        read_commit(options.commit)
        if options.commit
        else ReadCommit(True, None, state_update_failed=True, reason=options.reason)
    )
    review, verdict = Review(approved=False), None
    if options.review:
        review, verdict = read_review(options.review)
    worktree, claimed = options.worktree, claim_id(options)
    work = Work(location.plan, options.step, worktree, review, claim_id=claimed)
    calls: list[tuple[Operation, Outcome]] = []
    ending = end_of(options, location, work, commit, calls)
    program: tuple[str, ...] = ("planstate",)  # on this store, from anywhere
    if (store := location.named_store) is not None:
        is_file = isinstance(location.store, Path)
        program += ("--store", os.path.abspath(store) if is_file else store)
    recovery = recoveries.EndedRecovery(work, verdict, commit, calls, ending, program)
    return recoveries.answer(recovery)


def end_of(
    options: argparse.Namespace,
    location: Location,
    work: Work,
    commit: ReadCommit,
    calls: list[tuple[Operation, Outcome]],
) -> Ending:
    """Recover the step if that is needed (REC-1), approved (REC-6) and possible."""
    if not commit.committed:
        return Ending(Result.NOT_COMMITTED, work.step)
    if not commit.state_update_failed:
        return Ending(Result.COMPLETED, work.step)
    if not work.review.approved:
        return Ending(Result.NOT_APPROVED, work.step)
    if journal := journal_of(options, location.store):  # it is opened again for each call
        journal.close()
    environment = driver.Environment(
        lambda: open_existing(options, location),
        lambda: document_hash(location.root, work.plan),
        read_clock,
    )
    return driver.drive(recover(work, commit.reason), environment, lambda *call: calls.append(call))


def open_existing(options: argparse.Namespace, location: Location) -> Store:
    """Open the store, without creating one: one that is missing has no plans."""
    if not location.store.exists():
        raise Refused(rejections.unknown_plan(location.plan))
    return open_store(options, location.store)


COMMAND = Command(__doc__, EXAMPLES, ARGUMENTS, run, RecoverData, EXIT_CODES)
