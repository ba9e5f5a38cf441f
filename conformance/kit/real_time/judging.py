"""Judging: what came back while leases ran, beside what the model does at these times."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from conformance.adapters.capabilities import lease_ends
from conformance.adapters.features import transition_of
from conformance.differential.comparator import Comparator
from conformance.differential.difference import Difference
from conformance.differential.divergence import Divergence
from conformance.differential.reducer import Counterexample
from conformance.differential.runner import failed
from conformance.differential.tally import DecisionSignature, decision_of
from conformance.kit.real_time.playing import Asked, PlayedScenario
from conformance.kit.real_time.scenarios import LEASE
from conformance.kit.real_time.times import (
    beginning_of,
    counted_from,
    first_time,
    values_of,
    without_times,
)
from conformance.protocol.messages import Clock, Identity, Observed
from conformance.protocol.times import TIMES
from conformance.vectors.waiting import TIME_CLAUSES
from model.transition import Transition
from spec.editions import Edition
from spec.formats.messages import Message, outcome_to_json, state_to_json
from spec.formats.words import operation_name
from spec.vocabulary.claims import Claim
from spec.vocabulary.holding import Heartbeat
from spec.vocabulary.operations import Operation
from spec.vocabulary.readiness import Ready
from spec.vocabulary.state import State


@dataclass
class Judged:
    """What a scenario showed: what agreed, or else why nothing is known or what differs.

    `shared` are the decisions after which nothing differed at all, `timed` the clauses of the times
    that were compared and are right. The operation with the number `length` differs first.
    """

    played: PlayedScenario
    agreed: list[tuple[Operation, Transition]] = field(default_factory=list)
    shared: list[DecisionSignature] = field(default_factory=list)
    timed: set[str] = field(default_factory=set)
    divergence: Divergence | None = None
    length: int = 0
    clause: str | None = None
    why: str = ""
    is_worth_another_try: bool = False

    def ended(self, why: str, is_worth_another_try: bool = False) -> "Judged":
        """Return this, with why no more is known, unless a difference is."""
        if self.divergence is None:
            self.why, self.is_worth_another_try = why, is_worth_another_try
        return self

    @property
    def operations(self) -> tuple[Operation, ...]:
        """The operations up to what differs, at the times when they were asked."""
        asked = self.played.asked[: self.length] if self.divergence else self.played.asked
        return tuple(each.operation for each in asked)

    @property
    def counterexample(self) -> Counterexample | None:
        """What differs with what leads to it; nothing can be left out, unless times differ."""
        if self.divergence is None:
            return None
        reduced = len(self.operations) == 2 or not self.played.scenario.times
        return Counterexample(self.divergence, self.operations, reduced=reduced, real_time=True)


@dataclass(frozen=True)
class Judge:
    """Judges scenarios by an edition. A time may be `tolerance` milliseconds off."""

    identity: Identity
    edition: Edition
    tolerance: int

    def judge(self, played: PlayedScenario) -> Judged:
        """Return what a scenario showed, up to its first difference.

        Only that counts which takes time: others find out whatever else differs.
        """
        judged = Judged(played)
        if played.disturbed:
            return judged.ended(played.disturbed, is_worth_another_try=True)
        beginning, state = self.beginning(played), State()
        comparator = self.comparator(played, beginning)
        for asked in played.asked:
            if not self.is_certain(state, played, asked):
                return judged.ended(self.too_slow, is_worth_another_try=True)
            without = self.identity.without
            transition = transition_of(state, asked.operation, self.edition, without)
            if asked.reply is None:
                return self.without_reply(judged, asked, transition)
            shown = self.fitted(asked, played, beginning)
            found = self.differences(comparator, shown, transition)
            counting = self.counting(played, shown, transition, found)
            if counting and judged.divergence is None:
                judged.length = len(judged.agreed) + 1
                judged.divergence = divergence_of(shown, transition, state, counting)
                judged.clause = clause_of(played, judged.divergence)
            if counting and not played.scenario.times:
                return judged
            if not same_answer(shown, transition):
                name = operation_name(type(asked.operation))
                return judged.ended(f"{name} is answered otherwise before")
            judged.agreed.append((asked.operation, transition))
            judged.shared += [] if found else [decision_of(asked.operation, transition)]
            if beginning is not None:
                wrong = {each.field for each in found}
                tested = played.scenario.clause if asked is played.asked[-1] else ""
                judged.timed.update(timed_by(shown, transition, tested, wrong))
            state = transition.state
        return judged

    def without_reply(self, judged: Judged, asked: Asked, model: Transition) -> Judged:
        """Return that a request had no reply, which counts only once a lease was waited for."""
        scenario = judged.played.scenario
        if asked.failed is None:
            return judged.ended(asked.unsupported)
        if len(judged.agreed) + 1 < len(scenario.operations) or scenario.times:
            return judged.ended(f"it answers with an error: {asked.failed}")
        judged.length = len(judged.played.asked)
        judged.divergence = failed(asked.operation, model, asked.failed)
        judged.clause = scenario.clause or None
        return judged

    @property
    def too_slow(self) -> str:
        """Why nothing is known of a lease that may have ended while it was asked about."""
        return f"it answers too slowly for leases of {LEASE * self.tolerance} ms"

    def beginning(self, played: PlayedScenario) -> int | None:
        """Return the time that the system shows where the run began, where that is compared."""
        claims = [each for each in played.asked if isinstance(each.operation, Claim)]
        if not played.scenario.times or not claims:
            return None
        first = claims[0]
        shown = first_time([first.state])
        if shown is None and isinstance(first.operation, Claim):
            ends = values_of(first.reply, "lease_expires_at")
            shown = ends[0] - first.operation.lease if ends else None
        return None if shown is None else beginning_of(shown, first.operation.now, played.began)

    def comparator(self, played: PlayedScenario, beginning: int | None) -> Comparator:
        """Return what compares answers and states: times as well, or all but times."""
        if beginning is None:
            return Comparator(replace(self.identity, clock=Clock.NONE), self.edition)
        slowest = max(each.took for each in played.asked)
        identity = replace(self.identity, clock=Clock.OFFSET, observe=Observed.PARTIAL)
        return Comparator(identity, self.edition, tolerance=self.tolerance + slowest)

    def is_certain(self, state: State, played: PlayedScenario, asked: Asked) -> bool:
        """Return whether no lease may end while a question whether it has is answered."""
        if not isinstance(asked.operation, Claim | Ready):
            return True
        before = played.asked[: played.asked.index(asked)]
        setting = [each for each in before if isinstance(each.operation, Claim | Heartbeat)]
        took = setting[-1].took if setting else 0
        return all(
            asked.received + self.tolerance < end
            or asked.operation.now > end + took + self.tolerance
            for end in lease_ends(state)
        )

    def fitted(self, asked: Asked, played: PlayedScenario, beginning: int | None) -> Asked:
        """Return what came back, of the plan alone and with its times as the model has them.

        A field of a time that is null throughout counts as left out.
        """
        reply, state = asked.reply, asked.state
        if state is not None:
            plans = [each for each in state["plans"] if each.get("path") == played.scenario.plan]
            state = {"reply": "ok", "plans": plans}
        if beginning is None:
            return replace(asked, state=state)
        states = [each.state for each in played.asked]
        never = frozenset(name for name in TIMES if not values_of(states, name))
        reply, state = (
            without_times(counted_from(each, beginning), never) for each in (reply, state)
        )
        return replace(asked, reply=reply, state=state)

    def differences(
        self, comparator: Comparator, asked: Asked, model: Transition
    ) -> list[Difference]:
        """Return how an answer, and what is stored after it, differ from the model."""
        assert asked.reply is not None
        found = []
        if len(asked.reply) > 1:
            expected = outcome_to_json(model.outcome, self.edition)
            found = comparator.reply_differences(expected, asked.reply)
        if asked.state is not None:
            stored = {"plans": state_to_json(model.state, self.edition)["plans"]}
            found += comparator.stored_differences(stored, asked.state)
        return found

    def counting(
        self, played: PlayedScenario, asked: Asked, model: Transition, found: list[Difference]
    ) -> list[Difference]:
        """Return those differences that count: of times, or else of what is put to the test."""
        if played.scenario.times:
            return [each for each in found if each.field in TIMES]
        is_last = asked.operation == played.asked[-1].operation and played.following is None
        is_tested = is_last or isinstance(asked.operation, Ready)
        return found if is_tested and not same_answer(asked, model) else []


def same_answer(asked: Asked, model: Transition) -> bool:
    """Return whether an answer is of the kind that the model gives, and lists the same as over."""
    expected, observed = outcome_to_json(model.outcome), asked.reply
    assert observed is not None
    if len(observed) == 1:
        return True
    listed = "expired_claim" in expected and "expired_claim" in observed
    names = ("reply", "answer", "expired_claim") if listed else ("reply", "answer")
    return all(expected.get(name) == observed.get(name) for name in names)


def divergence_of(
    asked: Asked, model: Transition, before: State, found: list[Difference]
) -> Divergence:
    """Return a difference that counts."""
    kind = "state" if all(len(each.place) > 1 for each in found) else "answer"
    return Divergence(
        kind, asked.operation, model, asked.reply, (*found,), state=asked.state, before=before
    )


def clause_of(played: PlayedScenario, divergence: Divergence) -> str | None:
    """Return the clause that a difference breaks, or `None` if others may be meant."""
    if played.scenario.times:
        return next(clauses_of(divergence, played.scenario.clause), None)
    return played.scenario.clause or None


def clauses_of(divergence: Divergence, tested: str) -> Iterator[str]:
    """Yield the clauses of the times that differ: those that decided, or that are tested."""
    assert divergence.model is not None
    decided = (*divergence.model.clauses, tested)
    for name, clauses in TIME_CLAUSES.items():
        if name in divergence.places:
            yield from (each for each in clauses if each in decided)


def timed_by(asked: Asked, transition: Transition, tested: str, wrong: set[str]) -> Iterator[str]:
    """Yield the clauses of the times that were compared after an operation, and are not `wrong`.

    They are those that decided, or that are tested.
    """
    decided = (*transition.clauses, tested)
    shown: list[Message | None] = [asked.reply, asked.state]
    for name, clauses in TIME_CLAUSES.items():
        if name not in wrong and values_of(shown, name):
            yield from (each for each in clauses if each in decided)
