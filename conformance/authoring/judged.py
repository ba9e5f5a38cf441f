"""What a broken implementation shows on a trace, judged as every implementation is."""

from conformance.adapters.reference import WHOLE
from conformance.differential.agreement import Implementation, Opener
from conformance.differential.comparing import Judging
from conformance.protocol.codec import outcome_to_json, state_to_json
from model.apply import apply
from model.transition import Transition
from spec.vocabulary.operations import Operation
from spec.vocabulary.state import State


def shows(opener: Opener, operations: tuple[Operation, ...]) -> bool:
    """Tell whether an implementation answers an operation wrongly, or ends in a wrong state."""
    implementation = opener()
    try:
        return differs(implementation, operations)
    finally:
        implementation.close()


def differs(implementation: Implementation, operations: tuple[Operation, ...]) -> bool:
    """Compare every answer and the last state with the model's; what breaks differs too."""
    state, judging = State(), Judging(WHOLE)
    try:
        for operation in operations:
            transition = apply(state, operation)
            state = transition.state
            observed = implementation.apply(operation)
            if observed != transition.outcome and judging.answer_differences(
                outcome_to_json(transition.outcome), outcome_to_json(observed)
            ):
                return True
        stored = implementation.snapshot_state()
    except Exception:
        return True
    return stored != state and bool(
        judging.state_differences(state_to_json(state), state_to_json(stored))
    )


def differs_at(
    implementation: Implementation, operation: Operation, transition: Transition
) -> bool:
    """Compare one operation, exactly; a difference found so is judged again by `shows`."""
    try:
        outcome = implementation.apply(operation)
        return outcome != transition.outcome or implementation.snapshot_state() != transition.state
    except Exception:
        return True
