"""The differential runner: the model and a system, driven by the same operations and compared."""

from collections.abc import Sequence
from dataclasses import replace

from conformance.adapters.capabilities import Capabilities
from conformance.adapters.connections import Broken
from conformance.adapters.features import adapted, claiming, transition_of
from conformance.adapters.model import restricted
from conformance.adapters.remote import RemoteSystem, reset_to
from conformance.adapters.sut import (
    EndedBadly,
    InProcessSystem,
    RequestFailed,
    SystemUnderTest,
    UnsupportedRequest,
)
from conformance.adapters.trailers import claim_named
from conformance.differential.adopting import adopted_state, names_in
from conformance.differential.broken_properties import broken_by
from conformance.differential.comparator import Comparator
from conformance.differential.difference import Difference
from conformance.differential.divergence import Divergence, Policy
from conformance.differential.tally import Tally, decision_of
from conformance.protocol.areas import AREA_OF
from conformance.protocol.messages import AreaName, Feature, Observed
from conformance.protocol.times import TOLERANCE
from model.apply import apply
from model.transition import Transition
from spec.editions import CURRENT, Edition
from spec.formats.messages import Message
from spec.properties.changes import Change
from spec.properties.remedies import applicable_follow_ups
from spec.properties.transitions import applicable_step_properties
from spec.vocabulary.claims import Claim, Claimed
from spec.vocabulary.commits import Commit, Committed
from spec.vocabulary.completion import CommitLog, CommitLogEntry
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.plans import Register
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.state import Plan, State

EVERYTHING_EVERY = 8
"""Operations after which all is compared, not only what the last of them can have touched."""

OF_NO_STEP = (AreaName.REVIEWS, AreaName.ITERATIONS)
"""The areas whose operations change no step."""

HOLDERS = frozenset({"steps.claimed_by", "steps.status"})
"""The fields that show who holds a step."""

NO_STEP = ""
"""The family of no step."""

Stored = tuple[list[Difference], State | Message | None]
"""How what is stored differs, and what was observed if it was all of it."""


class CannotBeAsked(Exception):
    """An operation was not asked: it cannot be, or its divergence is known already."""


