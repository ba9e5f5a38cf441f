"""The document format: how the Markdown of a plan document is read. Registering refers to it."""

from spec.amendments.changes_2026_2 import (
    BOXES_IN_BETWEEN,
    DOCUMENTS_AS_WRITTEN,
    HIDDEN_LINES,
    HONEST_RESYNC,
    NOTHING_MISCOUNTED,
)
from spec.rules.rule import Clause, Format, Rule

_OPERATIONS = ("Register",)
_BEFORE_THE_MODEL = "the model gets the definition that was read from the document"
_SEEDS = "the documents 000 and 002 are written so"

TEXT = Rule(
    id="DOC-1",
    title="A plan document is Markdown in UTF-8",
    clauses=(
        Clause("DOC-1.1", "A plan document is Markdown in UTF-8."),
        Clause(
            "DOC-1.2",
            "The reader MUST take the document hash of the bytes as they are, before reading them.",
            until=HONEST_RESYNC,
        ),
        Clause(
            "DOC-1.3",
            "The reader MUST skip the text inside a fenced code block.",
        ),
        Clause("DOC-1.4", "A heading `## Phase X.Y: title` gives the plan its title."),
        Clause(
            "DOC-1.5",
            "A progress mark is an `x` or `X` in the box at the start of a line that the reader "
            "does not skip.",
            since=HONEST_RESYNC,
        ),
        Clause(
            "DOC-1.6",
            "The reader MUST take the document hash of the bytes with each progress mark replaced "
            "by a blank, and no other change.",
            since=HONEST_RESYNC,
        ),
        Clause(
            "DOC-1.7",
            "A fence may have any indentation, and may open behind the mark of a list item.",
            since=DOCUMENTS_AS_WRITTEN,
        ),
        Clause(
            "DOC-1.8",
            "The reader MUST skip an HTML comment whose `<!--` begins a line, up to the end of the "
            "line with `-->`.",
            since=DOCUMENTS_AS_WRITTEN,
        ),
        Clause(
            "DOC-1.9",
            "A fence with text behind its mark, inside a fence whose text is `markdown` or "
            "`md`, is a fence within a fence.",
            since=NOTHING_MISCOUNTED,
        ),
        Clause(
            "DOC-1.10",
            "The reader MUST skip a fence within a fence, up to a mark that ends the outer fence.",
            since=NOTHING_MISCOUNTED,
        ),
        Clause(
            "DOC-1.11",
            "The reader MUST report, with its line number, a fence with text behind its mark "
            "inside another fence, unless that is a `markdown` or `md` fence.",
            since=NOTHING_MISCOUNTED,
        ),
        Clause(
            "DOC-1.12",
            "Front matter is what stands between a first line `---` and the next line `---` or "
            "`...`, if no line between them is blank.",
            since=HIDDEN_LINES,
        ),
        Clause("DOC-1.13", "The reader MUST skip front matter.", since=HIDDEN_LINES),
        Clause(
            "DOC-1.14",
            "The reader MUST skip what follows a line that opens an HTML comment outside inline "
            "code without ending it, up to the end of the line with `-->`.",
            since=HIDDEN_LINES,
        ),
        Clause(
            "DOC-1.15",
            "The reader MUST skip what stands between `<pre>`, `<script>`, `<style>` or "
            "`<textarea>` at the start of a line and the line that ends it.",
            since=HIDDEN_LINES,
            source="decided here: Markdown keeps its text as it is",
        ),
    ),
    operations=_OPERATIONS,
    kept_outside=_BEFORE_THE_MODEL,
    source=f"seeds 000, lines 1, 229-233; decided here: {_SEEDS}",
)

