"""What is left of operations that fail asks for no more than the failure needs."""

from collections.abc import Sequence

from conformance.differential.minimizing import minimize
from spec.vocabulary.completion import CommitLogEntry, Reconcile
from spec.vocabulary.operations import Operation
from tests.rules import builders as b


def test_fields_that_keep_each_other_are_left_out_together() -> None:
    # Given a failure for which force and an earlier text are needed both, or neither,
    entry = CommitLogEntry(b.PLAN, "a", b.COMMIT, claim_id=3, earlier_text=True)

    def fails(operations: Sequence[Operation]) -> bool:
        found = [each for each in operations if isinstance(each, Reconcile)]
        return any(one.force == one.history[0].earlier_text for one in found if one.history)

    # when a request with both is minimized, then it has neither, nor a claim.
    minimized = minimize([b.claim(), b.reconcile(entry, force=True)], fails)
    assert minimized == [b.reconcile(CommitLogEntry(b.PLAN, "a", b.COMMIT))]
