"""Definitions are written as documents that `planstate` and any other program read back."""

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import assume, given

from conformance.adapters.command_line.documents import document, ordered
from conformance.adapters.sut import UnsupportedRequest
from conformance.generators.documents import Workspace, workspaces
from impl.documents.reader import parse_document
from spec.vocabulary.items import ItemKind
from spec.vocabulary.plans import ItemDefinition, PlanDefinition
from tests.conformance.adapters.command_line.bridge import BRIDGE, DECK, PIERS, with_title
from tests.profiles import requires_ci_profile


def written(workspace: Workspace) -> list[tuple[PlanDefinition, str]]:
    """Return the versions of the plans, as far as a document can say them, and the documents."""
    pairs = []
    for definition in (each for plan in workspace.plans for each in workspace.versions(plan)):
        with suppress(UnsupportedRequest):
            pairs.append((definition, document(definition)))
    assume(pairs)
    return pairs


@requires_ci_profile
@given(workspaces())
def test_random_plans_and_their_edits_are_read_back_as_they_were(workspace: Workspace) -> None:
    for definition, text in written(workspace):
        read = parse_document(text.encode()).definition
        assert replace(read, document_hash=definition.document_hash) == ordered(definition)


@requires_ci_profile
@given(workspaces())
def test_documents_with_different_hashes_are_different(workspace: Workspace) -> None:
    versions = written(workspace)
    hashes = {definition.document_hash for definition, _ in versions}
    assert len({text for _, text in versions}) == len(hashes)


@pytest.mark.parametrize(
    "definition",
    [
        with_title("two\nlines"),
        with_title(""),
        with_title(" blanks around "),
        replace(BRIDGE, title="## a\rb"),
        replace(BRIDGE, steps=(replace(PIERS, anchor="with blank"), DECK)),
        replace(BRIDGE, steps=(replace(PIERS, dependencies=("deck", "deck")), DECK)),
        replace(BRIDGE, steps=(replace(PIERS, items=(ItemDefinition(ItemKind.TEST, "x\n"),)),)),
    ],
)
def test_what_no_document_can_say_is_unsupported(definition: PlanDefinition) -> None:
    with pytest.raises(UnsupportedRequest, match="cannot be written"):
        document(definition)
