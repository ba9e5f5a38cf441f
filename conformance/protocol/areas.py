"""Which area each operation belongs to, and which faults it needs."""

from collections.abc import Iterator

from conformance.protocol.messages import AreaName, Faulty
from spec.catalog import AREAS
from spec.vocabulary.commits import Commit
from spec.vocabulary.operations import OPERATIONS, Operation

AREA_OF: dict[type[Operation], AreaName] = {
    operation: AreaName(area.name)
    for area in AREAS
    for operation in OPERATIONS
    if operation.__module__.rpartition(".")[2] in area.vocabulary
}


def faults_of(operation: Operation) -> Iterator[Faulty]:
    """Yield the faults that an operation injects; only a commit has any."""
    if isinstance(operation, Commit):
        injected = {
            Faulty.GIT: not operation.git_succeeds,
            Faulty.ROOT: not operation.root_found,
            Faulty.STORE: not operation.store_reachable,
            Faulty.DOCUMENT: operation.document_hash is None,
        }
        yield from (fault for fault, is_injected in injected.items() if is_injected)
