"""The fast state graph: nodes are fingerprints, and successors are computed once per subtree.

An operation that names a step reads and writes that step's subtree and, of the others, reads only
which of their steps are completed; a claim chooses by the claim views of all subtrees. So what an
operation does is memoized per subtree, and the model is asked once for each. No rule is stated a
second time; that the rules are local in this way is checked against the plain state graph.
"""

from __future__ import annotations

from collections.abc import Iterable

from model.explorer.events import event_result
from model.explorer.graphs.fingerprints import (
    BITS,
    Fingerprint,
    Fingerprints,
    PackedFingerprint,
    pack,
    place_of,
    unpack,
)
from model.explorer.graphs.labels import EventKinds, labels_of
from model.explorer.graphs.local_events import (
    EventIndex,
    KnownLocally,
    LocalSuccessors,
    RenamingMoves,
)
from model.explorer.graphs.state_graph import Expansion, StateGraph, Violations
from model.explorer.scopes.scope import Scope
from model.explorer.situations import Edit, Situation, Tick
from spec.editions import Edition
from spec.vocabulary.claims import Claim, Claimed
from spec.vocabulary.completion import Reconcile
from spec.vocabulary.plans import Register
from spec.vocabulary.readiness import Ready
from spec.vocabulary.state import Show

Holders = tuple[int, ...]
"""The numbers of who holds the steps of each subtree."""

Evaluation = tuple[int, Fingerprint, Violations]
"""The numbers of the header and the subtrees after an event, and violations."""