STEPS = Rule(
    id="DOC-2",
    title="Headings open steps and substeps",
    clauses=(
        Clause(
            "DOC-2.1",
            "A heading of level 3, 4 or 5 that reads `Step N: title` opens a step.",
            until=DOCUMENTS_AS_WRITTEN,
        ),
        Clause(
            "DOC-2.2",
            "A heading of level 3, 4 or 5 that reads `Step N.M: title` opens a substep of the step "
            "before it.",
            until=DOCUMENTS_AS_WRITTEN,
        ),
        Clause(
            "DOC-2.3",
            "A heading that ends in `{#anchor}` gives that anchor to its step or substep.",
        ),
        Clause(
            "DOC-2.4", "A step whose heading does not end in `{#anchor}` has the anchor `step-N`."
        ),
        Clause(
            "DOC-2.5",
            "A substep whose heading does not end in `{#anchor}` has the anchor `step-N-M`.",
        ),
        Clause(
            "DOC-2.6",
            "A heading of level 1, 2 or 3 that opens no step or substep ends the step before it.",
        ),
        Clause(
            "DOC-2.7",
            "A box after the end of a step belongs to no step.",
        ),
        Clause(
            "DOC-2.8",
            "The reader MUST NOT open a step at a heading with another level or with other cases "
            "of letters than in DOC-2.10 and DOC-2.11.",
        ),
        Clause(
            "DOC-2.9",
            "The reader MUST report a heading that differs from those only in its level or case "
            "(DOC-2.8), with its line number.",
        ),
        Clause(
            "DOC-2.10",
            "A heading of level 3, 4 or 5 that reads `Step N: title` or `Step N title` opens a "
            "step.",
            since=DOCUMENTS_AS_WRITTEN,
        ),
        Clause(
            "DOC-2.11",
            "A heading of level 3, 4 or 5 that reads `Step N.M: title` or `Step N.M title` opens a "
            "substep of the step before it.",
            since=DOCUMENTS_AS_WRITTEN,
        ),
        Clause(
            "DOC-2.12",
            "A full stop, a closing parenthesis, a hyphen or a dash separates number and title as "
            "a colon does, if a blank follows it.",
            since=DOCUMENTS_AS_WRITTEN,
        ),
        Clause(
            "DOC-2.13",
            "The reader MUST report, and read as no step, a heading without separator and "
            "`{#anchor}` whose anchor an earlier step or substep has.",
            since=DOCUMENTS_AS_WRITTEN,
        ),
        Clause(
            "DOC-2.14",
            "A heading that opens no step or substep ends an open substep whose own heading has "
            "the same level or a deeper one.",
            since=DOCUMENTS_AS_WRITTEN,
        ),
        Clause(
            "DOC-2.15",
            "The lines after the end of a substep belong to its step, under no marker, until this "
            "ends or another substep opens.",
            since=DOCUMENTS_AS_WRITTEN,
        ),
        Clause(
            "DOC-2.16",
            "A program that registers a document MUST show everything that the reader reports, "
            "also when registering is rejected.",
            since=DOCUMENTS_AS_WRITTEN,
        ),
        Clause(
            "DOC-2.17",
            "A number of a step or substep may have a letter behind its digits, and one of a "
            "step up to two letters before them.",
            since=NOTHING_MISCOUNTED,
        ),
        Clause(
            "DOC-2.18",
            "A heading whose number has a letter opens a step or substep only if it has a "
            "separator or an `{#anchor}`.",
            since=NOTHING_MISCOUNTED,
        ),
        Clause(
            "DOC-2.19",
            "An anchor `step-N` or `step-N-M` has the letters of the numbers in lower case.",
            since=NOTHING_MISCOUNTED,
        ),
        Clause(
            "DOC-2.20",
            "The reader MUST NOT read a line as a heading in which one number sign is followed "
            "directly by other text than `Step` and a blank.",
            since=NOTHING_MISCOUNTED,
        ),
        Clause(
            "DOC-2.21",
            "The reader MUST report each box that belongs to no step, with its line number.",
            since=NOTHING_MISCOUNTED,
        ),
        Clause(
            "DOC-2.22",
            "A line looks like the heading of a step if it begins with `Step` and a number or "
            "word, whether it is bold, quoted, indented or in a list.",
            since=NOTHING_MISCOUNTED,
        ),
        Clause(
            "DOC-2.23",
            "The reader MUST report a line that looks like the heading of a step and opens none, "
            "if an item or dependency of another step follows it.",
            since=NOTHING_MISCOUNTED,
        ),
        Clause(
            "DOC-2.24",
            "The reader MUST report a step whose anchor an earlier step has, with the line "
            "numbers of both.",
            since=NOTHING_MISCOUNTED,
        ),
        Clause(
            "DOC-2.25",
            "The reader MUST report with its line number each heading with a number in a "
            "document without steps.",
            since=NOTHING_MISCOUNTED,
        ),
        Clause(
            "DOC-2.26",
            "The reader MUST report a heading that opens no step and does not end one whose "
            "heading has the same level or a deeper one, if an item follows.",
            since=BOXES_IN_BETWEEN,
        ),
    ),
    operations=_OPERATIONS,
    kept_outside=_BEFORE_THE_MODEL,
    source=f"seeds 000, lines 504-506, 563, 614, 646-650; decided here: {_SEEDS}",
)

