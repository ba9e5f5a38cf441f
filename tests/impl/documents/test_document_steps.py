"""The body of a step: markers, items, dependencies, commit messages."""

import pytest

from impl.documents.reader import Document
from spec.vocabulary.items import ItemKind
from spec.vocabulary.plans import StepDefinition
from tests.cases import for_each
from tests.impl.documents.reading import parse, texts


def parse_step(body: str) -> tuple[StepDefinition, Document]:
    """Parse one step with this body, which starts at line 3."""
    document = parse("### Step 1: One\n" + body)
    return document.definition.steps[0], document


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
    items = ["task none", "test test", "checkpoint check", "task task", "checkpoint checks"]
    assert texts(step) == [*items, "task back"]


def test_boxes_checked_or_nested_and_any_bullet_make_an_item_of_one_line() -> None:
    step, document = parse_step(
        "- [x] a\n  * [X]  b \n\t+ [ ] c\n        - [ ] d\n          more of d\n- e\n- [x](link)\n"
    )
    assert document.problems == ()
    assert texts(step) == ["task a", "task b", "task c", "task d"]


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
    assert (texts(advised), document.problems) == (["task a"] * ("[" in right), ())


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
        ("#a <!-- was: #b -->", ("a",)),
        ("~~#a~~, #b", ("b",)),
        ("—", ()),
        ("", ()),
    ],
)
def test_dependencies_are_anchors_between_commas(text: str, anchors: tuple[str, ...]) -> None:
    step, document = parse_step(f"**Depends on:** {text}\n")
    assert (step.dependencies, document.problems) == (anchors, ())


UNREAD = ["all of the above", "#", "(#a)", "\n- #a", "\n#a, #b", "a b, c", "#a and foo bar"]


@for_each("text", UNREAD)
def test_a_dependency_that_cannot_be_read_is_reported(text: str) -> None:
    _, document = parse_step(f"**Depends on:** {text}\n")
    assert len(document.problems) == 1


def test_all_steps_of_a_list_of_numbers_are_advised() -> None:
    text = "### Step 1: One\n### Step 2: Two\n### Step 3: Three\n"
    document = parse(f"{text}**Depends on:** Steps 1/2\n")
    assert "`**Depends on:** #step-1, #step-2`" in document.problems[0].suggestion


def in_second_step(line: str) -> Document:
    return parse(f"### Step 1: One\n### Step 2: Two\n{line}\n")


NAMED_ELSEWHERE = (
    "**Deps:** Step 1",
    "**Must come after:** Step 1",
    "**Depends on Step 1**",
    "**Owner:** ann | **Depends on:** Step 1 | **Effort:** S",
    "\u26d4 Blocked by: Step 1",
    "- Status: todo, depends on: Step 1",
    "Blocked until [Step 1](#step-1) lands.",
    "**D\xe9pend de :** Step 1",
    "\u0417\u0430\u0432\u0438\u0441\u0438\u0442 \u043e\u0442: Step 1",
    "- [ ] **Depends on:** Step 1",
    "#### Depends on\n- Step 1",
)


@for_each("line", NAMED_ELSEWHERE)
def test_a_step_that_is_named_as_a_dependency_elsewhere_is_reported(line: str) -> None:
    # Given a line that means a dependency, in other words or in another place,
    document = in_second_step(line)
    # when it is read, then it is none, and that is reported once.
    assert document.definition.steps[1].dependencies == ()
    assert len(document.problems) == 1


SPOKEN_OF = (
    "See Step 1 for details.",
    "It needs step 1 of the wizard.",
    "**Blocks:** Step 1",
    "**Depends on:** Step 1\n\nIt depends on Step 1 because of the deck.",
)


@for_each("line", SPOKEN_OF)
def test_a_step_that_is_only_spoken_of_is_not_reported(line: str) -> None:
    assert in_second_step(line).problems == ()


@for_each("above", ["**Test plan**", "**Unit tests**", "**Tests** (unit)", "#### Testing"])
def test_what_people_write_above_tests_is_reported_if_items_follow(above: str) -> None:
    _, document = parse_step(f"{above}\n- [ ] It carries a truck\n")
    [problem] = document.problems
    assert problem.suggestion.endswith("write `**Tests:**` above them")
    _, document = parse_step(f"{above}\nBy hand.\n")
    assert document.problems == ()
