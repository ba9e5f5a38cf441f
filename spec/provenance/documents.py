"""The seed documents whose provenance is recorded, in the order of their numbers."""

from functools import cache

from spec.provenance import (
    checklist_reconciliation,
    iteration_loop,
    plan_review,
    reconciliation_proposal,
    session_recovery,
)
from spec.provenance.entry import Document

DOCUMENTS: tuple[Document, ...] = (
    checklist_reconciliation.DOCUMENT,
    reconciliation_proposal.DOCUMENT,
    session_recovery.DOCUMENT,
    plan_review.DOCUMENT,
    iteration_loop.DOCUMENT,
)


@cache
def anchors_of_clauses() -> dict[str, list[str]]:
    """Return by the id of a clause the anchors of the entries that name it."""
    found: dict[str, list[str]] = {}
    for document in DOCUMENTS:
        for entry, anchor in document.anchors.items():
            for identifier in entry.clauses:
                found.setdefault(identifier, []).append(anchor)
    return found
