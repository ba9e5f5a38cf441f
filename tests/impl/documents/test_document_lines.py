"""The frame of a plan document: headings of steps, near misses, fenced code."""

import re

from tests.cases import for_each
from tests.impl.documents.reading import parse, problem_lines, texts

# Headings


def test_steps_stand_at_levels_three_to_five_and_substeps_belong_to_the_step_before() -> None:
    document = parse(
        "### Step 1: One ###\n##### Step 1.1: Sub {#sub}\n#### Step 1.2: Sub\n#### Step 2: C#\n"
    )
    one, two = document.definition.steps
    assert document.problems == ()
    assert (one.anchor, one.title, two.anchor, two.title) == ("step-1", "One", "step-2", "C#")
    assert [substep.anchor for substep in one.substeps] == ["sub", "step-1-2"]


def test_a_heading_up_to_level_three_ends_the_step_and_a_lesser_one_does_not() -> None:
    text = "##### Step 1: One\n#### Notes\n###### More\n- [ ] in\n#tag\n{}\n- [ ] out\n"
    for heading in ("# Exit", "## Exit", "   ### Exit", "###"):
        (step,) = parse(text.format(heading)).definition.steps
        assert texts(step) == ["task in"]


@for_each(
    ("heading", "right"),
    [
        ("# Step 2: Two", "### Step 2: Two"),
        ("## Step 2: Two {#two}", "### Step 2: Two {#two}"),
        ("###### Step 2: Two", "##### Step 2: Two"),
        ("### step 2: Two", "### Step 2: Two"),
        ("#### STEP 2.1: Two", "#### Step 2.1: Two"),
        ("### Step2: Two", "### Step 2: Two"),
        ("### **Step 2: Two", "### Step 2: Two"),
        ("###Step 2: Two", "### Step 2: Two"),
        ("### Step 2", "### Step 2: title"),
        ("### Step 1", "### Step 1: title {#step-1-2}"),
        ("#### Step 2b Two", "#### Step 2b: Two"),
        ("#### Step 1-1: Two", "#### Step 1.1: Two"),
        ("### [Step 2: Two](http://bridge)", "### Step 2: Two"),
        ("### Step 2/ Two", "### Step 2: Two"),
        ("### Steps 2 and 3: Two", "### Step 2: Two"),
        ("#### Steps 2: Two", "#### Step 2: Two"),
        ("### Step 2: {#two}", "### Step 2: title {#two}"),
        ("##### Step 2.1.3: Two", "##### Step 2.1c: Two"),
    ],
)
def test_a_near_miss_is_no_step_and_is_reported_with_the_right_spelling(
    heading: str, right: str
) -> None:
    document = parse(f"### Step 1: One\n\n{heading}\n")
    assert len(document.definition.steps) == 1
    assert problem_lines(document) == [4]
    assert document.problems[0].suggestion == f"write `{right}`"
    # Written so, it opens a step or a substep of its own.
    advised = parse(f"### Step 1: One\n\n{right}\n").definition.steps
    anchors = [each.anchor for step in advised for each in (step, *step.substeps)]
    assert len(set(anchors)) == 2


NUMBERED = (
    ("1.2 Lay it", "#### Step 1.2: Lay it"),
    ("Task 1.3 \u2014 Lay it", "#### Step 1.3: Lay it"),
    ("Substep 1.4: Lay it", "#### Step 1.4: Lay it"),
)


@for_each(("heading", "right"), NUMBERED)
def test_a_numbered_heading_below_a_step_is_reported_with_its_items(
    heading: str, right: str
) -> None:
    document = parse(f"### Step 1: One\n#### {heading}\n- [ ] plank\n")
    assert [each.suggestion for each in document.problems] == [f"if it is one, write `{right}`"]
    # Without items, or with another number, it is only a heading.
    for text in (f"#### {heading}\n", "#### 2.1 of the book\n- [ ] plank\n"):
        assert parse(f"### Step 1: One\n{text}").problems == ()


@for_each(
    "advised", ["### Step A: Two\n### Step B: Three\n", "#### Step 1.1: a\n#### Step 3.1: b\n"]
)
def test_advice_takes_no_number_that_is_taken(advised: str) -> None:
    # Given headings that all lack a number of their own, when each advice is followed,
    document = parse(f"### Step 1: One\n{advised}")
    told = [problem.suggestion for problem in document.problems]
    # then no two have the same one.
    assert [re.findall(r"[0-9.]+", each)[0] for each in told] in (["2", "3"], ["1.2"])


@for_each("heading", ["### Steps", "### Step-by-step", "### 1. Step", "#### Next step 2"])
def test_a_heading_that_only_speaks_of_steps_is_no_near_miss(heading: str) -> None:
    assert parse(f"### Step 1: One\n{heading}\n").problems == ()


def test_an_anchor_that_an_earlier_step_has_is_reported_with_both_lines() -> None:
    document = parse("### Step 1: One\n### Step 2: Two {#step-1}\n### Step 1A: One {#step-1}\n")
    assert [str(problem) for problem in document.problems] == [
        f"line {line}: line 2 has the anchor `step-1` already; "
        "end this heading with its own, `{#step-1-2}`"
        for line in (3, 4)
    ]


# Fences


@for_each(
    ("opening", "inside", "closing"),
    [
        ("```", "~~~", "```"),
        ("```rust", "``", "````"),
        ("~~~~ `quoted`", "~~~", "~~~~  "),
        ("```", "    ```", "```"),
    ],
)
def test_fenced_code_is_skipped_up_to_a_fence_that_closes_it(
    opening: str, inside: str, closing: str
) -> None:
    fake = "- [ ] fake\n## Fake\n### Step 9: Fake"
    document = parse(f"### Step 1: One\n{opening}\n{inside}\n{fake}\n{closing}\n- [ ] real\n")
    assert document.problems == ()
    assert [texts(step) for step in document.definition.steps] == [["task real"]]


def test_a_fence_left_open_skips_the_rest_and_is_reported_where_it_opens() -> None:
    document = parse("### Step 1: One\n- [ ] real\n````\n```\n- [ ] fake\n")
    assert texts(document.definition.steps[0]) == ["task real"]
    assert problem_lines(document) == [4]


def test_what_names_several_steps_at_once_is_reported() -> None:
    # Given lines that name all steps before, a step above, and things that are no steps,
    document = parse(
        "### Step 1: One\n### Step 2: Two\nDepends on: all previous steps\n"
        "**Blocked by:** everything else\nRequires: the step above\n"
        "Requires: all tests pass before the merge\n"
    )
    # then the former are reported with the form to write.
    assert [problem.line for problem in document.problems] == [4, 5, 6]
    assert {problem.suggestion for problem in document.problems} == {
        "write `**Depends on:** #anchor, #anchor`"
    }
