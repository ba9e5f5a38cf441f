"""Exploring: asking on and on, with evidence of what is shared and past what is known to differ."""

from conformance.adapters.subject import Subject
from conformance.differential.agreement import Tally
from conformance.differential.beside import Beside, NotAsked
from conformance.differential.comparing import Judging
from conformance.differential.difference import Difference, alike
from conformance.kit.evidence import Evidence, Signature, signature_of
from conformance.kit.reach import Reach
from model.transition import Transition
from spec.vocabulary.operations import Operation


class Exploring(Beside):
    """Keeps evidence, steers round what is known to differ, and goes on where nothing is lost."""

    def __init__(self, subject: Subject, judging: Judging, reach: Reach) -> None:
        super().__init__(subject, judging, reach)
        self.evidence = Evidence()
        self.tally = Tally()
        # The orchestrator counts there which of its own rules it followed.
        self.tally.rules = self.evidence.orchestrated
        self.known: list[Difference] = []

    def apply(self, operation: Operation) -> Transition:
        """Ask both and keep the evidence; raise `Difference` or `NotAsked`."""
        fitted, transition = self.decided(operation)
        signature = signature_of(fitted, transition)
        if self.evidence.avoids(signature):
            self.evidence.avoided[signature] += 1
            raise NotAsked
        differed = self.evidence.differed[signature]
        self.evidence.asked += 1
        super().apply(fitted)
        if self.evidence.differed[signature] == differed:
            self.evidence.agreed[signature] += 1
        return transition

    def unsupported(self, signature: Signature, why: str) -> None:
        """Take note of what the implementation cannot be asked."""
        self.evidence.unsupported[signature] = why

    def differing(self, difference: Difference) -> None:
        """Go on after a known difference that left the states alike; raise any other."""
        self.evidence.differed[difference.signature] += 1
        if not difference.state_agrees or not self.is_known(difference):
            self.evidence.halting[difference.signature] += not difference.state_agrees
            raise difference

    def is_known(self, difference: Difference) -> bool:
        """Tell whether a difference is that of a finding, met on another way."""
        return any(alike(known, difference) for known in self.known)
