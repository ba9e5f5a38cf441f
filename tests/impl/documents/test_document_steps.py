"""The body of a step: markers, items, dependencies, commit messages."""

import pytest

from impl.documents.reader import Document, parse_document
from spec.vocabulary.items import ItemKind
from spec.vocabulary.plans import StepDefinition
from tests.cases import for_each

PHASE = "## Phase 1.0: A plan\n"


def parse(text: str) -> Document:
    return parse_document((PHASE + text).encode())


def parse_step(body: str) -> tuple[StepDefinition, Document]:
    """Parse one step with this body, which starts at line 3."""
    document = parse("### Step 1: One\n" + body)
    return document.definition.steps[0], document


def problem_lines(document: Document) -> list[int]:
    return [problem.line for problem in document.problems]


def texts(step: StepDefinition) -> list[tuple[str, str]]:
    return [(str(item.kind), item.text) for item in step.items]


# Items


def test_markers_say_what_the_items_below_them_are() -> None:
    step, document = parse_step(
        "- [ ] none\n**Tests:**\n- [ ] test\n**Artifacts:**\n- [ ] file\n**Checkpoint:** first\n"
        "- [ ] check\n**Tasks:**\n\n#### Heading\n- [ ] task\n**Checkpoints:**\n- [ ] checks\n"
        "**Rollback:**\n- [ ] back\n"
    )
    assert [str(problem) for problem in document.problems] == [
        "line 7: a box under `Artifacts` is no item; if it is one, write `**Tasks:**` above it",
        "line 16: `Rollback` is no marker, so the items below it are tasks; if they belong under "
        "`Checkpoints`, write `**Checkpoints:**` above them",
    ]
    assert texts(step) == [
        ("task", "none"),
        ("test", "test"),
        ("checkpoint", "check"),
        ("task", "task"),
        ("checkpoint", "checks"),
        ("task", "back"),
    ]


def test_boxes_checked_or_nested_and_any_bullet_make_an_item_of_one_line() -> None:
    step, document = parse_step(
        "- [x] a\n  * [X]  b \n\t+ [ ] c\n        - [ ] d\n          more of d\n- e\n- [x](link)\n"
    )
    assert document.problems == ()
    assert texts(step) == [("task", "a"), ("task", "b"), ("task", "c"), ("task", "d")]


@for_each(
    ("line", "right"),
    [
        *((line, "- [ ] a") for line in ("- [] a", "- [ ]a", "-[ ] a", "- [  ] a", "1. [ ] a")),
        *((line, "- [ ] a") for line in ("[ ] a", "> - [ ] a", "• [ ] a", "☐ a")),
        *((line, "- [x] a") for line in ("- [✓] a", "2) [X] a", "- ☑ a")),
        *((line, "- a") for line in ("- [-] a", "* [~] a")),
    ],
)
def test_what_is_almost_an_item_is_reported(line: str, right: str) -> None:
    step, document = parse_step(line)
    assert step.items == ()
    [problem] = document.problems
    assert problem.line == 3
    assert problem.suggestion.endswith(f"write `{right}`")
    # Written so, it is an item, or a line of prose if it had been cancelled.
    advised, document = parse_step(right)
    assert ([item.text for item in advised.items], document.problems) == (
        ["a"] * ("[" in right),
        (),
    )


@for_each(
    ("line", "right"),
    [
        ("**Task:**", "Tasks"),
        ("**Checkpoints**", "Checkpoints"),
        ("**Depend on:** #a", "Depends on"),
        ("**Commits**: `a`", "Commit"),
    ],
)
def test_what_is_almost_a_marker_is_reported_and_ends_the_section(line: str, right: str) -> None:
    step, document = parse_step(f"**Tests:**\n{line}\n- [ ] task\n")
    assert step.items[0].kind is ItemKind.TASK
    assert [problem.suggestion for problem in document.problems] == [f"write `**{right}:**`"]


# Dependencies and commits


@pytest.mark.parametrize(
    ("text", "anchors"),
    [
        ("#a, #b", ("a", "b")),
        ("#a,#b,  #a", ("a", "b")),
        ("a, `step-1.b`", ("a", "step-1.b")),
        ("#a (the schema, see #x), #b for tests.", ("a", "b")),
        ("#a and #b.", ("a", "b")),
        ("None.", ()),
        ("none (first step)", ()),
        ("—", ()),
        ("", ()),
    ],
)
def test_dependencies_are_anchors_between_commas(text: str, anchors: tuple[str, ...]) -> None:
    step, document = parse_step(f"**Depends on:** {text}\n")
    assert (step.dependencies, document.problems) == (anchors, ())


@for_each("text", ["all of the above", "#", "(#a)", "\n- #a", "\n#a, #b", "a b, c"])
def test_a_dependency_that_cannot_be_read_is_reported(text: str) -> None:
    _, document = parse_step(f"**Depends on:** {text}\n")
    assert len(document.problems) == 1