class DifferentialRunner:
    """Drives the model and a system with the same operations, from an empty store.

    The model follows `edition`, by default that of the `capabilities` or else the current one.

    A system in this process is observed in part: after each operation only what that can have
    touched, everything after every `everything_every` operations. Others are observed whole.
    Without `observe`, only answers are compared, until `finish`.
    """

    def __init__(
        self,
        system: SystemUnderTest | InProcessSystem,
        tally: Tally | None = None,
        *,
        edition: Edition | None = None,
        policy: Policy | None = None,
        comparator: Comparator | None = None,
        capabilities: Capabilities | None = None,
        everything_every: int = EVERYTHING_EVERY,
        observe: bool = True,
    ) -> None:
        self.system = system
        self.in_process = system if isinstance(system, InProcessSystem) else None
        self.tally = tally
        self.edition = edition or (capabilities.edition if capabilities else CURRENT)
        self.policy = policy or Policy()
        self.comparator = comparator or Comparator(
            system.identity,
            self.edition,
            tolerance=capabilities.tolerance if capabilities else TOLERANCE,
        )
        self.capabilities = capabilities
        self.everything_every = everything_every
        self.observe = observe
        self.kept: list[Difference] = []
        self._forget()

    def begin(self, operations: Sequence[Operation]) -> Sequence[Operation]:
        """Empty both sides and return the operations that are left to apply.

        Where plans cannot be registered, the plan of a registration that comes first is brought
        along by the reset.
        """
        self._forget()
        first = operations[0] if operations else None
        by_reset = self.capabilities and self.capabilities.starts_with_plan(tuple(operations))
        self._empty()
        if not by_reset or not isinstance(first, Register):
            return operations
        first = adapted(first, self.state, self.system.identity.without)
        assert isinstance(first, Register)
        reset_to(self.system, first)
        transition = apply(self.state, first, self.edition)
        self.operations.append(first)
        found, observed = self._stored_differences(first, transition, whole=True)
        if found:
            reply: Message = {"reply": "ok"}
            self.policy.diverged(
                Divergence("observation", first, transition, reply, (*found,), state=observed)
            )
        self._advance(first, transition)
        return operations[1:]

    def _empty(self) -> None:
        """Reset the system. Raises `Broken` if a remote one then shows that it holds something."""
        self.system.reset()
        if not isinstance(self.system, RemoteSystem):
            return
        try:
            stored = self.system.observe()
        except RequestFailed:
            # The first operation shows that too, and says with it what fails.
            return
        if left := self.comparator.state_differences(State(), stored):
            raise self.system.bad_reset([each.path for each in left])

    def run(self, operations: Sequence[Operation]) -> None:
        """Apply operations from an empty store, and compare everything. Raises `Divergence`."""
        for operation in self.begin(operations):
            self.apply(operation)
        if not self.observe:
            self.compare_everything()
        elif self.in_process is not None:
            self.finish()

    def load(self, state: State) -> None:
        """Put both sides into a state."""
        assert self.in_process is not None
        self._forget()
        self.state = state
        self.in_process.load(state)

    def fitted(self, operation: Operation) -> Operation:
        """Return an operation as it can be asked. Raises `CannotBeAsked` if it cannot be."""
        if self.capabilities is None:
            return operation
        fitted = self.capabilities.fitted(operation, self.state, self.now)
        if fitted is None:
            raise CannotBeAsked("the system does not offer it")
        return fitted

    def apply(self, operation: Operation) -> Transition:
        """Apply an operation to both sides. Raises `Divergence`, or `CannotBeAsked`.

        Whether a divergence is raised is for the policy to say.
        """
        operation = self.fitted(operation)
        transition = transition_of(
            self.state, operation, self.edition, self.system.identity.without
        )
        self.policy.admit(operation, transition)
        if self.tally is not None:
            self.tally.asked += 1
        try:
            divergence = self.compare(operation, transition)
            if divergence is not None and isinstance(operation, Claim):
                transition, divergence = self._chosen(operation, transition, divergence)
        except UnsupportedRequest as error:
            self.policy.unsupported(operation, transition, str(error))
            raise CannotBeAsked(str(error)) from error
        self.operations.append(operation)
        if divergence is not None:
            self.policy.diverged(divergence)
        elif self.tally is not None:
            self.tally.agreed[decision_of(operation, transition)] += 1
        before = self.state
        self._advance(operation, self._followed(transition, divergence))
        if self.in_process is not None and self.observe:
            self._check_properties(operation, transition, before)
            if len(self.operations) % self.everything_every == 0:
                self.compare_everything()
        return transition

    def compare(
        self, operation: Operation, transition: Transition, whole: bool = False
    ) -> Divergence | None:
        """Apply an operation to the system alone and compare it with what the model did.

        Raises `UnsupportedRequest`, and `Broken` if the connection broke.
        """
        try:
            observed = self.system.apply(operation)
            answered = self.comparator.outcome_differences(transition.outcome, observed)
            stored: Stored = ([], None)
            if self.observe:
                stored = self._stored_differences(operation, transition, whole)
        except (UnsupportedRequest, Broken):
            raise
        except RequestFailed as error:
            bad_end = error.broken if isinstance(error, EndedBadly) else None
            return failure(operation, transition, str(error), bad_end)
        except Exception as error:
            return self._crash(operation, transition, error)
        if not answered and not stored[0]:
            return None
        return self._divergence(operation, transition, observed, answered, stored)

    def _chosen(
        self, operation: Claim, transition: Transition, divergence: Divergence
    ) -> tuple[Transition, Divergence | None]:
        """Return what the model does if a claim is free to take the step that was taken."""
        observed = divergence.observed
        if Feature.ORDER not in self.system.identity.without or not isinstance(observed, dict):
            return transition, divergence
        if "anchor" not in observed:
            return transition, divergence
        chosen = claiming(self.state, operation, self.edition, observed["anchor"])
        answered = self.comparator.outcome_differences(chosen.outcome, observed)
        stored = self._stored_differences(operation, chosen)
        if not answered and not stored[0]:
            return chosen, None
        return chosen, self._divergence(operation, chosen, observed, answered, stored)

    def _crash(
        self, operation: Operation | None, transition: Transition | None, error: Exception
    ) -> Divergence:
        broke = f"the implementation broke: {type(error).__name__}: {error}"
        return Divergence("crash", operation, transition, str(error), problems=(broke,))

    def _divergence(
        self,
        operation: Operation,
        transition: Transition,
        observed: Outcome | Message,
        answered: list[Difference],
        stored: Stored,
    ) -> Divergence:
        changed, state = stored
        kind = "answer" if answered else "state"
        if self.observe and is_rejection(observed):
            state = self.system.observe() if state is None else state
            if self._differences(self.state, state):
                kind = "atomicity"
        resume = self._adopted(operation, transition, state) if changed else transition.state
        is_told = not self._is_untold(transition, answered, state)
        return Divergence(
            kind,
            operation,
            transition,
            observed,
            (*answered, *changed),
            state=state,
            state_agrees=not changed and is_told,
            before=self.state,
            resume=resume if is_told else None,
        )

    def _is_untold(
        self, transition: Transition, answered: list[Difference], state: State | Message | None
    ) -> bool:
        """Return whether nothing shows if an operation that was answered otherwise was done.

        Whoever shows only part of what is stored may show the same in both cases. What is asked
        next would then be judged by what nobody knows.
        """
        is_partial = self.system.identity.observe is Observed.PARTIAL
        if not is_partial or state is None or all(each.place for each in answered):
            return False
        if transition.state != self.state:
            return not self._differences(self.state, state)
        return bool(HOLDERS & (self.comparator.left_out - self.comparator.given))

    def _adopted(
        self, operation: Operation, transition: Transition, observed: State | Message | None
    ) -> State | None:
        if not isinstance(observed, dict):
            return None
        named = (getattr(operation, name, None) for name in ("plan", "step", "worktree"))
        given = names_in(self.state).union(filter(None, named))
        return adopted_state(self.comparator, transition.state, observed, given)

    def _followed(self, transition: Transition, divergence: Divergence | None) -> Transition:
        """Return a transition with what the policy lets the reference adopt after a divergence."""
        if divergence is None or divergence.state_agrees or divergence.resume is None:
            return transition
        self.adopted += 1
        state = divergence.resume
        if isinstance(divergence.state, dict):
            # A name in another form is not taken over, and not found again after each operation.
            self.kept = self.comparator.state_differences(state, divergence.state)
        return replace(transition, state=state)

    def _differences(self, expected: State, observed: State | Message) -> list[Difference]:
        """Return how a whole state differs, but for what is known from the last finding."""
        found = self.comparator.state_differences(expected, observed)
        return [each for each in found if each not in self.kept]

    def compare_everything(self) -> None:
        """Compare all plans, also those that no operation named. Raises `Divergence`."""
        try:
            state = self.system.observe()
        except Broken:
            raise
        except Exception as error:
            raise self._crash(*self._last, error) from error
        if found := self._differences(self.state, state):
            raise Divergence("state", *self._last, None, (*found,), state=state)

    def finish(self) -> None:
        """Compare everything a last time and check the stored data. Raises `Divergence`."""
        self.compare_everything()
        problems = self.in_process.integrity_problems() if self.in_process else []
        if problems:
            raise Divergence("integrity", *self._last, None, problems=(*problems,))

    @property
    def _last(self) -> tuple[Operation | None, Transition | None]:
        """The operation that came last, and what the model did; `None` if there is none."""
        return next(reversed(self.operations), None), next(reversed(self.transitions), None)

    def _forget(self) -> None:
        self.state, self.now = State(), 0
        self.operations: list[Operation] = []
        self.transitions: list[Transition] = []
        self.adopted = 0
        self.kept = []
        self.commit_log: CommitLog = ()

    def _advance(self, operation: Operation, transition: Transition) -> None:
        self.state, self.now = transition.state, operation.now
        self.transitions.append(transition)
        if isinstance(operation, Commit) and isinstance(transition.outcome, Committed):
            # The newest first, as git lists them.
            made, claim_id = transition.outcome.commit_hash, claim_named(transition.outcome.message)
            entry = CommitLogEntry(operation.plan, operation.step, made, claim_id)
            self.commit_log = (entry, *self.commit_log)

    def _stored_differences(
        self, operation: Operation, transition: Transition, whole: bool = False
    ) -> Stored:
        if self.in_process is None or whole:
            state = self.system.observe()
            return self._differences(transition.state, state), state
        plan = transition.state.plan(operation.plan)
        family = touched_family(plan, operation, transition.outcome)
        expected = plan if plan is None or family is None else restricted(plan, family)
        observed = self.in_process.observe_plan(operation.plan, family)
        return self.comparator.plan_differences(expected, observed), None

    def _check_properties(
        self, operation: Operation, transition: Transition, before: State
    ) -> None:
        change = Change(before, operation, transition.outcome, transition.state)
        applicable = applicable_step_properties(change)
        if problems := broken_by(change, self.edition, applicable):
            raise Divergence("property", operation, transition, None, problems=(*problems,))
        if self.tally is not None:
            plan = change.plan_after if change.after is not before else None
            self.tally.test_properties([*applicable, *applicable_follow_ups(change)], plan)


