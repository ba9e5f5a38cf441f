"""Ramps are made for everything that grows, from the types of the vocabulary."""

from dataclasses import dataclass
from typing import Annotated, Any

from conformance.adapters.model import ModelSystem
from conformance.generators.ramps import lengthened, lists_in, sizes_of
from conformance.kit.stages.climbing import Ramp, ramps_from
from conformance.kit.traces import KnownTrace, known_traces
from model.apply import apply
from spec.editions import CURRENT
from spec.vocabulary.domains import LIST, Title
from spec.vocabulary.operations import OPERATIONS
from spec.vocabulary.plans import StepDefinition
from spec.vocabulary.state import State
from tests.conformance.validating import session_of

SIZE = 17
NEVER_GROW = {
    (("last_artifact_id",), "number"): "artifacts count in their plan since A32",
}
"""What has no ramp, and why."""


@dataclass(frozen=True)
class LabelledStep(StepDefinition):
    """A copy of a step of the vocabulary, with a list more."""

    labels: Annotated[tuple[Title, ...], LIST] = ()


def sizes_on(ramp: Ramp) -> dict[Any, int]:
    """Return how far everything has grown at the end of a ramp."""
    state = KnownTrace(ramp.operations(SIZE), CURRENT).states[-1]
    for number in range(1, SIZE + 1 if ramp.loop else 0):
        assert ramp.loop is not None
        for operation in ramp.loop.round(number):
            state = apply(state, operation, CURRENT).state
    return dict(sizes_of(State, [state]))


def test_everything_that_grows_has_a_ramp() -> None:
    # Given the lists and numbers of a state, by its types,
    growing = {each for each, _ in sizes_of(State, []) if each[1] != "texts"}
    # when ramps are made,
    ramps, kinds = ramps_from(known_traces(session_of(ModelSystem())), CURRENT)
    grown = {each for ramp in ramps for each, size in sizes_on(ramp).items() if size >= SIZE - 1}
    # then one makes each of them large, and every operation is asked on it.
    assert growing - grown == set(NEVER_GROW)
    assert {type(each) for kind in kinds for each in kind} == set(OPERATIONS)


def test_a_list_that_is_added_to_the_vocabulary_has_a_ramp() -> None:
    # Given a list field that nothing but the vocabulary knows, when ramps are made,
    step = LabelledStep("build", "Build")
    [place] = [each for each in lists_in(step) if each.field == ("labels",)]
    longer = lengthened(step, place, 1_025, in_front=False)
    # then it is made long by different values,
    assert len(set(longer.labels)) == 1_025
    # and a state that has such a field is measured by it.
    assert dict(sizes_of(LabelledStep, [longer]))[(("labels",), "length")] == 1_025
