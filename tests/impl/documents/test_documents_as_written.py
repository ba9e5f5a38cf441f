"""Plan documents as people write them are read as a reader would expect (A49, A59)."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from impl.documents.reader import Document, parse_document
from impl.store import plans
from impl.store.store import Store
from spec.vocabulary.items import ItemKind
from spec.vocabulary.plans import Register, Registered, StepDefinition
from tests.cases import for_each
from tests.impl.documents.reading import parse, problem_lines, texts

ROOT = Path(__file__).parents[3]
WRITTEN = ROOT / "tests" / "data" / "plan_documents"
FOREIGN = WRITTEN.with_name("foreign_plans")
FOREIGN_LINES = {
    "backlog": (16, [16]),
    "kiro": (3, [3]),
    "prp": (43, []),
    "spec_kit": (18, [14]),
    "superpowers": (17, [11]),
    "taskmaster": (18, [14]),
}
"""The first box of each plan for another tool, and the first line of what comes close to steps."""

DOCUMENTS = sorted(path.stem for path in WRITTEN.glob("*.md"))


def outline(document: Document) -> Iterator[str]:
    """Yield the title, every step with its dependencies and items, and what is reported."""
    yield document.definition.title
    for step in document.definition.steps:
        yield row(step)
        yield from (f"  {row(substep)}" for substep in step.substeps)
    yield from map(str, document.problems)


def row(step: StepDefinition) -> str:
    waits = "".join(f" {anchor}" for anchor in step.dependencies)
    counts = Counter(item.kind for item in step.items)
    words = [
        f"{counts[kind]} {kind}{'s' * (counts[kind] > 1)}" for kind in ItemKind if counts[kind]
    ]
    return step.anchor + (waits and f" <{waits}") + (f" [{', '.join(words)}]" if words else "")


@for_each("name", DOCUMENTS)
def test_a_document_as_written_is_read_as_a_reader_would_expect(name: str) -> None:
    # Given a document, and what a person reads in it,
    document = parse_document((WRITTEN / f"{name}.md").read_bytes())
    expected = (WRITTEN / f"{name}.txt").read_text(encoding="utf-8")
    # when it is parsed, then it is that,
    assert "".join(f"{line}\n" for line in outline(document)) == expected
    # and can be registered.
    with Store.in_memory() as store:
        registered = store.run(plans.register, Register("plan.md", document.definition, 0))
    assert isinstance(registered, Registered)


@for_each("separator", [": ", ":", " : ", " ", "\t", " - ", " – ", " — ", ". ", ") "])
def test_number_and_title_of_a_step_are_separated_in_several_ways(separator: str) -> None:
    document = parse(f"### Step 1{separator}One {{#one}}\n#### Step 1.1{separator}Two {{#two}}\n")
    [step] = document.definition.steps
    assert (step.anchor, step.title, document.problems) == ("one", "One", ())
    assert [(each.anchor, each.title) for each in step.substeps] == [("two", "Two")]


def test_a_heading_without_colon_and_anchor_opens_a_step_only_once() -> None:
    # Given two headings of one number, neither with an anchor,
    document = parse("### Step 2: Two\n- [ ] a\n#### Step 2 Summary\n- [ ] b\n")
    # then the second without a colon is no step, and is reported;
    assert [texts(step) for step in document.definition.steps] == [["task a", "task b"]]
    assert problem_lines(document) == [4]
    # with an anchor it is one, and so is the first of its number.
    for heading in ("#### Step 2 Summary {#sum}", "#### Step 3 Summary"):
        document = parse(f"### Step 2: Two\n{heading}\n- [ ] b\n")
        assert [texts(step) for step in document.definition.steps] == [[], ["task b"]]
        assert document.problems == ()


@for_each(("heading", "belongs"), [("### x", 0), ("#### x", 1), ("##### x", 2), ("###### x", 2)])
def test_a_heading_ends_a_substep_of_its_level_or_a_deeper_one(heading: str, belongs: int) -> None:
    document = parse(
        f"### Step 1: One\n**Tests:**\n#### Step 1.1: Sub\n**Tests:**\n{heading}\n- [ ] it\n"
    )
    [step] = document.definition.steps
    expected = [["task it"] * (belongs == 1), ["test it"] * (belongs == 2)]
    assert [texts(step), texts(step.substeps[0])] == expected


def test_a_comment_is_skipped_to_the_end_of_the_line_that_closes_it() -> None:
    document = parse(
        "### Step 1: One\n<!-- - [ ] a -->\n  <!--\n### Step 2: Two\n--> - [ ] b\n"
        "- [ ] c <!-- d -->\n"
    )
    assert [texts(step) for step in document.definition.steps] == [["task c <!-- d -->"]]
    assert document.problems == ()
    document = parse("### Step 1: One\n<!--\n- [ ] a\n")
    assert [str(problem) for problem in document.problems] == [
        "line 3: this comment is never closed, so the rest of the document is skipped; "
        "close it with a line `-->`"
    ]


def test_a_comment_that_opens_behind_a_text_is_skipped_below_it() -> None:
    # Given a comment behind an item, one within inline code, and one that ends before another,
    document = parse("### Step 1: One\n- [ ] a <!-- later\n- [ ] b\n-->\n- [ ] `<!--`\n- [ ] c\n")
    # then what it encloses is no item, and what follows it is.
    [step] = document.definition.steps
    assert texts(step) == ["task a <!-- later", "task `<!--`", "task c"]
    assert document.problems == ()


def test_html_whose_text_is_kept_as_it_is_is_skipped() -> None:
    # Given a sample with a box and a heading, a script in one line, and text that names a mark,
    document = parse(
        "### Step 1: One\n<PRE class='a'>\n- [ ] b\n### Step 9: c\n</pre> - [ ] d\n"
        "<script>e</script>\n- [ ] f\n`<pre>`\n- [ ] g\n<prefix>\n- [ ] h\n"
    )
    # then only what is outside belongs to the plan,
    assert [texts(step) for step in document.definition.steps] == [["task f", "task g", "task h"]]
    assert document.problems == ()
    # and one that is never closed is reported.
    [problem] = parse("### Step 1: One\n<style>\n- [ ] a\n").problems
    assert "this <style> is never closed" in str(problem)


def test_front_matter_is_no_plan() -> None:
    # Given front matter, and two rules with a blank line between them,
    skipped, read = "---\nname: a plan\n# a comment\n---\n", "---\n# a title\n\n---\n"
    for mark in ("", "\ufeff"):
        for end in ("\n", "\r\n"):
            titles = [
                parse_document((mark + text.replace("\n", end)).encode()).definition.title
                for text in (skipped, read, "---", "---\n# never closed")
            ]
            # then only a heading in the latter is one of the plan.
            assert titles == ["", "a title", "", "never closed"]


@for_each(
    ("label", "kind"),
    [
        ("**Final Step 5 Checkpoint:**", "checkpoint"),
        ("**Checkpoint (final):** all of", "checkpoint"),
        ("**step checkpoints**:", "checkpoint"),
        ("**Integration Tests:**", "test"),
        ("**Tests to write :**", "test"),
        ("**Remaining tasks:**", "task"),
        ("**Testing:**", "task"),
        ("**Notes:**", "task"),
    ],
)
def test_bold_text_with_a_colon_marks_the_kind_that_it_names(label: str, kind: str) -> None:
    [step] = parse(f"### Step 1: One\n**Tests:**\n{label}\n- [ ] it\n").definition.steps
    assert texts(step) == [f"{kind} it"]


@for_each("label", ["**Tests and tasks:**", "**Artifacts, checkpoint**: both"])
def test_bold_text_that_names_two_kinds_is_no_marker_and_is_reported(label: str) -> None:
    document = parse(f"### Step 1: One\n**Tests:**\n{label}\n- [ ] it\n")
    assert [texts(step) for step in document.definition.steps] == [["task it"]]
    assert problem_lines(document) == [4]


@for_each(
    "line",
    ["Tests:", "tests :", "__Tests:__", "*Tests*:", "- **Tests:**", "> Tests:", "#### Tests"],
)
def test_a_marker_that_is_not_in_bold_is_reported(line: str) -> None:
    document = parse(f"### Step 1: One\n**Tasks:**\n- [ ] a\n{line}\n- [ ] b\n")
    [problem] = document.problems
    assert problem.line == 5
    assert problem.suggestion == "write `**Tests:**`"
    # It changes nothing of what is read.
    assert [texts(step) for step in document.definition.steps] == [["task a", "task b"]]


@for_each("line", ["All tests: green", "#### Notes on tests", "- Tests: see below"])
def test_prose_about_a_marker_is_not_reported(line: str) -> None:
    assert parse(f"### Step 1: One\n{line}\n").problems == ()


# Plans written for other tools


def reported_boxes(document: Document) -> list[int]:
    """Return the lines of the first boxes that are reported to belong to no step."""
    return [each.line for each in document.problems if "to no step" in each.message]


@for_each("name", FOREIGN_LINES)
def test_a_plan_for_another_tool_is_told_what_comes_close_and_the_advice_works(name: str) -> None:
    # Given a plan in the form of another tool, whose nested code has headings, too,
    text = (FOREIGN / f"{name}.md").read_text(encoding="utf-8")
    document = parse_document(text.encode())
    assert document.definition.steps == ()
    # then a report names the line and the number of its boxes, and another what comes close,
    assert reported_boxes(document) == [FOREIGN_LINES[name][0]]
    near = [problem for problem in document.problems if "comes close" in problem.message]
    assert [problem.line for problem in near] == FOREIGN_LINES[name][1]
    # and when the advice is followed, there is a step, and each box is one of its, or reported.
    lines = text.splitlines()
    problem = near[0] if near else document.problems[-1]
    advised = problem.suggestion.split("`")[1]
    lines[problem.line - 1 : problem.line - (not near)] = [advised]
    document = parse_document("\n".join(lines).encode())
    assert [step.title for step in document.definition.steps] == [advised.partition(": ")[2]]
    assert document.definition.steps[0].items or reported_boxes(document)
    with Store.in_memory() as store:
        registered = store.run(plans.register, Register("plan.md", document.definition, 0))
    assert isinstance(registered, Registered)


def guide(name: str) -> str:
    return (ROOT / "docs" / "guides" / name).read_text(encoding="utf-8")


def examples_of(name: str) -> list[Document]:
    """Read the plan documents that a guide shows."""
    found = re.finditer(r"^(`{3,})markdown\n(.*?)^\1$", guide(name), re.M | re.S)
    return [parse_document(example[2].encode()) for example in found]


def test_the_plan_of_the_guide_is_read_without_a_report() -> None:
    [document] = examples_of("write-a-plan.md")
    assert document.problems == ()
    assert list(outline(document)) == [
        "Export albums",
        "archive [2 tasks, 1 test]",
        "command < archive",
        "  step-2-1 [2 tasks]",
        "  step-2-2 [1 task]",
        "step-3 < archive command [1 checkpoint]",
    ]


def test_what_the_guide_says_is_reported_is_reported_with_what_to_write() -> None:
    # Given the rows of the guide: a line, what it is, and what to write for it,
    rows = re.findall(r"^\| `(.+?)` \| .+? \| `(.+?)`", guide("write-a-plan.md"), re.M)
    assert len(rows) == 5
    for line, better in rows:
        before = "### Step 1: One {#archive}\n- [ ] a\n### Step 2: Two\n- [ ] b\n\n"
        # when a plan has the line, then it is reported,
        assert any(each.line == 7 for each in parse(f"{before}{line}\n- [ ] c\n").problems), line
        # and what the guide writes for it is not.
        assert parse(f"{before}{better}\n- [ ] c\n").problems == (), better


def test_what_the_guide_makes_of_the_plans_of_other_tools_is_read_without_a_report() -> None:
    documents = examples_of("other-plans.md")
    assert [document.problems for document in documents] == [(), (), ()]
    assert [list(outline(document)) for document in documents] == [
        ["Photo albums", "step-1 [2 tasks]", "step-2 < step-1 [1 task, 1 test, 1 checkpoint]"],
        ["Albums", "step-1 [1 task]", "step-2 < step-1", "  step-2-1 [1 task]"],
        ["Album Export", "step-1 [2 tasks]", "step-2 < step-1 [1 task]"],
    ]
