"""However people write a plan, nothing is counted silently for another step (A59)."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from hypothesis import example, given
from hypothesis import strategies as st

from impl.documents.blocks import Problem
from impl.documents.reader import Document, parse_document
from spec.vocabulary.plans import StepDefinition

HEADINGS = (
    *("### Step {n}: {t}", "#### Step {n}. {t}", "##### Step {n} – {t}", "### Step {n} {t}"),
    *(
        "### Step R{n}: {t}",
        "### Step {n}a: {t}",
        "#### Step {n}A) {t}",
        "### Step {n}: {t} {{#s{n}}}",
    ),
    *("# Step {n}: {t}", "## Step {n}: {t}", "###### Step {n}: {t}", "#### step {n}: {t}"),
    *("###Step {n}: {t}", "#### Step{n}: {t}", "#### **Step {n}: {t}**", "#### `Step {n}`: {t}"),
    *("#### Step #{n}: {t}", "#### Steps {n}: {t}", "#### Step {n}.1.1: {t}", "#### Step {n}b {t}"),
    *("**Step {n}: {t}**", "**Step {n}:** {t}", "__Step {n}: {t}__", "Step {n}: {t}\n--------"),
    *("    ### Step {n}: {t}", "\t### Step {n}: {t}", "> ### Step {n}: {t}", "- ### Step {n}: {t}"),
    *("<h3>Step {n}: {t}</h3>", "{n}. **Step {n}: {t}**", "#### Step two: {t}", "#### Step A: {t}"),
    *("### ✅ Step {n}: {t}", "### {n}. Step {n}: {t}", "### Steps {n}-9: {t}", "### Step IV: {t}"),
    *("Step {n}: {t}\n======", "### Step １{n}：{t}", "### (Step {n}) {t}"),
    *("### Task {n}: {t}", "### {n}. {t}", "## Phase {n}: {t}", "#### Step {n} ({t})"),
    *("\ufeff### Step {n}: {t}", "\f### Step {n}: {t}", "#### Step ②: {t}", "#### Step ٣٣: {t}"),
)
BOXES = (
    *(
        "- [ ] {}",
        "* [x] {}",
        "  + [X] {}",
        "\t- [ ] {}",
        "      - [ ] {}",
        "1. [ ] {}",
        "2) [ ] {}",
    ),
    *("- [] {}", "-[ ] {}", "- [ ]{}", "[ ] {}", "> - [ ] {}", "• [ ] {}", "- [-] {}", "- [~] {}"),
    *("- [✓] {}", "☐ {}", "- ☑ {}", "- ✅ {}", "- ⬜ {}", "- [>] {}", "- [!] {}", "- [?] {}"),
    *("- [✅] {}", "| {} | [ ] |", "| [x] | {} | ann |", "<li>[ ] {}</li>", "|[ ] {} | bob |"),
    *('<input type="checkbox"> {}', '<li><input type="checkbox" checked/> {}</li>'),
    *(
        "a) [ ] {}",
        "— [x] {}",
        "- 1. [ ] {}",
        "- \\[ \\] {}",
        "- **[ ]** {}",
        "- [v] {}",
        "□ {}",
        "| ☐ | {} |",
    ),
    *("\u2003- [ ] {}", "\ufeff- [ ] {}"),
)
BEHIND = (
    *("#{a}", "[Step {n}](#{a})", "_#{a}_", "`{a}`", "Step {n}", "*Step {n}*, none", "#{a}; more"),
    *(
        "Step {n} (#{a})",
        "Step {n} and whatever",
        "Step {n}–9",
        "the work of #{a}",
        "none, or #{a}",
    ),
    *("Steps {n}-3", "steps {n} through 2", "[Step {n}][s]", "Step {n} ✅", "Step {n} / Step 2"),
    *("[it](x.md#{a})", "\n- #{a}", "\n1. Step {n}", "\n[it](#{a})", "after, or beside #{a}"),
)
DEPENDENCIES = (
    *(f"**Depends on:** {text}" for text in BEHIND),
    *("Depends on: #{a}", "*Depends on:* #{a}", "- **Depends on:** #{a}", "**Dependencies:** #{a}"),
    *("**Depends on (hard):** #{a}", "**Requires:** Step {n}", "**Blocked by:** #{a}"),
    *("| Depends on | #{a} |", "**depends on.** steps {n}", "**Dependencies**:\n- Step {n}"),
    *("**After:** #{a}", "(depends on #{a})", "`Depends on:` #{a}", "**Nach:** [it](#{a})"),
    *("<b>Depends on:</b> Step {n}", "**Builds on:** Step {n}", "**Depends on:** none (but #{a})"),
)
MARKERS = (
    *("**Tests:**", "**Tests.**", "**tests** :", "**Unit tests:**", "**Tests (slow):** see CI"),
    *("Tests:", "#### Tests", "- **Tests:**", "**Test:**", "__Tests:__", "**Tests**"),
)
REST = (
    *("#step-1 already showed it.", "#step-2, #step-1: see there", "Step 1 showed it.", "Prose."),
    *("**Note on speed:** slow.", "**Note:** see Step 2", "**Why:**", "**Bold.**", "<details>"),
    *("**Note on tests:** slow.", "#### Notes", "###### More", "## Exit criteria\n- [ ] loose"),
    *("```\n- [ ] fake\n### Step 9: fake\n```", "<!--\n- [ ] fake\n-->", "~~~ a\n- [ ] fake\n~~~"),
    *("````\n```sh\n- [ ] fake\n```\n````", "```md\n```sh\n```\n### Step 9: fake\n```", "---"),
)


class Written(NamedTuple):
    """The lines of a document, and what a person reads in them: by text, or by step.

    `boxes` are a step, kind, and the lines of heading, marker and box; `waits` are a step, the
    number of that which it waits for, and the lines of heading and dependency.
    """

    lines: list[str]
    boxes: dict[str, tuple[str, str, int, int, int]]
    waits: list[tuple[str, str, int, range]]


parts = st.one_of(
    st.tuples(st.just("box"), st.sampled_from(BOXES)),
    st.tuples(st.just("wait"), st.sampled_from(DEPENDENCIES)),
    st.tuples(st.just("test"), st.sampled_from(MARKERS)),
    st.tuples(st.just("rest"), st.sampled_from(REST)),
)
plans = st.lists(
    st.tuples(st.sampled_from(HEADINGS), st.lists(parts, max_size=5)), min_size=2, max_size=4
)


def written(plan: list[tuple[str, list[tuple[str, str]]]]) -> Written:
    """Write a document; each step waits for the first, which is written as the format has it."""
    document = Written(["## Phase 1.0: A plan"], {}, [])
    for number, (heading, body) in enumerate([("### Step 1: {t}", []), *plan], start=1):
        title = f"t{number}"
        document.lines.extend(heading.format(n=number, t=title).split("\n"))
        at = marker = len(document.lines) - heading.count("\n")
        kind: str | None = "task"
        for what, form in body:
            start = len(document.lines) + 1
            text = f"i{len(document.boxes)}"
            document.lines.extend(form.format(text, n=1, a="step-1").split("\n"))
            if what == "box" and kind:
                document.boxes[text] = title, kind, at, marker, start
            elif what == "wait":
                document.waits.append((title, "t1", at, range(start, len(document.lines) + 1)))
            elif what == "test":
                kind, marker = "test", start
            elif form.startswith("## "):
                kind = None  # its step has ended
    return document


def steps_of(document: Document) -> Iterator[StepDefinition]:
    for step in document.definition.steps:
        yield step
        yield from step.substeps


def reported(problems: tuple[Problem, ...]) -> set[int]:
    """Return the lines that the problems name: their own, and those of boxes without a step."""
    lines = {problem.line for problem in problems}
    for problem in problems:
        if listed := re.search(r"\(lines ([0-9, to]+)\)", problem.message):
            for run in listed[1].split(", "):
                first, _, last = run.partition(" to ")
                lines |= set(range(int(first), int(last or first) + 1))
    return lines


@given(plans)
@example([("# Step {n}: {t}", []), ("**Step {n}: {t}**", [("wait", "**Nach:** [it](#{a})")])])
def test_nothing_is_counted_silently_for_another_step_or_kind(
    plan: list[tuple[str, list[tuple[str, str]]]],
) -> None:
    # Given a document with steps, boxes and dependencies as people write them,
    expected = written(plan)
    # when it is read,
    document = parse_document("\n".join(expected.lines).encode())
    named = reported(document.problems)
    steps = list(steps_of(document))
    # then each box counts for its step and kind, or a report names the line that prevents it:
    items = {item.text: (step, item) for step in steps for item in step.items}
    for text, (title, kind, heading, marker, line) in expected.boxes.items():
        step, item = items.pop(text, (None, None))
        if step is None or item is None:
            assert named & {heading, line}, f"{text} in line {line} is not read, and not reported"
        elif title not in step.title:
            assert heading in named, f"{text} in line {line} is counted for {step.anchor}"
        elif item.kind != kind:
            assert named & set(range(marker, line + 1)), f"{text} in line {line} is a {item.kind}"
    assert not items, "nothing in code or comments, or behind the end of a step, is an item"
    # each dependency is one, or is reported, and no step has another one,
    for title, _, heading, lines in expected.waits:
        [*found] = [step for step in steps if title in step.title]
        is_read = any("step-1" in step.dependencies for step in found)
        assert is_read or named & {heading, *lines}, f"the dependency in {lines} is not read"
    known = {step.anchor for step in steps}
    for step in steps:
        owners = [heading for title, _, heading, _ in expected.waits if title not in step.title]
        waits = [title for title, *_ in expected.waits if title in step.title]
        assert not step.dependencies or waits or named & set(owners)
        # A name that no step has is refused when the plan is registered.
        assert known & set(step.dependencies) <= {"step-1"}