BODY = Rule(
    id="DOC-3",
    title="Lines of a step for its dependencies, commit message and items",
    clauses=(
        Clause(
            "DOC-3.1",
            "A line `**Depends on:** #a, #b` lists the anchors on which the step or substep "
            "depends.",
        ),
        Clause(
            "DOC-3.2",
            "A line that starts with `**Commit:**` gives a commit message, in backquotes.",
        ),
        Clause(
            "DOC-3.3",
            "A line that starts with `- [ ]` or `- [x]` inside a step is an item of the step.",
        ),
        Clause(
            "DOC-3.4",
            "An item under the marker `**Tasks:**`, or under no marker, is a `task`.",
        ),
        Clause("DOC-3.5", "An item under the marker `**Tests:**` is a `test`."),
        Clause(
            "DOC-3.6",
            "An item under the marker `**Checkpoint:**` or `**Checkpoints:**` is a `checkpoint`.",
        ),
        Clause("DOC-3.7", "A line with a box under the marker `**Artifacts:**` is no item."),
        Clause(
            "DOC-3.8",
            "Bold text with a colon, inside or behind it, is the marker whose name it contains as "
            "a word, ignoring case.",
            since=DOCUMENTS_AS_WRITTEN,
        ),
        Clause(
            "DOC-3.9",
            "`Depends on` and `Commit` are names of markers only if the bold text contains nothing "
            "else.",
            since=DOCUMENTS_AS_WRITTEN,
        ),
        Clause(
            "DOC-3.10",
            "The reader MUST report, and read as no marker, bold text with a colon that contains "
            "the names of markers of two kinds.",
            since=DOCUMENTS_AS_WRITTEN,
        ),
        Clause(
            "DOC-3.11",
            "A link to an anchor of the document, in the line of `Depends on`, stands for the "
            "anchor.",
            since=NOTHING_MISCOUNTED,
        ),
        Clause(
            "DOC-3.12",
            "`Step N` or `Step N.M` in that line stands for the anchor of the step or substep "
            "with this number.",
            since=NOTHING_MISCOUNTED,
        ),
        Clause(
            "DOC-3.13",
            "A line of dependencies that begins with `none` or `nothing`, and ends there or "
            "continues after a comma, dash or parenthesis, lists no anchors.",
            since=NOTHING_MISCOUNTED,
        ),
        Clause(
            "DOC-3.14",
            "The reader MUST NOT read a word as a dependency if it is the anchor of no step and is "
            "next to text that is no anchor.",
            since=NOTHING_MISCOUNTED,
        ),
        Clause(
            "DOC-3.15",
            "The reader MUST report a part of the line that names no anchor, and a line under "
            "another name that names steps, such as `all previous steps`.",
            since=NOTHING_MISCOUNTED,
        ),
        Clause(
            "DOC-3.16",
            "Bold text with a colon that names no marker, and has text behind it, does not end "
            "the marker `**Tests:**` or `**Checkpoint:**`.",
            since=NOTHING_MISCOUNTED,
        ),
        Clause(
            "DOC-3.17",
            "The reader MUST report other bold text with a colon that names no marker if it "
            "ends one of these and items follow.",
            since=NOTHING_MISCOUNTED,
        ),
        Clause(
            "DOC-3.18",
            "A full stop in place of the colon makes bold text a marker that contains nothing "
            "but its name.",
            since=NOTHING_MISCOUNTED,
        ),
        Clause(
            "DOC-3.19",
            "The reader MUST report with its line number a line of a step with a box that is "
            "no item for its form.",
            since=NOTHING_MISCOUNTED,
        ),
        Clause(
            "DOC-3.20",
            "The reader MUST report a line with a box under the marker `**Artifacts:**`.",
            since=BOXES_IN_BETWEEN,
        ),
        Clause(
            "DOC-3.21",
            "The reader MUST NOT read what a line of dependencies has between `<!--` and `-->` or "
            "between two `~~`.",
            since=NOTHING_MISCOUNTED,
            source="decided here: its author has taken it out",
        ),
        Clause(
            "DOC-3.22",
            "The reader MUST report a heading below a step whose number continues that of the "
            "step, if items follow it.",
            since=NOTHING_MISCOUNTED,
            source="decided here: `#### 1.2 Lay it` is meant as a substep of Step 1",
        ),
    ),
    operations=_OPERATIONS,
    kept_outside=_BEFORE_THE_MODEL,
    source=f"seeds 000, lines 508-554, 565-567; decided here: {_SEEDS}",
)

PLAN_DOCUMENTS = Format(
    prefix="DOC",
    title="The document format",
    anchor="document-format",
    area="plans",
    introduction="How a plan document is read into the definition that is registered.",
    rules=(TEXT, STEPS, BODY),
)