def failure(
    operation: Operation, transition: Transition, message: str, bad_end: Broken | None
) -> Divergence:
    """Return the divergence that an error with a message is, in the place of a reply."""
    problems = (f"the answer: {message}",)
    return Divergence("error", operation, transition, message, problems=problems, bad_end=bad_end)


def is_rejection(observed: Outcome | Message) -> bool:
    """Return whether an answer of a system is a rejection."""
    if isinstance(observed, dict):
        return bool(observed["reply"] == "rejected")
    return isinstance(observed, Rejected)


def touched_family(plan: Plan | None, operation: Operation, outcome: Outcome) -> str | None:
    """Return the top-level step whose family is all that an operation can touch, or `None`.

    Reviews and iterations touch no step.
    """
    if AREA_OF[type(operation)] in OF_NO_STEP:
        return NO_STEP
    anchor = outcome.anchor if isinstance(outcome, Claimed) else getattr(operation, "step", None)
    named = [step for step in (plan.steps if plan else ()) if step.anchor == anchor]
    return next((step.anchor if step.parent is None else step.parent for step in named), None)


def first_divergence(
    system: SystemUnderTest | InProcessSystem,
    operations: Sequence[Operation],
    *,
    edition: Edition = CURRENT,
    observe: bool = True,
) -> Divergence | None:
    """Return the first divergence of operations from an empty store, or `None`.

    Without `observe`, only the answers and what is stored in the end are compared.
    """
    runner = DifferentialRunner(system, edition=edition, everything_every=1, observe=observe)
    try:
        runner.run(operations)
    except Divergence as divergence:
        return divergence
    return None
