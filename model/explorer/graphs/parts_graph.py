"""The state graph of plans in parts: what an operation does is computed once for what it reads.

An operation on the steps of a plan reads neither its reviews and iterations nor other plans; one on
reviews and iterations reads neither steps nor other plans. So a plan is kept as two parts, each a
number, and the model is asked once for each operation in each part. No rule is stated a second
time. That the rules are local in this way is written down in `model/explorer/__init__.py`, tested
on the model, asserted where it can be seen, and checked against the plain state graph.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from functools import partial
from operator import attrgetter, itemgetter
from typing import NamedTuple, get_args

from model.explorer.asking import ask
from model.explorer.canonicalization import (
    artifact_count,
    canonical_names,
    map_steps,
    rename_holder,
    tick_step,
)
from model.explorer.claim_ids import ranked_plan
from model.explorer.graphs.fingerprints import Interner
from model.explorer.graphs.judgements import Judgements
from model.explorer.graphs.labels import Labels, labels_of
from model.explorer.graphs.state_graph import Asked, Expansion, StateGraph
from model.explorer.property_checks import Problem
from model.explorer.scopes.scope import Scope
from model.explorer.situations import Edit, Situation, Tick
from spec.editions import Edition
from spec.vocabulary.iteration_loops import IterationLoop
from spec.vocabulary.iterations import ReportIteration, StartIterations
from spec.vocabulary.plans import Register
from spec.vocabulary.review_cycles import ReviewCycle
from spec.vocabulary.reviews import ReviewOperation
from spec.vocabulary.state import Plan, State

ON_REVIEWS: tuple[type, ...] = get_args(ReviewOperation)
"""The operations that read and write the reviews of a plan."""

ON_WORK = *ON_REVIEWS, StartIterations, ReportIteration
"""The operations that read and write the reviews and iterations of a plan, and no steps."""

KEPT = -1
"""The number of a part that an operation leaves as it is."""

UNREGISTERED = 0
"""The number of the steps of a plan that is not registered."""


class PlanParts(NamedTuple):
    """The version of a plan's document, and the numbers of its steps and of its work.

    Its steps are the plan without reviews and iterations; these are its work.
    """

    document: int
    steps: int
    work: int


Node = tuple[PlanParts, ...]

Moves = Expansion[PlanParts]
"""Where some events lead one plan, each by its parts after it."""

Evaluation = tuple[PlanParts | None, list[Problem], tuple[str, ...]]
"""The changed parts of the plan after an event, if any, problems, and the clauses cited."""


class PlanWork(NamedTuple):
    """The reviews and iterations of a plan."""

    review_cycle: ReviewCycle | None = None
    iteration_loop: IterationLoop | None = None


OF_STEPS = attrgetter(*(each.name for each in fields(Plan) if each.name not in PlanWork._fields))
"""What a plan is without its reviews and iterations."""


class PlanReading(NamedTuple):
    """What decides about some events: the plan by its position, what it has, what is around it."""

    place: int
    parts: tuple[int, ...]
    registered: bool
    others: bool
    artifacts: int


class PartsGraph(StateGraph[Node]):
    """Canonical situations of one or several plans, each plan as two numbers.

    It has the numbers and the judgements of a graph `like` it, in another edition.
    """

    def __init__(self, scope: Scope, edition: Edition, like: PartsGraph | None = None) -> None:
        super().__init__(scope, edition)
        self.paths = [path for path, _ in scope.documents.versions]
        self.hashes = [
            [version.document_hash for version in versions]
            for _, versions in scope.documents.versions
        ]
        self.judgements: Judgements = like.judgements if like else Judgements()
        self.steps: Interner[Plan | None] = like.steps if like else Interner()
        self.work: Interner[PlanWork] = like.work if like else Interner()
        self.steps.intern(None)
        self.work.intern(PlanWork())
        self.moves: dict[tuple[PlanReading, tuple[int, ...]], Moves] = {}
        self.known_labels: dict[tuple[int, PlanParts], Labels] = {}
        self.names: dict[tuple[int, ...], dict[str, str]] = {}
        self.decisions: dict[Node, Expansion[Node]] = {}
        self.changed: dict[tuple[int, tuple[str, ...]], int] = {}
        self.decoded: tuple[Node, Situation] | None = None
        self.on_steps, self.on_work, self.registering = self.grouped()
        self.timed = [
            (number, event)
            for number, event in enumerate(scope.events)
            if isinstance(event, Tick | Edit)
        ]

    def grouped(self) -> tuple[list[tuple[int, ...]], ...]:
        """Return the events of each plan: on steps, on reviews and iterations, registrations."""
        groups: tuple[list[list[int]], ...] = tuple([[] for _ in self.paths] for _ in range(3))
        kinds = ON_WORK, (Register,)
        for number, event in enumerate(self.scope.events):
            if isinstance(event, Tick | Edit):
                continue
            kind = next((at for at, types in enumerate(kinds, 1) if isinstance(event, types)), 0)
            # What names an unknown plan changes nothing, and is counted with the first.
            path = getattr(event, "plan", "")
            place = self.paths.index(path) if path in self.paths else 0
            groups[kind][place].append(number)
        return tuple([tuple(events) for events in group] for group in groups)

    def initial(self) -> Node:
        """Return the node in which nothing is registered."""
        return tuple(PlanParts(0, UNREGISTERED, 0) for _ in self.paths)

    def situation(self, node: Node) -> Situation:
        """Return the situation that a node stands for."""
        if self.decoded is None or self.decoded[0] != node:
            plans = tuple(filter(None, map(self.plan_of, node)))
            counted = sum(artifact_count(plan) for plan in plans if plan.last_artifact_id is None)
            situation = Situation(State(plans, counted), tuple(parts.document for parts in node))
            self.decoded = node, situation
            self.answers.look_at(situation.state)
        return self.decoded[1]

    def node_of(self, situation: Situation) -> Node:
        """Return the node that stands for a situation."""
        parts = []
        for path, document in zip(self.paths, situation.documents, strict=True):
            plan = situation.state.plan(path)
            steps = self.number_of_steps(plan) if plan else UNREGISTERED
            work = PlanWork(plan.review_cycle, plan.iteration_loop) if plan else PlanWork()
            parts.append(PlanParts(document, steps, self.work.intern(work)))
        return self.canonical(tuple(parts))

    def plan_of(self, parts: PlanParts) -> Plan | None:
        """Return the plan that parts stand for, or `None` if it is not registered."""
        plan, work = self.steps.values[parts.steps], self.work.values[parts.work]
        if plan is None or work == PlanWork():
            return plan
        return replace(plan, review_cycle=work.review_cycle, iteration_loop=work.iteration_loop)

    def labels(self, node: Node) -> Labels:
        """Return which properties of `LABELLED` concern a node, and which it meets.

        A node is concerned if one of its plans is, and meets what all of them meet.
        """
        concerned, met = 0, -1
        for place, parts in enumerate(node):
            known = self.known_labels.get((place, parts))
            if known is None:
                plan = self.plan_of(parts)
                documents = tuple(each.document for each in node)
                alone = Situation(State((plan,) if plan else ()), documents)
                find = partial(labels_of, self.scope, self.edition, alone)
                known = self.judgements.find(self.checker, (place, parts, "labels"), find)
                self.known_labels[place, parts] = known
            concerned, met = concerned | known[0], met & known[1]
        return concerned, met

    def expand(self, node: Node) -> Expansion[Node]:
        """Apply every event, by what is known for the parts that it reads."""
        found = self.decide(node)
        found.labels = self.labels(node)
        return found

    def decided(self, node: Node) -> Expansion[Node]:
        """Return where events lead from a node, in their order, without labels."""
        known = self.decisions.get(node)
        if known is None:
            known = self.decisions[node] = self.decide(node)
            known.successors.sort(key=itemgetter(0))
        return known

    def decide(self, node: Node) -> Expansion[Node]:
        """Apply every event, without a look at what a node is labelled with."""
        found = Expansion[Node]()
        for place, known in self.moves_of(node):
            found.enabled += known.enabled
            found.violations += known.violations
            found.asked += known.asked
            found.successors += [
                (event, target)
                for event, after in known.successors
                if (target := self.moved_to(node, place, after)) != node
            ]
        self.add_time_and_edits(node, found)
        return found

    def moves_of(self, node: Node) -> Iterator[tuple[int, Moves]]:
        """Yield what events do to each plan, by its position."""
        plans = [self.steps.values[parts.steps] for parts in node]
        artifacts = sum(artifact_count(plan) for plan in plans if plan)
        for place, (parts, plan) in enumerate(zip(node, plans, strict=True)):
            others = any(other for at, other in enumerate(plans) if at != place)
            around = plan is not None, others, artifacts
            documents = parts.document, parts.steps
            work = PlanReading(place, (parts.document, parts.work), *around)
            drifted = plan and plan.document_hash != self.hashes[place][parts.document]
            readings = (
                (PlanReading(place, documents, *around), self.on_steps[place]),
                (work, self.on_work[place]),
                (
                    PlanReading(place, tuple(parts) if drifted else documents, *around),
                    self.registering[place],
                ),
            )
            for reading, events in readings:
                if events:
                    yield place, self.known_moves(node, reading, events)

    def known_moves(self, node: Node, reading: PlanReading, events: tuple[int, ...]) -> Moves:
        """Return what events do to one plan, wherever they read the same."""
        known = self.moves.get((reading, events))
        if known is None:
            known = self.moves[reading, events] = self.evaluate(node, reading, events)
        return known

    def moved_to(self, node: Node, place: int, after: PlanParts) -> Node:
        """Return the node after a move of the plan at a position."""
        parts = node[place]
        # An event on the one part keeps the other, which need not be what it was here first.
        steps = parts.steps if after.steps == KEPT else after.steps
        work = parts.work if after.work == KEPT else after.work
        moved = PlanParts(parts.document, steps, work)
        return self.canonical((*node[:place], moved, *node[place + 1 :]))

    def evaluate(self, node: Node, reading: PlanReading, events: tuple[int, ...]) -> Moves:
        """Apply events that change one plan, and check what they do."""
        found, asked_by = Moves(), Asked()
        for number in events:
            judge = partial(self.judge, node, reading, number)
            find = partial(self.judgements.find, self.checker, (node, number), judge)
            judged, asked = ask(self.edition, find)
            for amendment in asked:
                asked_by.setdefault(amendment, []).append(number)
            if judged is None:
                continue
            after, problems, clauses = judged
            found.enabled += 1
            self.clauses.update(clauses)
            found.violations += [(number, problem) for problem in problems]
            if after is not None:
                found.successors.append((number, after))
        found.asked = [asked_by] if asked_by else []
        if events is self.on_steps[reading.place]:
            lacking = partial(self.impossible, node, reading.place)
            about = node, reading.place, "possible"
            problems = self.judgements.find(self.checker, about, lacking)
            found.violations += [(None, problem) for problem in problems]
        return found

    def judge(self, node: Node, reading: PlanReading, number: int) -> Evaluation | None:
        """Return what an event does and violates, or `None` if it is not enabled here."""
        before = self.situation(node)
        judged = self.checker.judge(self.scope, before, self.scope.events[number])
        if judged is None:
            return None
        after = judged.after.state
        moved = None if after is before.state else self.moved(reading, before.state, after)
        return moved, judged.problems, judged.clauses

    def impossible(self, node: Node, place: int) -> list[Problem]:
        """Return what must be possible with the steps of one plan and is not."""
        state, path = self.situation(node).state, self.paths[place]
        return [
            problem
            for plan in state.plans
            if plan.path == path
            for step in plan.steps
            for problem in self.checker.possibilities(state, plan, step)
        ]

    def moved(self, reading: PlanReading, before: State, after: State) -> PlanParts:
        """Return the parts of the one plan that an operation has changed."""
        path = self.paths[reading.place]
        others = [[plan for plan in state.plans if plan.path != path] for state in (before, after)]
        if others[0] != others[1]:
            raise AssertionError(f"an operation on {path} changed another plan")
        old, new = before.plan(path), after.plan(path)
        assert new is not None
        work = PlanWork(new.review_cycle, new.iteration_loop)
        if old is None or len(reading.parts) == 3:
            return PlanParts(0, self.number_of_steps(new), self.work.intern(work))
        same_work = work == (old.review_cycle, old.iteration_loop)
        # What changes neither part keeps both, also where the other part is not what it is here.
        if OF_STEPS(old) == OF_STEPS(new):
            return PlanParts(0, KEPT, KEPT if same_work else self.work.intern(work))
        if not same_work:
            raise AssertionError(f"an operation changed both parts of {path}")
        return PlanParts(0, self.number_of_steps(new), KEPT)

    def number_of_steps(self, plan: Plan) -> int:
        """Return the number of a plan without reviews and iterations."""
        if plan.review_cycle is not None or plan.iteration_loop is not None:
            plan = replace(plan, review_cycle=None, iteration_loop=None)
        return self.steps.intern(ranked_plan(plan, self.scope.carries_claims))

    def add_time_and_edits(self, node: Node, found: Expansion[Node]) -> None:
        """Add the passing of time, and edits of the documents."""
        for number, event in self.timed:
            found.enabled += 1
            if isinstance(event, Edit):
                place = self.paths.index(event.plan)
                edited = node[place]._replace(document=event.version)
                after = (*node[:place], edited, *node[place + 1 :])
            else:
                after = tuple(
                    parts._replace(steps=self.changed_steps(parts.steps, ())) for parts in node
                )
            if after != node:
                found.successors.append((number, after))

    def canonical(self, node: Node) -> Node:
        """Return the node with its worktrees renamed in order of appearance."""
        key = tuple(parts.steps for parts in node)
        names = self.names.get(key)
        if names is None:
            plans = tuple(plan for number in key if (plan := self.steps.values[number]))
            names = self.names[key] = canonical_names(State(plans), self.scope.worktrees)
        if all(old == new for old, new in names.items()):
            return node
        order = tuple(names)
        return tuple(parts._replace(steps=self.changed_steps(parts.steps, order)) for parts in node)

    def changed_steps(self, number: int, order: tuple[str, ...]) -> int:
        """Return the number of steps after a millisecond or, with an order of names, renamed."""
        known = self.changed.get((number, order))
        if known is None:
            names = dict(zip(order, self.scope.worktrees, strict=False))
            change = partial(rename_holder, names=names) if order else tick_step
            plan = self.steps.values[number]
            known = self.steps.intern(map_steps(plan, change)) if plan else UNREGISTERED
            self.changed[number, order] = known
        return known
