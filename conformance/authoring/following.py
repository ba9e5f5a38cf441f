"""Runs of an orchestrator that were found: what is expected of them, and where others differ."""

from conformance.authoring.traces import FoundTrace
from conformance.differential.orchestrators import Orchestrator
from conformance.vectors.orchestrated import NextStep, RunReplay, ending_of, of_edition
from conformance.vectors.vector import Before, ExpectedReply
from spec.editions import CURRENT, Edition
from spec.vocabulary.state import State


def replay_of(found: FoundTrace, orchestrator: Orchestrator, edition: Edition) -> RunReplay:
    """Return the run of a trace, ready to be carried out again."""
    assert found.work is not None
    return RunReplay(found.work, found.operations[0].plan, orchestrator, edition)


def expectations_of(found: FoundTrace) -> tuple[list[ExpectedReply], State] | None:
    """Return what a vector expects of a run, or `None` if the model makes other calls."""
    run = replay_of(found, of_edition(CURRENT), CURRENT)
    expectations = run.follow(found.operations, found.calls)
    return None if expectations is None else (expectations, run.state)


def clauses_followed(
    found: FoundTrace, orchestrator: Orchestrator, edition: Edition
) -> frozenset[str]:
    """Return the clauses by which an orchestrator makes the last call of a run, and goes on."""
    run = replay_of(found, orchestrator, edition)
    steps: list[NextStep | None] = [None]
    for operation, call in zip(found.operations, found.calls, strict=True):
        run.apply(operation, call)
        steps.append(run.step)
    return frozenset(clause for step in steps[-2:] if step for clause in step.clauses)


def last_divergence(
    found: FoundTrace, orchestrator: Orchestrator, edition: Edition
) -> Before | None:
    """Return how another orchestrator, or edition, differs at the last operation of a run.

    `None` if it differs before that, or not at all.
    """
    model = replay_of(found, of_edition(CURRENT), CURRENT)
    other = replay_of(found, orchestrator, edition)
    *earlier, (last, last_call) = zip(found.operations, found.calls, strict=True)
    for number, (operation, call) in enumerate(earlier):
        if call and number and other.upcoming(operation) != operation:
            return None
        if model.apply(operation, call).reply != other.apply(operation, call).reply:
            return None
    sent = other.upcoming(last) if last_call and earlier else last
    if sent is None:
        return None
    expected, observed = model.apply(last, last_call), other.apply(sent, last_call)
    same_end = ending_of(model.step) == ending_of(other.step)
    if sent == last and expected.reply == observed.reply and same_end:
        return None
    request = None if sent == last else observed.request
    then = observed.then if request or not same_end else None
    return Before(edition.name, observed.reply, request, then)
