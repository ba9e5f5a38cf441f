"""Runs of the orchestrator, with everything that may happen between two calls.

A node of this graph is the path that led to it: the work that was started, then, event by event,
the next call of the orchestrator or a disturbance.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from model.apply import apply
from model.explorer.events import PathStep, with_current_inputs
from model.explorer.graphs.state_graph import Expansion, StateGraph
from model.explorer.scopes.scope import OrchestrationScope
from model.explorer.situations import Begin, Edit, Event, Fault, NextCall, Situation, Tick
from model.recovery import implement
from model.transition import Transition, rules_cited
from spec.editions import Edition
from spec.properties.changes import Change
from spec.properties.predicate import BrokenProperty
from spec.properties.recorded_runs import Exchange, RecordedRun
from spec.vocabulary.commits import Commit
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.plans import Register
from spec.vocabulary.recovery import Ending, Procedure, SentCall
from spec.vocabulary.rejections import Rejected, store_unavailable
from spec.vocabulary.state import State

Node = tuple[int, ...]

COMMIT_HASH = "c" * 40
"""What git calls the one commit of a run."""


@dataclass(frozen=True)
class RunProgress:
    """The progress of a run: its input, its calls so far, and how it ended."""

    situation: Situation
    begun: Begin | None = None
    exchanges: tuple[Exchange, ...] = ()
    disturbances: int = 0
    disturbed: frozenset[int] = frozenset()
    fault: Fault | None = None
    upcoming: SentCall | None = None
    ending: Ending | None = None
    step: PathStep | None = None
    clauses: tuple[str, ...] = ()

    def recorded(self, plan: str, worktree: str) -> RecordedRun:
        """Return a run that has ended, as the properties of whole runs see it."""
        assert self.begun is not None
        assert self.ending is not None
        review = self.begun.review
        return RecordedRun(plan, worktree, review, self.exchanges, self.ending, self.disturbed)


class RunGraph(StateGraph[Node]):
    """All runs of the orchestrator that a scope allows."""

    scope: OrchestrationScope

    def __init__(self, scope: OrchestrationScope, edition: Edition) -> None:
        super().__init__(scope, edition)
        [(self.plan, _)] = scope.documents.versions
        self.progress: dict[Node, RunProgress] = {(): RunProgress(scope.start)}

    def initial(self) -> Node:
        """Return the node in which nothing has started."""
        return ()

    def situation(self, node: Node) -> Situation:
        """Return the situation that a node has led to."""
        return self.progress[node].situation

    def expand(self, node: Node) -> Expansion[Node]:
        """Apply every event that can happen next.

        A run ends, so eventualities are left to other scopes: a node has no labels.
        """
        found: Expansion[Node] = Expansion()
        for number, event in enumerate(self.scope.events):
            after = self.follow(self.progress[node], event)
            if after is None:
                continue
            found.enabled += 1
            self.clauses.update(after.clauses)
            if problems := self.problems(after):
                found.violations.append([(number, problem) for problem in problems])
            self.progress[*node, number] = after
            found.add(number, (*node, number))
        return found

    def problems(self, after: RunProgress) -> list[BrokenProperty]:
        """Return what the last call violates, and the whole run if it has ended."""
        found: list[BrokenProperty] = []
        called = after.step is not None and isinstance(after.step.event, NextCall)
        last = after.exchanges[-1] if called else None
        if last is not None and not isinstance(last.outcome, Rejected):
            change = Change(last.before, last.operation, last.outcome, last.after)
            found += self.checker.change(change)
        if after.ending:
            found += self.checker.run(after.recorded(self.plan, self.scope.worktrees[0]))
        return found

    def follow(self, before: RunProgress, event: Event) -> RunProgress | None:
        """Return the progress after an event, or `None` if it is not enabled here."""
        if isinstance(event, Begin):
            return self.begin(event) if before.begun is None else None
        if before.begun is None or before.ending is not None:
            return None
        if isinstance(event, NextCall):
            return self.call(before)
        if before.fault is not None or before.disturbances >= self.scope.max_disturbances:
            return None
        if isinstance(event, Fault) and event.commit:
            assert before.upcoming is not None
            if not isinstance(before.upcoming.operation, Commit):
                return None
        return self.disturb(before, event)

    def begin(self, event: Begin) -> RunProgress:
        """Register the plan, and get the orchestrator's first call."""
        situation = Situation(State(), (event.version,))
        definition = self.scope.documents.current(situation, self.plan)
        assert definition is not None
        operation = Register(self.plan, definition, 0)
        transition = apply(situation.state, operation, self.edition)
        begun = RunProgress(
            replace(situation, state=transition.state),
            event,
            step=PathStep(event, 0, operation, transition),
            clauses=transition.clauses,
        )
        return self.heard(begun)

    def heard(self, progress: RunProgress) -> RunProgress:
        """Send the orchestrator all outcomes so far, and get its next call or its ending."""
        assert progress.begun is not None
        review, count = progress.begun.review, progress.begun.count
        procedure = implement(self.plan, self.scope.worktrees[0], review, count, self.edition)
        outcomes = [exchange.outcome for exchange in progress.exchanges]
        heard = listen(procedure, outcomes)
        assert progress.step is not None
        progress = replace(
            progress,
            clauses=(*progress.clauses, *heard.clauses),
            step=replace(progress.step, then=describe_next(heard)),
        )
        if isinstance(heard, Ending):
            return replace(progress, ending=heard, upcoming=None)
        return replace(progress, upcoming=heard)

    def call(self, before: RunProgress) -> RunProgress:
        """Apply the next call."""
        assert before.upcoming is not None
        operation = with_current_inputs(self.scope, before.situation, before.upcoming.operation)
        if isinstance(operation, Commit):
            operation = replace(operation, commit_hash=COMMIT_HASH)
        transition = self.carried_out(before, operation)
        if isinstance(operation, Commit) and before.fault:
            operation = with_fault(operation, before.fault)
        exchange = Exchange(
            before.upcoming,
            operation,
            before.situation.state,
            transition.outcome,
            transition.state,
        )
        called = replace(
            before,
            situation=replace(before.situation, state=transition.state),
            exchanges=(*before.exchanges, exchange),
            fault=None,
            step=PathStep(NextCall(), 0, operation, transition),
            clauses=transition.clauses,
        )
        return self.heard(called)

    def carried_out(self, before: RunProgress, operation: Operation) -> Transition:
        """Apply an operation, or reject it if a fault is pending."""
        state, fault = before.situation.state, before.fault
        if isinstance(operation, Commit):
            operation = with_fault(operation, fault) if fault else operation
        elif fault is not None:
            return Transition(state, store_unavailable(), ("REC-4.10",))
        return apply(state, operation, self.edition)

    def disturb(self, before: RunProgress, event: Event) -> RunProgress | None:
        """Return the progress after a disturbance, or `None` if it changes nothing."""
        disturbed = replace(
            before,
            disturbances=before.disturbances + 1,
            disturbed=before.disturbed | {len(before.exchanges)},
            clauses=(),
        )
        if isinstance(event, Fault):
            return replace(disturbed, fault=event, step=PathStep(event, 0))
        if isinstance(event, Edit):
            after = self.scope.documents.edited(before.situation, event)
            step = PathStep(event, 0)
            changed = after != before.situation
            return replace(disturbed, situation=after, step=step) if changed else None
        assert not isinstance(event, Begin | NextCall | Tick)
        operation = with_current_inputs(self.scope, before.situation, event)
        transition = apply(before.situation.state, operation, self.edition)
        if transition.state is before.situation.state:
            return None
        after = replace(before.situation, state=transition.state)
        step = PathStep(event, 0, operation, transition)
        return replace(disturbed, situation=after, step=step, clauses=transition.clauses)


