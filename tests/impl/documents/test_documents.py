"""Plan documents: what is read from real, shipped and faulty ones."""

import hashlib
from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from impl.documents.reader import Document, DocumentError, parse_document, read_document
from spec.vocabulary.items import ItemKind
from spec.vocabulary.plans import StepDefinition
from tests.cases import for_each
from tests.impl.documents.reading import parse, texts

SEEDS = Path(__file__).parents[4] / "shared" / "seeds"


def counts(step: StepDefinition) -> tuple[int, int, int]:
    found = Counter(item.kind for item in step.items)
    return found[ItemKind.TASK], found[ItemKind.TEST], found[ItemKind.CHECKPOINT]


def seed(name: str) -> Document:
    if not (SEEDS / name).exists():
        pytest.skip(f"the seed documents are not at ../shared/seeds, where {name} was looked for")
    return read_document(SEEDS / name)


# Real and shipped documents


def test_the_plan_of_checklist_reconciliation_reads_as_counted_by_hand() -> None:
    document = seed("000_16a341a163a1f373.txt")
    steps = document.definition.steps
    [problem] = document.problems  # the exit criteria and the roadmap have boxes, too
    assert problem.line == 652
    assert document.definition.title == "Robust Checklist Reconciliation"
    assert [(step.anchor, step.dependencies, step.substeps) for step in steps] == [
        ("step-0", (), ()),
        ("step-1", ("step-0",), ()),
        ("step-2", ("step-0",), ()),
    ]
    assert steps[2].title == "Add tool preference guidance to coder-agent"
    # Counted by hand: tasks, tests and checkpoints, without exit criteria and roadmap.
    assert [counts(step) for step in steps] == [(17, 11, 3), (12, 6, 9), (3, 2, 3)]


# Files and bytes


def test_the_hash_is_that_of_the_bytes_mark_and_line_ends_included() -> None:
    data = b"\xef\xbb\xbf## Phase 1.0: A plan\r\n### Step 1: One\r\n- [ ] do it\r\n"
    document = parse_document(data)
    assert document.problems == ()
    assert document.definition.title == "A plan"
    assert document.definition.document_hash == hashlib.sha256(data).hexdigest()
    assert texts(document.definition.steps[0]) == ["task do it"]


def test_bytes_that_are_not_utf8_are_refused_with_their_line(tmp_path: Path) -> None:
    (tmp_path / "plan.md").write_bytes(b"# A\n\nb\xe4d\n")
    with pytest.raises(DocumentError, match=r"plan\.md: byte 0xe4 in line 3 is not UTF-8; .* save"):
        read_document(tmp_path / "plan.md")


def test_a_character_that_no_server_can_store_is_refused_with_its_line() -> None:
    with pytest.raises(DocumentError, match=r"line 2 has the character U\+0000"):
        parse_document(b"# A\n### Step 1: A\0\n")


@pytest.mark.parametrize("name", ["missing.md", "."])
def test_what_is_no_readable_file_is_refused_with_its_path(tmp_path: Path, name: str) -> None:
    with pytest.raises(DocumentError, match="expected a Markdown plan document; check the path"):
        read_document(tmp_path / name)


@for_each(
    ("start", "odd"),
    product(
        [
            *("", "### Step 1: ", "**Depends on:** ", "**Commit:** ", "- [ ] ", "- [", "- [ ] `"),
            *("**", "- [ ] <!-- "),
        ],
        ["x", "`", "*", "(", "#", "{#", " ", "[", "~", "1.", "#a.", "\t-"],
    ),
)
def test_a_huge_line_of_any_kind_is_read_in_no_time(start: str, odd: str) -> None:
    document = parse("### Step 1: One\n" + start + odd * 60_000 + "\n")
    assert all(len(str(problem)) < 400 for problem in document.problems)


# Titles


def test_without_a_phase_the_first_great_heading_is_the_title_and_that_is_reported() -> None:
    document = parse_document(b"### Small\n\n# The plan {#top}\n## Other\n")
    assert document.definition.title == "The plan"
    assert [str(problem) for problem in document.problems] == [
        "line 3: no heading `## Phase X.Y: title`, so the title of the plan is `The plan`; "
        "write `## Phase 1.0: title {#phase-1}` at the top"
    ]
