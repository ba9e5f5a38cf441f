"""The document format: how the Markdown of a plan document is read. Registering refers to it."""

from spec.rules.rule import Clause, Format, Rule

_OPERATIONS = ("Register",)
_SEEDS = "the documents 000 and 002 are written so"

TEXT = Rule(
    id="DOC-1",
    title="A plan document is Markdown in UTF-8",
    clauses=(
        Clause("DOC-1.1", "A plan document is Markdown in UTF-8."),
        Clause(
            "DOC-1.2",
            "The reader MUST take the document hash of the bytes as they are, before reading them.",
            kept_outside="the model gets the definition that was read from the document",
        ),
        Clause(
            "DOC-1.3",
            "The reader MUST skip the text inside a fenced code block.",
            kept_outside="the model gets the definition that was read from the document",
        ),
        Clause("DOC-1.4", "A heading `## Phase X.Y: title` gives the plan its title."),
    ),
    operations=_OPERATIONS,
    source=f"seeds 000, lines 1, 229-233; decided here: {_SEEDS}",
)

STEPS = Rule(
    id="DOC-2",
    title="Headings open steps and substeps",
    clauses=(
        Clause(
            "DOC-2.1",
            "A heading of level 3, 4 or 5 that reads `Step N: title` opens a step.",
        ),
        Clause(
            "DOC-2.2",
            "A heading of level 3, 4 or 5 that reads `Step N.M: title` opens a substep of the step "
            "before it.",
        ),
        Clause(
            "DOC-2.3",
            "A heading that ends in `{#anchor}` gives that anchor to its step or substep.",
        ),
        Clause("DOC-2.4", "A step without such an ending has the anchor `step-N`."),
        Clause("DOC-2.5", "A substep without such an ending has the anchor `step-N-M`."),
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
            "of letters than these.",
            kept_outside="the model gets the definition that was read from the document",
        ),
        Clause(
            "DOC-2.9",
            "The reader MUST report such a heading with its line number.",
            kept_outside="the model gets the definition that was read from the document",
        ),
    ),
    operations=_OPERATIONS,
    source=f"seeds 000, lines 504-506, 563, 614, 646-650; decided here: {_SEEDS}",
)

BODY = Rule(
    id="DOC-3",
    title="Lines of a step name its dependencies, its commit message and its items",
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
    ),
    operations=_OPERATIONS,
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
