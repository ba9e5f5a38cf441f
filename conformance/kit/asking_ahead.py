"""Asking ahead: operations are sent before those that came first are answered."""

from collections.abc import Sequence
from dataclasses import dataclass

from conformance.adapters.capabilities import Capabilities
from conformance.adapters.features import transition_of
from conformance.adapters.remote import RemoteSystem
from conformance.differential.comparator import Comparator
from conformance.differential.divergence import Divergence
from conformance.differential.policies import Policy
from conformance.differential.runner import DifferentialRunner, Skipped
from conformance.differential.tally import Tally, decision_of
from conformance.kit.tour_runs import divergence_of
from conformance.vectors.playing import KnownReplies, KnownStep, PlayedStep, Player
from model.transition import Transition
from spec.vocabulary.operations import Operation

MOST_TOGETHER = 8
"""Operations that are sent together. As many may be without an answer before those."""


@dataclass(frozen=True, slots=True)
class Asked:
    """An operation, and what the model does."""

    operation: Operation
    transition: Transition


class Repeating(Policy):
    """Asks again what was admitted, and notes whether a policy was told that something is wrong."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.was_told = False

    def unsupported(self, operation: Operation, transition: Transition, why: str) -> None:
        """Take note of an operation that the system does not support."""
        self.was_told = True
        self.policy.unsupported(operation, transition, why)

    def diverged(self, divergence: Divergence) -> None:
        """Raise the divergence, or return to go on."""
        self.was_told = True
        self.policy.diverged(divergence)


class AheadRunner(DifferentialRunner):
    """Asks ahead where the system allows that, until something in a sequence differs.

    All that came before is then asked again, one by one, and so is what follows: what differs leads
    to just what it would lead to without sending ahead.
    """

    def __init__(
        self,
        system: RemoteSystem,
        tally: Tally,
        policy: Policy,
        comparator: Comparator,
        capabilities: Capabilities,
    ) -> None:
        self.player = Player(system, comparator)
        self.replies = KnownReplies(capabilities.edition)
        self.together = min(MOST_TOGETHER, self.player.window // 4)
        self.coming: list[KnownStep] = []
        self.is_ahead = False
        self.counted = tally
        super().__init__(
            system, tally, policy=policy, comparator=comparator, capabilities=capabilities
        )

    def begin(self, operations: Sequence[Operation]) -> Sequence[Operation]:
        """Empty both sides and return the operations that are left to apply."""
        self.settle()
        self.is_ahead = False
        left = super().begin(operations)
        self.is_ahead = self.together > 1 and not self.is_slow
        return left

    @property
    def is_slow(self) -> bool:
        """Whether all that may be without a reply would keep a run from ending in time."""
        is_known = self.player.system.pace is not None
        return is_known and self.player.most_ahead < 2 * self.together

    def follow(self, capabilities: Capabilities) -> None:
        """Hold the system to the edition of other capabilities, from the next sequence on."""
        super().follow(capabilities)
        self.replies = KnownReplies(capabilities.edition)

    def apply(self, operation: Operation) -> Transition:
        """Apply an operation to both sides. Raises what this or an earlier one leads to."""
        if not self.is_ahead:
            return super().apply(operation)
        operation = self.fitted(operation)
        transition = transition_of(
            self.state, operation, self.edition, self.system.identity.without
        )
        self.policy.admit(operation, transition)
        self.counted.asked += 1
        asked = Asked(operation, transition)
        self.coming.append(KnownStep(asked, self.replies.step(operation, transition)))
        self.operations.append(operation)
        self._advance(operation, transition)
        if len(self.coming) >= self.together:
            self._exchange()
        return transition

    def settle(self) -> None:
        """Compare all that was asked. Raises what it leads to."""
        while self.coming or self.player.sent:
            self._exchange()

    def _exchange(self) -> None:
        """Send what is coming, then compare the replies to what was sent before."""
        waiting = len(self.player.sent)
        coming, self.coming = self.coming, []
        self.player.send(coming)
        for _ in range(waiting):
            played = self.player.received(self.player.sent.popleft())
            if played.unexpected:
                self._ask_again(played)
                return
            asked: Asked = played.step.what
            self.counted.agreed[decision_of(asked.operation, asked.transition)] += 1

    def _ask_again(self, played: PlayedStep) -> None:
        """Repeat one by one what led to a difference. Raises what that leads to."""
        dropped = len(self.player.abandon())
        operations = self.operations[: len(self.operations) - dropped]
        self.counted.asked -= dropped + 1
        asked: Asked = played.step.what
        policy, repeating = self.policy, Repeating(self.policy)
        self.policy, self.tally = repeating, None
        try:
            left = self.begin(operations)
            self.is_ahead = False
            for operation in left[:-1]:
                super().apply(operation)
            self.tally = self.counted
            super().apply(left[-1])
        finally:
            self.policy, self.tally = policy, self.counted
        if repeating.was_told:
            return
        # It is seen no more, and was seen.
        if divergence := divergence_of(played, asked.operation, asked.transition):
            self.policy.diverged(divergence)
        else:
            why = played.unexpected[0].unsupported
            self.policy.unsupported(asked.operation, asked.transition, why)
            raise Skipped(why)
