"""Tours within a validation: what differs on a tour becomes a finding like any other."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from conformance.differential.divergence import Divergence
from conformance.differential.reducer import Counterexample, Reducer
from conformance.differential.tally import decision_of
from conformance.kit.steering import SteerAround
from conformance.vectors.playing import PlayedStep, Player
from conformance.vectors.touring import requests_of
from conformance.vectors.tours import Tour, TourStep
from model.transition import Transition
from spec.vocabulary.operations import Operation


@dataclass
class TourRunner:
    """Plays tours on a system. `found` takes what differs, unless `is_known` is true of it."""

    player: Player
    reducer: Reducer
    steering: SteerAround
    is_known: Callable[[Divergence], bool]
    found: Callable[[Counterexample, str], None]

    def run(self, tour: Tour, goes_on: Callable[[], bool]) -> None:
        """Play a tour to its end, or as long as it goes on."""
        tour.admits = self.steering.admits
        tally = self.steering.tally
        walked: list[Operation] = []
        for played in self.player.play(requests_of(tour, goes_on)):
            step: TourStep = played.step.what
            walked = [*tour.prefix] if step.first else walked
            walked.append(step.operation)
            tally.asked += 1
            if played.unexpected:
                self.differed(tour, played, walked)
            else:
                tally.agreed[decision_of(step.operation, step.transition)] += 1

    def differed(self, tour: Tour, played: PlayedStep, walked: Sequence[Operation]) -> None:
        """Go on after a known difference that left the states alike, otherwise begin again."""
        step: TourStep = played.step.what
        divergence = divergence_of(played, step.operation, step.transition)
        if divergence is not None and divergence.state_agrees and self.is_known(divergence):
            self.steering.count(divergence)
            tour.failed.add((step.state, step.event))
            return
        tour.fail([step, *(each.what for each in self.player.abandon())])
        if divergence is None:
            why = played.unexpected[0].unsupported
            self.steering.unsupported(step.operation, step.transition, why)
            return
        shown = self.reproduced(tour.shortest(step)) or self.reproduced(walked)
        if shown is None and divergence.bad_end is not None:
            return  # a loose end, such as that of a reset: no operation shows it again
        shown = shown or Counterexample(divergence, tuple(walked))
        self.steering.count(shown.divergence)
        self.found(shown, f"the tour of {tour.scope.name}")

    def reproduced(self, operations: Sequence[Operation]) -> Counterexample | None:
        """Return what operations show if they are asked one by one, or `None`."""
        return self.reducer.replay(operations, wanted=lambda each: not self.steering.is_known(each))


def divergence_of(played: PlayedStep, operation: Operation, model: Transition) -> Divergence | None:
    """Return what differed in the step of an operation, or `None` if it could not be asked."""
    first = played.unexpected[0]
    if first.unsupported:
        return None
    if first.error:
        problems = (f"the answer: {first.error}",)
        return Divergence(
            "error", operation, model, first.error, problems=problems, bad_end=first.broken
        )
    kind = "answer" if first.request["request"] == "op" else "state"
    states = [known.reply for known in played.step.replies if known.request["request"] != "op"]
    return Divergence(
        kind,
        operation,
        model,
        first.reply if kind == "answer" else model.outcome,
        tuple(found for each in played.unexpected for found in each.differences),
        state=states[-1] if played.state_agrees else played.unexpected[-1].reply,
        state_agrees=played.state_agrees,
    )
