"""`planspec replay`: run a saved trace again, on both sides or on another implementation."""

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from conformance.adapters.capabilities import Capabilities, capabilities_of
from conformance.adapters.model import transitions_of
from conformance.adapters.remote import RemoteSystem
from conformance.adapters.stores import StoreSystem
from conformance.adapters.sut import InProcessSystem, SystemUnderTest
from conformance.cli.common.opening import opened
from conformance.cli.common.output import Output
from conformance.cli.options.validation import ReplayOptions
from conformance.differential.broken_properties import broken_along
from conformance.differential.divergence import Divergence, RaiseWanted
from conformance.differential.reducer import Counterexample, Reducer
from conformance.differential.runner import CannotBeAsked, DifferentialRunner
from conformance.kit.entries import describe_observed
from conformance.kit.real_time.leases import RealLeases
from conformance.protocol.documents.check import ReplayDocument, ReplayStep
from conformance.protocol.messages import Clock
from conformance.protocol.traces import Trace, read_trace, saved
from conformance.protocol.usage import UsageError
from conformance.reports.check import divergence_document
from conformance.reports.console import coloured
from conformance.reports.exit_codes import CODE_OF_VERDICT
from conformance.reports.words.differences import summary_of, what_differs
from conformance.reports.words.sentences import reply_sentence
from conformance.reports.words.traces import (
    path_of,
    render_divergence,
    render_operation,
    render_steps,
    trace_steps,
)
from model.transition import Transition
from spec.editions import CURRENT, Edition, edition_named
from spec.formats.messages import outcome_to_json
from spec.vocabulary.operations import Operation


@dataclass
class Replayed:
    """How far a trace was run, and what differed if anything did; `name` is another system's.

    `why` says why an operation was `not_asked`, where more is known than that it cannot be.
    `adopted` counts the states of the system that the model adopted on the way, and
    `reduction` says what became of shortening the trace.
    """

    trace: Trace
    operations: list[Operation]
    transitions: list[Transition]
    edition: Edition
    divergence: Divergence | None = None
    not_asked: Operation | None = None
    name: str | None = None
    why: str = ""
    adopted: int = 0
    reduction: str | None = None

    @property
    def verdict(self) -> Literal["pass", "fail", "unknown", "broken"]:
        """`fail`, `pass`, or `unknown` if an operation could not be asked."""
        if self.divergence is not None:
            return "broken" if self.divergence.kind == "error" else "fail"
        return "pass" if self.not_asked is None else "unknown"


def run(options: ReplayOptions) -> Output:
    """Run a trace again."""
    trace = read_trace(options.trace)
    if options.edition is not None:
        trace = replace(trace, edition=options.edition)
    if options.command or options.python or options.connect or options.cli:
        result = replayed_on_system(options, trace)
    elif edition_named(trace.edition) == CURRENT:
        result = replayed(StoreSystem(), trace)
        reduce(options, StoreSystem(), result)
    else:
        # The implementation knows the current edition only.
        if options.reduce:
            raise UsageError(
                f"--reduce: {options.trace} is of edition {trace.edition}; name the system that "
                "it was found with, as in '-- COMMAND'"
            )
        result = replayed_on_model(trace)
    document = partial(replay_document, str(options.trace), result)
    return Output(CODE_OF_VERDICT[result.verdict], document, as_text(result))


def replayed_on_system(options: ReplayOptions, trace: Trace) -> Replayed:
    """Run a trace on the system that is named. Raises `Broken`."""
    with opened(options) as system:
        capabilities = capabilities_of(
            system.identity, edition=system.edition, tolerance=system.tolerance
        )
        is_waited_for = trace.real_time and system.identity.clock is not Clock.VIRTUAL
        replay = waited_for if is_waited_for else replayed
        with system.spelled(trace.spelling):
            result = replay(system, trace, capabilities)
        result.name = system.identity.name
        if result.divergence is None:
            # What the operations do to the system may show when it has to forget them.
            system.reset()
            if system.ends:
                raise system.ends[-1]
        if not is_waited_for:
            with system.spelled(trace.spelling):
                reduce(options, system, result, capabilities)
    return result


def replayed(
    system: SystemUnderTest | InProcessSystem,
    trace: Trace,
    capabilities: Capabilities | None = None,
) -> Replayed:
    """Run a trace up to its first divergence, or an operation that cannot be asked.

    A trace of another system may lie behind other divergences: it is run to its end if it can be.
    """
    runner = DifferentialRunner(system, capabilities=capabilities, everything_every=1)
    found: list[Divergence] = []

    def ends(divergence: Divergence) -> bool:
        found.append(divergence)
        return capabilities is None or len(runner.operations) == len(trace.operations)

    runner.policy = RaiseWanted(ends, adopts=True)
    not_asked = None
    try:
        runner.run(trace.operations)
    except Divergence as last:
        found = [last]
    except CannotBeAsked:
        not_asked = trace.operations[len(runner.operations)]
    divergence = found[0] if found else None
    operations, transitions = runner.operations, list(runner.transitions)
    if divergence is not None and divergence.model and len(transitions) < len(operations):
        transitions.append(divergence.model)
    result = Replayed(trace, operations, transitions, runner.edition, divergence, not_asked)
    result.adopted = runner.adopted
    return result