class InternedStateGraph(StateGraph[PackedFingerprint]):
    """Canonical situations of one plan, as fingerprints."""

    def __init__(self, scope: Scope, edition: Edition) -> None:
        super().__init__(scope, edition)
        [(self.path, _)] = scope.documents.versions
        self.prints = Fingerprints(self.path, scope.worktrees, scope.carries_claims)
        start = self.prints.initial()
        self.decoded = start, self.prints.decode(start)
        self.claim_view_of = self.prints.claim_view_of
        self.completed_of = self.prints.completed_of
        self.holders: dict[Holders, Holders] = {}
        self.moves: dict[RenamingMoves, RenamingMoves] = {}
        self.indexes: dict[Fingerprint, EventIndex] = {}
        self.local: dict[tuple[Fingerprint, int, tuple[int, ...]], KnownLocally] = {}
        self.kinds = EventKinds(scope.events)
        events = list(enumerate(scope.events))
        self.tick = next((number for number, event in events if isinstance(event, Tick)), None)
        self.edits = [
            (number, event.version) for number, event in events if isinstance(event, Edit)
        ]

    def initial(self) -> PackedFingerprint:
        """Return the node in which nothing is registered."""
        return pack(self.prints.initial())

    def situation(self, node: PackedFingerprint) -> Situation:
        """Return the situation that a node stands for."""
        return self.decode(unpack(node))

    def decode(self, node: Fingerprint) -> Situation:
        """Return the situation of a fingerprint, which is then the one that the model looks at."""
        if node != self.decoded[0]:
            self.decoded = node, self.prints.decode(node)
            self.answers.look_at(self.decoded[1].state)
        return self.decoded[1]

    def expand(self, packed: PackedFingerprint) -> Expansion[PackedFingerprint]:
        """Apply every event, by what is memoized for each subtree."""
        node = unpack(packed)
        index = self.index_of(node)
        found: Expansion[int] = Expansion([], index.enabled, [*index.violations], index.labels)
        holders = tuple([self.prints.holders[subtree] for subtree in node[2:]])
        holders = self.holders.setdefault(holders, holders)
        ticked = packed
        for position, known in index.local:
            local = known.successors.get(node[2 + position])
            if local is None:
                local = self.evaluate_local(node, known, position)
            self.add_local(packed, holders, position, local, found)
            ticked += local.ticked
        self.add_time_and_edits(packed, node[0], ticked, found)
        for event in index.whole:
            self.add_whole(node, event, found)
        return found

    def add_local(
        self,
        packed: PackedFingerprint,
        holders: Holders,
        position: int,
        local: LocalSuccessors,
        found: Expansion[PackedFingerprint],
    ) -> None:
        """Add what can happen to one subtree."""
        found.enabled += local.enabled
        if local.violations:
            found.violations += local.violations
        moves = local.renaming.get(holders)
        if moves is None:
            moves = local.renaming[holders] = self.renaming(holders, position, local)
        found.successors += [
            (event, self.renamed(packed + added) if renames else packed + added)
            for event, added, renames in moves
        ]

    def renaming(self, holders: Holders, position: int, local: LocalSuccessors) -> RenamingMoves:
        """Return the moves of a subtree, each with whether worktrees are renamed after it."""
        found = []
        for event, added, held in local.moves:
            renames = False
            if held is not None:
                after = (*holders[:position], held, *holders[position + 1 :])
                renames = self.prints.names_for(after) is not None
            found.append((event, added, renames))
        moves = tuple(found)
        return self.moves.setdefault(moves, moves)

    def renamed(self, packed: PackedFingerprint) -> PackedFingerprint:
        """Return the fingerprint with its worktrees renamed in order of appearance."""
        return pack(self.prints.canonical(unpack(packed)))

    def add_time_and_edits(
        self,
        packed: PackedFingerprint,
        document: int,
        ticked: PackedFingerprint,
        found: Expansion[PackedFingerprint],
    ) -> None:
        """Add the passing of time, and edits of the document."""
        if self.tick is not None:
            found.enabled += 1
            if ticked != packed:
                found.successors.append((self.tick, ticked))
        for event, version in self.edits:
            found.enabled += 1
            if version != document:
                found.successors.append((event, packed - document + version))

    def add_whole(
        self, node: Fingerprint, number: int, found: Expansion[PackedFingerprint]
    ) -> None:
        """Add an event that may change several subtrees at once, which is not memoized."""
        result = self.evaluate(node, number)
        if result is None:
            return
        header, subtrees, violations = result
        found.enabled += 1
        found.violations += violations
        after = self.prints.canonical((node[0], header, *subtrees))
        if after != node:
            found.successors.append((number, pack(after)))

    def index_of(self, node: Fingerprint) -> EventIndex:
        """Return the events by what they read."""
        views = (*node[:2], *[self.claim_view_of[subtree] for subtree in node[2:]])
        index = self.indexes.get(views)
        if index is None:
            index = self.indexes[views] = self.index_events(node)
        return index

    def index_events(self, node: Fingerprint) -> EventIndex:
        """Sort the events by what they read, and check those that change nothing."""
        situation = self.decode(node)
        subtrees = self.prints.subtrees.values
        anchors = [{step.anchor for step in subtrees[number]} for number in node[2:]]
        local: list[list[int]] = [[] for _ in anchors]
        claims: list[tuple[int, KnownLocally]] = []
        index = EventIndex(labels_of(self.scope, self.edition, situation))
        for number, event in enumerate(self.scope.events):
            if isinstance(event, Tick | Edit):
                continue
            named = getattr(event, "step", None)
            position = next((at for at, names in enumerate(anchors) if named in names), None)
            claimed = self.claims_from(situation, number, anchors)
            if claimed is not None:
                # What else the worktree holds matters to a claim that resumes: it is not shared.
                resumes = isinstance(event, Claim) and event.resume
                alone = KnownLocally((number,), by_name=False)
                known = alone if resumes else self.known(node, claimed, alone)
                claims.append((claimed, known))
            elif position is not None:
                local[position].append(number)
            elif isinstance(event, Reconcile) or self.changes_plan(situation, number):
                index.whole.append(number)
            else:
                assert named is not None or isinstance(event, Claim | Ready | Register | Show)
                self.add_unchanging(node, number, index)
        by_name = (KnownLocally(tuple(events), by_name=True) for events in local)
        index.local = [(at, self.known(node, at, each)) for at, each in enumerate(by_name)]
        index.local += claims
        index.violations += self.impossible(node, range(len(anchors)), by_claim=True)
        return index

    def known(self, node: Fingerprint, position: int, new: KnownLocally) -> KnownLocally:
        """Return what is known of events at a position, wherever the same steps are completed."""
        completed = (*node[:2], *[self.completed_of[subtree] for subtree in node[2:]])
        return self.local.setdefault((completed, position, new.events), new)

    def changes_plan(self, situation: Situation, number: int) -> bool:
        """Return whether an event registers a document other than the registered one."""
        if not isinstance(self.scope.events[number], Register):
            return False
        plan = situation.state.plan(self.path)
        document = self.scope.documents.current(situation, self.path)
        return not (plan and document and plan.document_hash == document.document_hash)

    def add_unchanging(self, node: Fingerprint, number: int, index: EventIndex) -> None:
        """Check an event that changes nothing, once for all nodes with these claim views."""
        result = self.evaluate(node, number)
        if result is None:
            return
        header, subtrees, violations = result
        if (header, *subtrees) != node[1:]:
            raise AssertionError(f"{self.scope.events[number]} changed something after all")
        index.enabled += 1
        index.violations += violations

    def claims_from(self, situation: Situation, number: int, anchors: list[set[str]]) -> int | None:
        """Return the position of the subtree whose step an event claims, or `None`."""
        event = self.scope.events[number]
        if not isinstance(event, Claim):
            return None
        result = event_result(self.scope, self.answers, situation, event)
        assert result is not None
        assert result.transition is not None
        outcome = result.transition.outcome
        if not isinstance(outcome, Claimed):
            return None
        return next(at for at, names in enumerate(anchors) if outcome.anchor in names)

    def evaluate_local(
        self, node: Fingerprint, known: KnownLocally, position: int
    ) -> LocalSuccessors:
        """Apply events that change no subtree but one."""
        subtree, place = node[2 + position], place_of(position)
        local = known.successors[subtree] = LocalSuccessors()
        seen = set[tuple[int, int]]()
        for number in known.events:
            result = self.evaluate(node, number)
            if result is None:
                continue
            header, subtrees, violations = result
            local.enabled += 1
            local.violations += violations
            if (header, *subtrees) != node[1:]:
                others = (*subtrees[:position], *subtrees[position + 1 :])
                if others != (*node[2 : 2 + position], *node[3 + position :]):
                    event = self.scope.events[number]
                    raise AssertionError(f"{event} changed more than one subtree")
                after = subtrees[position]
                added = (header - node[1] << BITS) + (after - subtree << place)
                kind = self.kinds.of[number], added
                if kind not in seen:
                    seen.add(kind)
                    held = self.prints.holders[after]
                    same = held == self.prints.holders[subtree]
                    local.moves.append((number, added, None if same else held))
        if known.by_name:
            local.ticked = self.prints.tick(subtree) - subtree << place
            local.violations += self.impossible(node, (position,), by_claim=False)
        return local

    def impossible(self, node: Fingerprint, positions: Iterable[int], by_claim: bool) -> Violations:
        """Return what must be possible with the steps of some subtrees and is not."""
        state = self.decode(node).state
        return [
            (None, problem)
            for plan in state.plans
            for position in positions
            for step in self.prints.subtrees.values[node[2 + position]]
            for problem in self.checker.possibilities(state, plan, step, by_claim)
        ]

    def evaluate(self, node: Fingerprint, number: int) -> Evaluation | None:
        """Apply an event and check its change, or return `None` if it is not enabled here."""
        situation = self.decode(node)
        judged = self.checker.judge(self.scope, situation, self.scope.events[number])
        if judged is None:
            return None
        self.clauses.update(judged.clauses)
        violations: Violations = [(number, problem) for problem in judged.problems]
        return *self.prints.encode_after(node, situation.state, judged.after.state), violations
