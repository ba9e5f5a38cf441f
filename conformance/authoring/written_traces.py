"""All traces that are written by hand, by the ids of the mutants that they show."""

from conformance.authoring.traces import FoundTrace
from conformance.authoring.written.agents import AGENT_TRACES
from conformance.authoring.written.checklists import CHECKLIST_TRACES
from conformance.authoring.written.claims import CLAIM_TRACES
from conformance.authoring.written.commits import COMMIT_TRACES
from conformance.authoring.written.completion import ALL_COMPLETION_TRACES
from conformance.authoring.written.fencing import FENCING_TRACES
from conformance.authoring.written.iterations import ITERATION_TRACES
from conformance.authoring.written.plans import PLAN_TRACES
from conformance.authoring.written.resync import RESYNC_TRACES
from conformance.authoring.written.reviews import REVIEW_TRACES
from spec.vocabulary.operations import Operation

WRITTEN_TRACES: dict[str, tuple[Operation, ...]] = {
    **AGENT_TRACES,
    **ALL_COMPLETION_TRACES,
    **CHECKLIST_TRACES,
    **CLAIM_TRACES,
    **COMMIT_TRACES,
    **FENCING_TRACES,
    **ITERATION_TRACES,
    **PLAN_TRACES,
    **RESYNC_TRACES,
    **REVIEW_TRACES,
}


def written_trace(mutant: str) -> FoundTrace | None:
    """Return the trace written for a mutant, or `None`."""
    operations = WRITTEN_TRACES.get(mutant)
    return None if operations is None else FoundTrace(operations)
