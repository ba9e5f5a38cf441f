"""All documents by name, and their JSON Schemas."""

from functools import cache
from typing import Any

from pydantic import TypeAdapter

from conformance.protocol.documents.check import (
    CheckDocument,
    ExhaustiveDocument,
    ReplayDocument,
)
from conformance.protocol.documents.core import CoreDocument
from conformance.protocol.documents.explanations import Explanation
from conformance.protocol.documents.exploration import DiffDocument, ExploreDocument
from conformance.protocol.documents.histories import AuditDocument, ClientsDocument
from conformance.protocol.documents.planstate import PLANSTATE_DOCUMENTS
from conformance.protocol.documents.record import Record
from conformance.protocol.documents.validation import (
    BrokenDocument,
    DeviationsDocument,
    DoctorDocument,
)
from conformance.protocol.documents.vectors import (
    BuildDocument,
    ExportDocument,
    MutantsDocument,
    VectorsDocument,
)
from conformance.protocol.schemas import DIALECT, Schema

DOCUMENTS: dict[str, Any] = {
    "check": CheckDocument,
    "check-exhaustive": ExhaustiveDocument,
    "explore": ExploreDocument,
    "diff": DiffDocument,
    "conform": Record | BrokenDocument,
    "conform-core": CoreDocument | BrokenDocument,
    "conform-clients": ClientsDocument | BrokenDocument,
    "replay": ReplayDocument | BrokenDocument,
    "doctor": DoctorDocument | BrokenDocument,
    "deviations-update": DeviationsDocument | BrokenDocument,
    "audit": AuditDocument,
    "explain": Explanation,
    "vectors-run": VectorsDocument | BrokenDocument,
    "vectors-build": BuildDocument,
    "vectors-export": ExportDocument,
    "mutants": MutantsDocument,
    **PLANSTATE_DOCUMENTS,
}
"""What each command prints with `--json`, by the name of its schema without `document-`.

A command of `planspec` has its own name; those of `planstate` begin with `planstate-`.
"""


@cache
def document_schemas() -> dict[str, Schema]:
    """Return a schema for each document by its name, such as `document-check`."""
    return {
        f"document-{name}": {"$schema": DIALECT, **TypeAdapter(kind).json_schema()}
        for name, kind in DOCUMENTS.items()
    }
