"""The fast space: nodes of small numbers, each number a family of steps that is looked up once.

A *family* is a top-level step with its substeps. An operation that names a step reads and writes
that family, and of the others only which of their steps are completed; a claim chooses by the
*faces* of all families, which say who holds the top-level step and for how long. What an operation
does is therefore remembered, and the model is asked only once for each family. So no rule is
stated a second time; that the rules are local in this way is checked against the plain space.
"""

from model.explorer.events import happen
from model.explorer.family_parts import (
    UNREGISTERED,
    Face,
    Family,
    Head,
    Local,
    Node,
    Numbers,
    Shared,
    families_of,
)
from model.explorer.judging import Judge, Problem
from model.explorer.scopes import Scope
from model.explorer.situations import Edit, Situation, Tick, after_tick, renamed_step
from model.explorer.state_graph import View, stakes
from model.steps import is_completed
from spec.editions import Edition
from spec.properties.changes import Change
from spec.vocabulary.claims import Claim, Claimed
from spec.vocabulary.completion import Reconcile
from spec.vocabulary.readiness import Ready
from spec.vocabulary.registering import Register
from spec.vocabulary.showing import Show
from spec.vocabulary.state import Plan, State


class FamilySpace:
    """Canonical situations of one plan as tuples of numbers."""

    def __init__(self, scope: Scope, edition: Edition) -> None:
        [(self.path, _)] = scope.documents.versions
        self.scope = scope
        self.edition = edition
        self.judge = Judge(edition, scope.worktrees)
        self.rules: set[str] = set()
        self.heads: Numbers[Head] = Numbers()
        self.families: Numbers[Family] = Numbers()
        self.faces: Numbers[Face] = Numbers()
        self.completed: Numbers[tuple[str, ...]] = Numbers()
        self.face_of: list[int] = []
        self.completed_of: list[int] = []
        self.holders: list[tuple[str, ...]] = []
        self.shared: dict[Node, Shared] = {}
        self.local: dict[tuple[Node, int, int], Local] = {}
        self.claimed: dict[tuple[Node, int, int, int], Local] = {}
        self.ticked: dict[int, int] = {}
        self.orders: dict[tuple[tuple[str, ...], ...], dict[str, str] | None] = {}
        self.renamed: dict[tuple[int, tuple[str, ...]], int] = {}
        events = enumerate(scope.events)
        self.tick = next((number for number, event in events if isinstance(event, Tick)), None)
        self.edits = [
            (number, event.version)
            for number, event in enumerate(scope.events)
            if isinstance(event, Edit)
        ]

    def initial(self) -> Node:
        """Give the node in which nothing is registered."""
        return (0, self.heads.of(UNREGISTERED))

    def look(self, node: Node) -> View[Node]:
        """See what can happen, by what is remembered of each family."""
        faces = (*node[:2], *[self.face_of[family] for family in node[2:]])
        shared = self.shared.get(faces)
        if shared is None:
            shared = self.shared[faces] = self.learn_shared(node)
        completed = (*node[:2], *[self.completed_of[family] for family in node[2:]])
        view: View[Node] = View([], shared.count, [*shared.broken])
        for position, family in enumerate(node[2:]):
            local = self.local.get((completed, position, family))
            if local is None:
                local = self.learn_local(node, shared.local[position], position)
                self.learn_possibilities(node, local, position)
                self.local[completed, position, family] = local
            self.add_local(node, position, local, view)
        for event, position in shared.claims:
            key = (completed, position, node[2 + position], event)
            local = self.claimed.get(key)
            if local is None:
                local = self.claimed[key] = self.learn_local(node, [event], position)
            self.add_local(node, position, local, view)
        self.add_surroundings(node, view)
        for event in shared.whole:
            self.add_whole(node, event, view)
        return view

    def add_local(self, node: Node, position: int, local: Local, view: View[Node]) -> None:
        """Add what can happen to one family."""
        view.count += local.count
        if local.broken:
            view.broken += local.broken
        document, before, behind = node[:1], node[2 : 2 + position], node[3 + position :]
        for event, head, family, other_holders in local.moves:
            moved = (*document, head, *before, family, *behind)
            view.moves.append((event, self.canonical(moved) if other_holders else moved))

    def add_surroundings(self, node: Node, view: View[Node]) -> None:
        """Add the passing of time and the edits of the document."""
        if self.tick is not None:
            view.count += 1
            ticked = (*node[:2], *(self.after_tick(family) for family in node[2:]))
            if ticked != node:
                view.moves.append((self.tick, ticked))
        for event, version in self.edits:
            view.count += 1
            if version != node[0]:
                view.moves.append((event, (version, *node[1:])))

    def add_whole(self, node: Node, number: int, view: View[Node]) -> None:
        """Add an event that may change several families at once, by asking the model."""
        situation = self.situation(node)
        asked = self.ask(situation, number)
        if asked is None:
            return
        head, families, broken = asked
        view.count += 1
        view.broken += broken
        after = self.canonical((node[0], head, *families))
        if after != node:
            view.moves.append((number, after))

    def learn_shared(self, node: Node) -> Shared:
        """Sort the events by what they read, and judge those that change nothing."""
        situation = self.situation(node)
        anchors = [{step.anchor for step in self.families.entries[family]} for family in node[2:]]
        shared = Shared(stakes(self.scope, situation), [[] for _ in anchors])
        for number, event in enumerate(self.scope.events):
            if isinstance(event, Tick | Edit):
                continue
            named = getattr(event, "step", None)
            position = next((at for at, names in enumerate(anchors) if named in names), None)
            chosen = self.chosen(situation, number, anchors) if isinstance(event, Claim) else None
            if chosen is not None:
                shared.claims.append((number, chosen))
            elif position is not None:
                shared.local[position].append(number)
            elif isinstance(event, Register | Reconcile):
                shared.whole.append(number)
            else:
                assert named is not None or isinstance(event, Claim | Ready | Show)
                self.add_unchanging(situation, number, shared)
        self.forget_same_document(situation, shared)
        for plan in situation.state.plans:
            for step in plan.steps:
                problems = self.judge.possibilities(situation.state, plan, step, by_claim=True)
                shared.broken += [(None, problem) for problem in problems]
        return shared

    def forget_same_document(self, situation: Situation, shared: Shared) -> None:
        """Take registering an unchanged document for what it is: nothing, whatever the steps."""
        plan = situation.state.plan(self.path)
        document = self.scope.documents.current(situation, self.path)
        if plan and document and plan.document_hash == document.document_hash:
            for number in shared.whole[:]:
                if isinstance(self.scope.events[number], Register):
                    shared.whole.remove(number)
                    self.add_unchanging(situation, number, shared)

    def add_unchanging(self, situation: Situation, number: int, shared: Shared) -> None:
        """Judge an event that changes nothing, once for all nodes with these faces."""
        asked = self.ask(situation, number)
        if asked is None:
            return
        head, families, broken = asked
        if (head, families) != self.encoded(situation.state):
            raise AssertionError(f"{self.scope.events[number]} changed something after all")
        shared.count += 1
        shared.broken += broken

    def chosen(self, situation: Situation, number: int, anchors: list[set[str]]) -> int | None:
        """Tell from which family a claim takes its step."""
        happening = happen(self.scope, self.edition, situation, self.scope.events[number])
        assert happening is not None
        assert happening.transition is not None
        outcome = happening.transition.outcome
        if not isinstance(outcome, Claimed):
            return None
        return next(at for at, names in enumerate(anchors) if outcome.anchor in names)

    def learn_local(self, node: Node, events: list[int], position: int) -> Local:
        """Ask the model what each event does to one family."""
        situation = self.situation(node)
        local = Local()
        for number in events:
            asked = self.ask(situation, number)
            if asked is None:
                continue
            head, families, broken = asked
            local.count += 1
            local.broken += broken
            if (head, *families) != node[1:]:
                others = (*families[:position], *families[position + 1 :])
                if others != (*node[2 : 2 + position], *node[3 + position :]):
                    event = self.scope.events[number]
                    raise AssertionError(f"{event} changed more than one family")
                before, after = node[2 + position], families[position]
                other_holders = self.holders[before] != self.holders[after]
                local.moves.append((number, head, after, other_holders))
        return local

    def learn_possibilities(self, node: Node, local: Local, position: int) -> None:
        """Judge what should be possible with the steps of one family."""
        situation = self.situation(node)
        for plan in situation.state.plans:
            for step in self.families.entries[node[2 + position]]:
                problems = self.judge.possibilities(situation.state, plan, step, by_claim=False)
                local.broken += [(None, problem) for problem in problems]

    def ask(
        self, situation: Situation, number: int
    ) -> tuple[int, Node, list[tuple[int | None, Problem]]] | None:
        """Ask the model what an event does, and judge it; none if it cannot happen here."""
        happening = happen(self.scope, self.edition, situation, self.scope.events[number])
        if happening is None:
            return None
        assert happening.operation is not None
        assert happening.transition is not None
        self.rules.update(happening.transition.rules)
        outcome = happening.transition.outcome
        change = Change(situation.state, happening.operation, outcome, happening.after.state)
        broken: list[tuple[int | None, Problem]] = [
            (number, problem) for problem in self.judge.change(change)
        ]
        head, families = self.encoded(happening.after.state)
        return head, families, broken

    def encoded(self, state: State) -> tuple[int, Node]:
        """Give the numbers of a state's head and families."""
        plan = state.plan(self.path)
        if plan is None:
            return self.heads.of(UNREGISTERED), ()
        head = Head(plan.document_hash, plan.title, plan.status, state.last_artifact_id)
        families = tuple(self.family_number(family) for family in families_of(plan))
        return self.heads.of(head), families

    def family_number(self, family: Family) -> int:
        """Give the number of a family, learning its face and its holders if it is new."""
        number = self.families.of(family)
        if number == len(self.face_of):
            first = family[0]
            completed = tuple(step.anchor for step in family if is_completed(step))
            face = Face(first.status, first.claimed_by, first.lease_expires_at, completed)
            self.face_of.append(self.faces.of(face))
            self.completed_of.append(self.completed.of(completed))
            self.holders.append(tuple(step.claimed_by for step in family if step.claimed_by))
        return number

    def situation(self, node: Node) -> Situation:
        """Put the situation together that a node stands for."""
        head = self.heads.entries[node[1]]
        if head is UNREGISTERED:
            return Situation(State(), (node[0],))
        steps = tuple(step for number in node[2:] for step in self.families.entries[number])
        plan = Plan(self.path, head.document_hash, head.title, head.status, steps)
        return Situation(State((plan,), head.last_artifact_id), (node[0],))

    def stakes(self, node: Node) -> tuple[int, int]:
        """Give what `learn_shared` has found about the eventualities."""
        return self.shared[(*node[:2], *(self.face_of[family] for family in node[2:]))].stakes

    def after_tick(self, family: int) -> int:
        """Let a millisecond pass for a family."""
        after = self.ticked.get(family)
        if after is None:
            steps = tuple(after_tick(step) for step in self.families.entries[family])
            after = self.ticked[family] = self.family_number(steps)
        return after

    def canonical(self, node: Node) -> Node:
        """Rename the worktrees by the order in which they appear."""
        held = tuple([self.holders[family] for family in node[2:]])
        if held not in self.orders:
            self.orders[held] = self.order(held)
        names = self.orders[held]
        if names is None:
            return node
        return (*node[:2], *(self.rename(family, names) for family in node[2:]))

    def order(self, held: tuple[tuple[str, ...], ...]) -> dict[str, str] | None:
        """Give the new names of the worktrees, none if they have theirs already."""
        appearing = dict.fromkeys(name for names in held for name in names)
        appearing |= dict.fromkeys(self.scope.worktrees)
        names = dict(zip(appearing, self.scope.worktrees, strict=True))
        return None if all(old == new for old, new in names.items()) else names

    def rename(self, family: int, names: dict[str, str]) -> int:
        """Give the holders in a family other names."""
        key = (family, tuple(names))
        number = self.renamed.get(key)
        if number is None:
            steps = tuple(renamed_step(step, names) for step in self.families.entries[family])
            number = self.renamed[key] = self.family_number(steps)
        return number