def describe_next(heard: SentCall | Ending) -> str:
    """Describe what the orchestrator does next."""
    rules = rules_cited(heard.clauses)
    by = f"   by {' '.join(rules)}" if rules else ""
    if isinstance(heard, Ending):
        return f"the orchestrator is done: {heard.result}{by}"
    return f"the orchestrator continues with {type(heard.operation).__name__}{by}"


def with_fault(commit: Commit, fault: Fault) -> Commit:
    """Return the commit with a fault: an unreachable store if the fault names nothing else."""
    changes: dict[str, Any] = dict(fault.commit) or {"store_reachable": False}
    return replace(commit, **changes)


def listen(procedure: Procedure, outcomes: list[Outcome]) -> SentCall | Ending:
    """Send a procedure all outcomes; return its next call or its ending."""
    try:
        heard = next(procedure)
        for outcome in outcomes:
            heard = procedure.send(outcome)
    except StopIteration as stop:
        ending: Ending = stop.value
        return ending
    return heard


def replay_run(
    scope: OrchestrationScope, edition: Edition, path: tuple[Event, ...]
) -> Iterator[PathStep]:
    """Yield the steps of a path of this graph."""
    graph = RunGraph(scope, edition)
    progress: RunProgress | None = graph.progress[()]
    for event in path:
        assert progress is not None
        progress = graph.follow(progress, event)
        assert progress is not None
        assert progress.step is not None
        yield progress.step
