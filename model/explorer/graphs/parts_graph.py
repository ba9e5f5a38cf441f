"""The fast state graph: a node is the numbers of its parts, and what happens is known by part.

An operation that names a step writes its subtree; what it reads of the others, and a claim of all
subtrees, is in `Parts`; an operation on reviews and iterations reads neither steps nor other plans.
So the model is asked once for each operation and what it reads. No rule is stated a second time.
That the rules are local in this way is written down in `model/explorer/__init__.py`, tested on the
model, asserted where it can be seen, and checked against the plain state graph.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial
from operator import itemgetter
from typing import get_args

from model.explorer.asking import RecordingEdition, ask
from model.explorer.events import event_result
from model.explorer.graphs.encoding import EncodedGraph, Node
from model.explorer.graphs.judgements import Judgements
from model.explorer.graphs.labels import EventKinds, Labels, labels_of
from model.explorer.graphs.local_events import (
    DoneHere,
    EventIndex,
    Judged,
    KnownLocally,
    LocalSuccessors,
    Moves,
)
from model.explorer.graphs.parts import BEFORE_STEPS, BITS, NOTHING, Numbers, Version
from model.explorer.graphs.state_graph import Expansion
from model.explorer.scopes.scope import Scope, with_worktree
from model.explorer.situations import Edit, Situation, Tick
from spec.editions import Edition
from spec.properties.predicate import BrokenProperty
from spec.vocabulary.agents import CheckCommand
from spec.vocabulary.claims import Claim, Claimed
from spec.vocabulary.completion import Reconcile
from spec.vocabulary.iterations import ReportIteration, StartIterations
from spec.vocabulary.plans import Register
from spec.vocabulary.readiness import Ready
from spec.vocabulary.reviews import ReviewOperation
from spec.vocabulary.state import Show, State

ON_WORK: tuple[type, ...] = (*get_args(ReviewOperation), StartIterations, ReportIteration)
"""The operations that read and write the reviews and iterations of a plan, and no steps."""

UNCHANGING = CheckCommand | Claim | Ready | Register | Show
"""The operations that name no step and may change nothing."""

WORD = re.compile(r"\w+")

Evaluation = tuple[Numbers, list[BrokenProperty], tuple[str, ...]]
"""The parts after an event, problems, and the clauses cited."""


class PartsGraph(EncodedGraph):
    """Canonical situations of one or several plans, by the numbers of their parts.

    It has the numbers and the judgements of a graph `like` it, in another edition.
    """

    def __init__(self, scope: Scope, edition: Edition, like: PartsGraph | None = None) -> None:
        super().__init__(scope, edition, like)
        self.judgements: Judgements = like.judgements if like else Judgements()
        self.moves: dict[Moves, Moves] = {}
        self.indexes: dict[tuple[int, Numbers, Numbers, Numbers], EventIndex] = {}
        self.local: dict[tuple[int, Numbers, Numbers, Numbers], KnownLocally] = {}
        self.decisions: dict[Node, tuple[list[tuple[int, Node]], Expansion[Node]]] = {}
        self.records = isinstance(edition, RecordingEdition)
        self.kinds = EventKinds(scope.events)
        self.events: list[list[int]] = [[] for _ in self.paths]
        self.on_work: list[list[int]] = [[] for _ in self.paths]
        self.edits: list[tuple[int, int, int]] = []
        self.tick: int | None = None
        self.by_order: dict[tuple[str, ...], list[int]] = {}
        self.sort_events()

    def sort_events(self) -> None:
        """Sort the events by the plan that they name; what names an unknown one, with the first."""
        for number, event in enumerate(self.scope.events):
            path = getattr(event, "plan", "")
            place = self.paths.index(path) if path in self.paths else 0
            if isinstance(event, Tick):
                self.tick = number
            elif isinstance(event, Edit):
                version = self.parts.intern(Version(event.version))
                self.edits.append((number, self.plans[place].start, version))
            else:
                groups = self.on_work if isinstance(event, ON_WORK) else self.events
                groups[place].append(number)

    def decided(self, node: Node) -> tuple[list[tuple[int, Node]], Expansion[Node]]:
        """Return where events lead from a node, in their order, and the expansion of it."""
        known = self.decisions.get(node)
        if known is None:
            found = self.expand(node, labelled=False)
            known = sorted(found.successors, key=itemgetter(0)), found
            self.decisions[node] = known
        return known

    def expand(self, packed: Node, labelled: bool = True) -> Expansion[Node]:
        """Apply every event, by what is known for the parts that it reads."""
        node = self.unpack(packed)
        found: Expansion[Node] = Expansion(labels=(0, -1))
        holders = tuple(map(self.parts.held.__getitem__, node))
        ticked = packed
        for place in range(len(self.plans)):
            index = self.index_of(node, place, holders)
            self.add_judged(index, found)
            if labelled:
                self.add_labels(node, place, index, found)
            ticked += self.add_local(packed, node, holders, index, found)
            for event in index.whole:
                self.add_whole(node, event, found)
        self.add_time_and_edits(packed, node, ticked, found)
        return found

    def add_judged(self, judged: Judged, found: Expansion[Node]) -> None:
        """Add what is known of some events."""
        found.enabled += judged.enabled
        if judged.violations:
            found.violations.append(judged.violations)
        if judged.asked:
            found.asked.append(judged.asked)

    def add_local(
        self,
        packed: Node,
        node: Numbers,
        holders: Numbers,
        index: EventIndex,
        found: Expansion[Node],
    ) -> Node:
        """Add what can happen to one part alone; return what the passing of time adds to all."""
        later, enabled = 0, 0
        events, nodes, add = found.events, found.nodes, packed.__add__
        for position, known, done in index.local:
            here = done.get(node[position])
            if here is None:
                here = done[node[position]] = self.done_to(node, holders, position, known)
            more, violations, asked, ticked, by, added, renaming = here
            enabled += more
            later += ticked
            if violations:
                found.violations.append(violations)
            if asked:
                found.asked.append(asked)
            events += by
            nodes += map(add, added)
            for at, order in renaming:
                nodes[at] = self.renamed(nodes[at], order)
        found.enabled += enabled
        return later

    def done_to(
        self, node: Numbers, holders: Numbers, position: int, known: KnownLocally
    ) -> DoneHere:
        """Return what events do to a part, and to all nodes with these holders."""
        before, held = node[position], self.parts.held
        local = known.successors.get(before)
        if local is None:
            local = self.evaluate_local(node, known, position)
        renaming = []
        for place, (_, after, _) in enumerate(local.moves):
            if held[after] != held[before]:
                others = (*holders[:position], held[after], *holders[position + 1 :])
                if order := self.parts.order_of(others):
                    renaming.append((place - len(local.moves), order))
        events = tuple(event for event, _, _ in local.moves)
        shift = position * BITS
        added = tuple(added + (after - before << shift) for _, after, added in local.moves)
        moves = events, added, tuple(renaming)
        moves = self.moves.setdefault(moves, moves)
        return DoneHere(local.enabled, local.violations, local.asked, local.ticked, *moves)

    def renamed(self, packed: Node, order: tuple[str, ...]) -> Node:
        """Return the node with its worktrees renamed."""
        return self.pack(self.parts.renamed(self.unpack(packed), order))

    def add_time_and_edits(
        self, packed: Node, node: Numbers, ticked: Node, found: Expansion[Node]
    ) -> None:
        """Add the passing of time, and edits of the documents."""
        if self.tick is not None:
            found.enabled += 1
            if ticked != packed:
                found.add(self.tick, ticked)
        for event, position, version in self.edits:
            found.enabled += 1
            if version != node[position]:
                added = version - node[position] << position * BITS
                found.add(event, packed + added)

    def add_whole(self, node: Numbers, number: int, found: Expansion[Node]) -> None:
        """Add an event that may change several parts at once, which is not memoized."""
        judged = Judged()
        after = self.evaluate(node, number, judged)
        self.add_judged(judged, found)
        if after is not None:
            canonical = self.parts.canonical(after)
            if canonical != node:
                found.add(number, self.pack(canonical))

    def around(self, node: Numbers, place: int) -> Numbers:
        """Return what an operation reads of other plans: the artifacts of each, or -1."""
        if len(self.plans) == 1:
            return ()
        headers = [self.parts.values[node[where.start + 1]] for where in self.plans]
        return tuple(
            header.artifacts if header else -1 for at, header in enumerate(headers) if at != place
        )

    def index_of(self, node: Numbers, place: int, holders: Numbers) -> EventIndex:
        """Return the events of a plan by what they read, and by who holds the steps of all."""
        views = tuple(map(self.parts.claim_view.__getitem__, node[self.plans[place]]))
        key = place, views, self.around(node, place), holders
        index = self.indexes.get(key)
        if index is None:
            index = self.indexes[key] = self.index_events(node, place, holders)
        return index

    def add_labels(
        self, node: Numbers, place: int, index: EventIndex, found: Expansion[Node]
    ) -> None:
        """Add the labels of a plan: any of them is concerned, all of them meet."""
        work = node[self.plans[place].start + 2]
        labels = index.labels.get(work)
        if labels is None:
            find = partial(self.labels_of_plan, node, place)
            labels = self.judgements.find(self.checker, (node, place, "labels"), find)
            index.labels[work] = labels
        found.labels = found.labels[0] | labels[0], found.labels[1] & labels[1]

    def labels_of_plan(self, node: Numbers, place: int) -> Labels:
        """Return which properties of `LABELLED` concern one plan, and which it meets."""
        plan = self.parts.plan_of(self.paths[place], *node[self.plans[place]][1:])
        alone = State((plan,) if plan else ())
        return labels_of(self.scope, self.edition, Situation(alone, self.decode(node).documents))

    def index_events(self, node: Numbers, place: int, holders: Numbers) -> EventIndex:
        """Sort the events of a plan by what they read, and check those that change nothing."""
        start, stop = self.plans[place].start, self.plans[place].stop
        subtrees = [at for at in range(start + BEFORE_STEPS, stop) if node[at] != NOTHING]
        positions = {step.anchor: at for at in subtrees for step in self.parts.values[node[at]]}
        local: dict[int, list[int]] = {at: [] for at in subtrees}
        claims: dict[int, list[int]] = {}
        index = EventIndex()
        for number in self.events[place]:
            event = self.scope.events[number]
            named = getattr(event, "step", None)
            claimed = self.claimed_by(node, number)
            if claimed is not None:
                claims.setdefault(positions[claimed], []).append(number)
            elif named in positions:
                local[positions[named]].append(number)
            elif isinstance(event, Reconcile) or self.changes_plan(node, place, number):
                index.whole.append(number)
            else:
                assert named is not None or isinstance(event, UNCHANGING)
                self.add_unchanging(node, number, index)
        found = [
            (at, self.known(node, place, at, KnownLocally(tuple(events), by_name=True)))
            for at, events in local.items()
        ]
        if self.on_work[place]:
            # Neither the steps matter to these, nor whether all of them are done.
            on_work = KnownLocally(tuple(self.on_work[place]), by_name=False)
            key = place, (node[start],), self.around(node, place), on_work.events
            unregistered = node[start + 1] == NOTHING
            known = on_work if unregistered else self.local.setdefault(key, on_work)
            found.append((start + 2, known))
        found += [
            (at, self.of_claims(node, place, tuple(events), at)) for at, events in claims.items()
        ]
        index.local = [(at, known, known.done.setdefault(holders, {})) for at, known in found]
        index.violations += self.impossible(node, place, subtrees, by_claim=True)
        return index

    def known(
        self, node: Numbers, place: int, position: int, new: KnownLocally, held: Numbers = ()
    ) -> KnownLocally:
        """Return what is known of events on a part, wherever they read the same of the others."""
        others = [self.parts.completed[number] for number in node[self.plans[place]]]
        others[position - self.plans[place].start] = NOTHING
        key = place, (*others, *held), self.around(node, place), new.events
        return self.local.setdefault(key, new)

    def of_claims(
        self, node: Numbers, place: int, events: tuple[int, ...], position: int
    ) -> KnownLocally:
        """Return what is known of events that claim a step, wherever the same ones are held.

        Properties of claims may look at who holds the other steps, not at the ends of their leases,
        which is tried here. A claim that resumes may look at more: it is not shared, nor is any
        where the rules are not taken to be local.
        """
        new = KnownLocally(events, by_name=False)
        resumes = (getattr(self.scope.events[each], "resume", False) for each in events)
        if self.records or not self.parts.local or any(resumes):
            return new
        held = tuple([self.parts.held[each] for each in node[self.plans[place]]])
        known = self.known(node, place, position, new, held)
        if (shared := known.successors.get(node[position])) is not None:
            judged = Judged()
            for number in events:
                self.evaluate(node, number, judged)
            if judged.violations != shared.violations:
                names = " or ".join(str(self.scope.events[number]) for number in events)
                raise AssertionError(f"{names}: a property looks at leases of other steps")
        return known

    def changes_plan(self, node: Numbers, place: int, number: int) -> bool:
        """Return whether an event registers a document other than the registered one."""
        if not isinstance(self.scope.events[number], Register):
            return False
        situation = self.decode(node)
        plan = situation.state.plan(self.paths[place])
        document = self.scope.documents.current(situation, self.paths[place])
        return not (plan and document and plan.document_hash == document.document_hash)

    def add_unchanging(self, node: Numbers, number: int, index: EventIndex) -> None:
        """Check an event that changes nothing, once for all nodes with these claim views."""
        after = self.evaluate(node, number, index)
        if after not in (None, node):
            raise AssertionError(f"{self.scope.events[number]} changed something after all")

    def claimed_by(self, node: Numbers, number: int) -> str | None:
        """Return the step that an event claims, or `None`."""
        event = self.scope.events[number]
        if not isinstance(event, Claim):
            return None
        result = event_result(self.scope, self.answers, self.decode(node), event)
        assert result is not None
        assert result.transition is not None
        outcome = result.transition.outcome
        return outcome.anchor if isinstance(outcome, Claimed) else None

    def evaluate_local(self, node: Numbers, known: KnownLocally, position: int) -> LocalSuccessors:
        """Apply events that change no part but one, and the header of its plan."""
        local = known.successors[node[position]] = LocalSuccessors()
        place = next(at for at, where in enumerate(self.plans) if position < where.stop)
        if not (known.by_name and self.add_alike(node, known, position, local)):
            self.add_evaluated(node, known, position, local)
            if known.by_name:
                local.violations += self.impossible(node, place, [position], by_claim=False)
        if known.by_name:
            later = self.parts.later(node[position])
            local.ticked = later - node[position] << position * BITS
        return local

    def add_evaluated(
        self, node: Numbers, known: KnownLocally, position: int, local: LocalSuccessors
    ) -> None:
        """Add what the model and the properties say of events that change one part."""
        work = next(where for where in self.plans if position < where.stop).start + 2
        header = position if position == work else work - 1
        seen = set[tuple[int, int, int]]()
        for number in known.events:
            after = self.evaluate(node, number, local)
            if after is None or after == node:
                continue
            changed = {at for at, number in enumerate(after) if number != node[at]}
            if not changed <= {position, header}:
                raise AssertionError(f"{self.scope.events[number]} changed more than one part")
            added = after[header] - node[header] << header * BITS if header != position else 0
            kind = self.kinds.of[number], after[position], added
            if self.records or kind not in seen:
                seen.add(kind)
                local.moves.append((number, after[position], added))

    def add_alike(
        self, node: Numbers, known: KnownLocally, position: int, local: LocalSuccessors
    ) -> bool:
        """Add what happens to a part that has other holders, by what happens to the one like it.

        That has the names in order of appearance. Return whether there is one, and no problem is
        told with a name: names matter to no rule.
        """
        order = self.parts.order_of((self.parts.held[node[position]],))
        if not order or self.records:
            return False
        [like] = self.parts.renamed((node[position],), order)
        alike = known.successors.get(like)
        if alike is None:
            named = (*node[:position], like, *node[position + 1 :])
            alike = self.evaluate_local(named, known, position)
        told = {word for _, each in alike.violations for word in WORD.findall(each.sentence)}
        if not told.isdisjoint(self.scope.worktrees):
            return False
        back, renamed = self.parts.back(order), self.renamed_events(order)
        local.enabled = alike.enabled
        local.violations = [
            (event if event is None else renamed[event], each) for event, each in alike.violations
        ]
        after = self.parts.renamed(tuple(after for _, after, _ in alike.moves), back)
        local.moves = sorted(
            (renamed[event], part, added)
            for (event, _, added), part in zip(alike.moves, after, strict=True)
        )
        return True

    def renamed_events(self, order: tuple[str, ...]) -> list[int]:
        """Return the number of each event by the worktree that has its name in an order."""
        known = self.by_order.get(order)
        if known is None:
            names = dict(zip(self.scope.worktrees, order, strict=True))
            events = {event: number for number, event in enumerate(self.scope.events)}
            known = self.by_order[order] = [
                events[with_worktree(event, names[name])]
                if (name := getattr(event, "worktree", None))
                else number
                for number, event in enumerate(self.scope.events)
            ]
        return known

    def impossible(
        self, node: Numbers, place: int, positions: Iterable[int], by_claim: bool
    ) -> list[tuple[None, BrokenProperty]]:
        """Return what must be possible with the steps of some subtrees and is not."""

        def lacking() -> list[BrokenProperty]:
            state = self.decode(node).state
            plan = state.plan(self.paths[place])
            steps = [step for at in positions for step in self.parts.values[node[at]]]
            return [
                problem
                for step in steps
                if plan is not None
                for problem in self.checker.possibilities(state, plan, step, by_claim)
            ]

        about = node, place, tuple(positions), by_claim
        return [(None, each) for each in self.judgements.find(self.checker, about, lacking)]

    def evaluate(self, node: Numbers, number: int, into: Judged) -> Numbers | None:
        """Return the parts after an event, which is judged, or `None` if it is not enabled here."""
        judge = partial(self.judge, node, number)
        if self.records:
            find = partial(self.judgements.find, self.checker, (node, number), judge)
            judged, asked = ask(self.edition, find)
            for amendment in asked:
                into.asked.setdefault(amendment, []).append(number)
        else:
            judged = judge()
        if judged is None:
            return None
        after, problems, clauses = judged
        into.enabled += 1
        into.violations += [(number, problem) for problem in problems]
        self.clauses.update(clauses)
        return after

    def judge(self, node: Numbers, number: int) -> Evaluation | None:
        """Return what an event does and violates, or `None` if it is not enabled here."""
        before = self.decode(node)
        judged = self.checker.judge(self.scope, before, self.scope.events[number])
        if judged is None:
            return None
        same = judged.after.state is before.state
        return node if same else self.encode(judged.after), judged.problems, judged.clauses