def reduce(
    options: ReplayOptions,
    system: SystemUnderTest | InProcessSystem,
    result: Replayed,
    capabilities: Capabilities | None = None,
) -> None:
    """Shorten what shows a divergence and save it beside its trace, if that is wanted."""
    if not options.reduce or result.divergence is None:
        return
    operations, spelling = tuple(result.operations), result.trace.spelling
    shown = Counterexample(result.divergence, operations, adopted=result.adopted, spelling=spelling)
    ends = time.monotonic() + (options.budget or math.inf)
    shorter = Reducer(system, capabilities, deadline=lambda: ends).reduce(shown)
    if shorter is shown:
        result.reduction = "not reduced: the difference did not occur again"
        return
    summary = summary_of(shorter.divergence)
    kept = Trace(shorter.operations, summary, result.edition.name, spelling=spelling)
    path = saved(options.trace.with_name(f"{options.trace.stem}-reduced.json"), kept)
    how = "no operation can be left out" if shorter.reduced else "the time ran out"
    counts = f"from {len(operations)} to {len(shorter.operations)} operations"
    result.reduction = f"reduced {counts} ({how}): {path or 'not saved'}"
    result.divergence, result.operations = shorter.divergence, list(shorter.operations)
    result.transitions = list(shorter.transitions)


def waited_for(system: RemoteSystem, trace: Trace, capabilities: Capabilities) -> Replayed:
    """Run a trace up to its first divergence, as far apart as its operations were."""
    play = RealLeases(system, capabilities).again(trace.operations)
    shown = play.shown
    operations = list(shown.operations if shown else play.runner.operations)
    transitions = transitions_of(operations, capabilities.edition)
    not_asked = trace.operations[min(len(operations), len(trace.operations) - 1)]
    result = Replayed(trace, operations, transitions, capabilities.edition, why=play.why)
    result.divergence = shown.divergence if shown else None
    result.not_asked = not_asked if play.why else None
    return result


def replayed_on_model(trace: Trace) -> Replayed:
    """Run a trace on the model up to where it breaks a property: any, or the one it was saved for.

    All operations are shown either way.
    """
    operations, edition = list(trace.operations), edition_named(trace.edition)
    result = Replayed(trace, operations, transitions_of(operations, edition), edition)
    broken = broken_along(operations, edition)
    for operation, transition, problems in zip(operations, result.transitions, broken, strict=True):
        if problems := [each for each in problems if trace.broken in (None, each.property)]:
            result.divergence = Divergence(
                "property", operation, transition, None, problems=(*problems,)
            )
            break
    return result


def replay_document(path: str, result: Replayed) -> ReplayDocument:
    """Return the document of a trace that was run again."""
    divergence = result.divergence
    shown = Counterexample(divergence, tuple(result.operations)) if divergence else None
    return ReplayDocument(
        trace=path,
        edition=result.edition.name,
        verdict=result.verdict,
        steps=[
            ReplayStep(
                operation=operation,
                outcome=outcome_to_json(transition.outcome),
                rules=transition.rules,
            )
            for operation, transition in zip(result.operations, result.transitions, strict=True)
        ],
        disagreements=[divergence_document(shown, path)] if shown else [],
        reduction=result.reduction,
    )


def as_text(result: Replayed) -> Iterator[str]:
    """Yield a trace as the model decides it, with all that it changes, then what was seen."""
    yield from render_steps(list(trace_steps(path_of(result.operations, result.transitions))))
    yield ""
    divergence, name = result.divergence, result.name
    if divergence is not None:
        if name is None:
            yield from render_divergence(divergence)
        else:
            decided = " ".join(divergence.decision.rules)
            yield f"Edition {result.edition.name} and {name} differ (decided by {decided}):"
            yield f"  expected  {reply_sentence(divergence.expected)}"
            yield f"  observed  {describe_observed(divergence)}"
            yield from (f"  {line}" for line in what_differs(divergence))
        last = divergence.operation
        if result.reduction is not None:
            yield result.reduction
        yield coloured(f"it shows at: {render_operation(last) if last else 'the end'}", "red")
    elif result.not_asked is not None:
        request = render_operation(result.not_asked)
        reason = f": {result.why}" if result.why else ""
        yield coloured(f"inconclusive: {name} cannot be asked: {request}{reason}", "yellow")
    else:
        agree = f"{result.trace.broken or 'no property'} is broken by none of"
        if name is not None:
            agree = f"edition {result.edition.name} and {name} agree on"
        elif result.edition == CURRENT:
            agree = "model and implementation agree on"
        yield coloured(f"{agree} all {len(result.operations)} operations", "green")
