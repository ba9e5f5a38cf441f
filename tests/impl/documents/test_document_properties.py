"""Properties of the document parser: it never fails, and it reads back what was written."""

import hashlib
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from conformance.adapters.command_line.documents import document, ordered
from impl.documents.reader import parse_document
from spec.vocabulary.items import ItemKind
from spec.vocabulary.plans import ItemDefinition, PlanDefinition, StepDefinition

texts = (
    st.text(st.characters(exclude_characters="\r\n\0", codec="utf-8"), min_size=1)
    .map(str.strip)
    .filter(lambda text: text and "{#" not in text)
)
anchors = st.from_regex("[a-zé_][a-z0-9_.:-]{0,4}[a-z0-9_-]", fullmatch=True)
items = st.lists(st.builds(ItemDefinition, st.sampled_from(ItemKind), texts), max_size=3)


@st.composite
def steps(draw: st.DrawFn, substeps: int = 2) -> StepDefinition:
    return StepDefinition(
        draw(anchors),
        draw(texts),
        tuple(draw(st.lists(anchors, unique=True, max_size=2))),
        tuple(draw(items)),
        tuple(draw(steps(0)) for _ in range(draw(st.integers(0, substeps)))),
    )


@given(texts, st.lists(steps(), max_size=3), st.sampled_from(["\n", "\r\n"]))
def test_a_plan_written_as_a_document_parses_back_to_itself(
    title: str, plan: list[StepDefinition], line_end: str
) -> None:
    written = ordered(PlanDefinition(title, "", tuple(plan)))
    data = document(written).replace("\n", line_end).encode()
    read = parse_document(data)
    # Only that two steps have one anchor is reported, which registering rejects.
    assert [each for each in read.problems if "already" not in each.message] == []
    assert read.definition == replace(written, document_hash=hashlib.sha256(data).hexdigest())
