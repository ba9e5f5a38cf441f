"""`planstate` agrees with the model through its own command line, as real processes.

Reviews, iterations and agents have real reviewers, summaries and state files.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from conformance.adapters.command_line.probing import CommandLineSystem
from conformance.adapters.remote import RemoteSystem
from conformance.kit.stages.random_operations import run_at_random
from conformance.kit.stages.vectors import run_vectors
from conformance.protocol.messages import Identity
from spec.vocabulary.agents import CheckCommand
from spec.vocabulary.iterations import IterationReport, ReportIteration, StartIterations
from spec.vocabulary.operations import Operation
from spec.vocabulary.reviews import (
    ContinuePlan,
    CreateTasks,
    NewPlan,
    PostReview,
    ReviewResult,
    Stop,
)
from tests.conformance.adapters.command_line import wrappers
from tests.conformance.adapters.command_line.bridge import PLAN, REGISTER
from tests.conformance.adapters.command_line.conftest import Opened
from tests.conformance.adapters.command_line.driving import Driven
from tests.conformance.validating import Patient, session_of, validated
from tests.profiles import by_day_the_first, requires_ci_profile

NEW = NewPlan(PLAN, 10)
REVIEWS: tuple[Operation, ...] = (
    REGISTER,
    CreateTasks(PLAN, 5),
    replace(NEW, max_reviews=-1),
    NEW,
    Stop(PLAN, ReviewResult.FAIL, 12),
    ContinuePlan(PLAN, 13),
    PostReview(PLAN, 15),
)
REPORT = ReportIteration(PLAN, IterationReport("deck paint", True, summary_path="a.md"), 4096, 42)
LOOP: tuple[Operation, ...] = (
    REGISTER,
    StartIterations(PLAN, 2, 41),
    REPORT,
    replace(REPORT, summary_bytes=9, least_summary_bytes=10),
)
COMMANDS: tuple[Operation, ...] = tuple(
    CheckCommand(PLAN, command, 50) for command in ("make", "cat a.txt")
)


@requires_ci_profile
def test_every_result_of_a_reviewer_can_be_had(known: CommandLineSystem) -> None:
    driven = Driven(known)
    for result in ReviewResult:
        driven.reset()
        driven.agrees(REGISTER, NEW, Stop(PLAN, result, 11), every=3)
    assert driven.seen["Stop stop_answered"] == len(ReviewResult)


FORGETFUL = """
if command == "review post-review":
    code, printed = answered(arguments)
    answered(["review", "set", *arguments[3:], "--next-phase", "next-task"])
    print(printed)
    sys.exit(code)
"""
GENEROUS = """
if command == "iterations report":
    arguments += ["--least-summary-bytes", "0"]
"""
LENIENT = """
if command == "check-command":
    code, printed = answered(arguments)
    print(printed.replace('"allowed": false', '"allowed": true'))
    sys.exit(0)
"""


@pytest.mark.parametrize(
    ("difference", "story", "expected"),
    by_day_the_first(
        [
            (LENIENT, COMMANDS, "allowed: false -> true"),
            (FORGETFUL, REVIEWS, 'review_cycle.next_phase: "plan-review" -> "next-task"'),
            (GENEROUS, LOOP, 'iteration_loop.status: "continuing" -> "max_iterations"'),
        ]
    ),
    ids=["a command", "post-review", "a report"],
)
def test_a_difference_is_found(
    opened: Opened,
    identity: Identity,
    tmp_path: Path,
    difference: str,
    story: tuple[Operation, ...],
    expected: str,
) -> None:
    # Given a program that differs in one of these areas, when it is asked, then that is told.
    line = opened(wrappers.program(tmp_path, difference))
    line.identity = identity
    assert expected in " ".join(Driven(line).differences(story))


OPERATIONS = {"ci": 30, "nightly": 800}
ONE_VECTOR_IN = {"ci": 800, "nightly": 10}


@requires_ci_profile
def test_vectors_and_random_operations_are_answered_alike(
    known: CommandLineSystem, profile: str
) -> None:
    # Given the program in a real repository beside the model,
    whole = session_of(RemoteSystem(Patient(known)))
    session = replace(whole, vectors=whole.vectors[:: ONE_VECTOR_IN[profile]])
    # when both are asked the same by vectors, and at random,
    found = [
        validated(session, run_vectors),
        validated(session, run_at_random, operations=OPERATIONS[profile]),
    ]
    # then they answer and hold the same.
    assert [(each.findings, each.broken) for each in found] == [([], [])] * 2
    assert all(each.operations for each in found)
