"""The document format: how the Markdown of a plan document is read. Part of PLN-1."""

SECTION = "document-format"
"""The heading under which the plans area shows the sentences."""

DOCUMENT_FORMAT: tuple[str, ...] = (
    "A plan document is Markdown in UTF-8; its hash is taken over its bytes, before any reading.",
    "Text inside a fenced code block MUST be skipped: it holds no headings, markers or items.",
    "A heading `## Phase X.Y: title` gives the plan its title.",
    "A heading of level 3, 4 or 5 that reads `Step N: title` opens a step.",
    "A heading of level 3, 4 or 5 that reads `Step N.M: title` opens a substep of the step "
    "before it.",
    "A heading that ends in `{#anchor}` gives that anchor to its step or substep.",
    "A step without it has the anchor `step-N`, a substep without it has `step-N-M`.",
    "A line `**Depends on:** #a, #b` lists the anchors that the step or substep depends on.",
    "A line that starts with `**Commit:**` gives a commit message, in backquotes.",
    "The markers `**Tasks:**`, `**Tests:**` and `**Checkpoint:**` (or `**Checkpoints:**`) say of "
    "which kind the items below them are: `task`, `test` and `checkpoint`.",
    "A line that starts with `- [ ]` or `- [x]` inside a step is an item of the kind of the marker "
    "above it.",
    "An item under no marker is a `task`.",
    "A line with a box under the marker `**Artifacts:**` is no item.",
    "A heading of level 1, 2 or 3 that opens no step ends the step before it, so boxes in later "
    "sections belong to no step.",
    "A heading that misses being a step by its level or by the case of its letters MUST be "
    "reported with its line number, and opens no step.",
)
