"""Mutants of the reader of plan documents (DOC), and of what it makes registering store."""

from functools import partial

from conformance.mutants.faults.source import ChangedProgram

_TESTS = "tests/impl/documents/"
_LINES = f"{_TESTS}test_document_lines.py::"
_STEPS = f"{_TESTS}test_document_steps.py::"
_NEAR_MISS = f"{_LINES}test_a_near_miss_is_no_step_and_is_reported_with_the_right_spelling"

_blocks = partial(ChangedProgram, file="documents/blocks.py")
_lines = partial(ChangedProgram, file="documents/lines.py")
_reader = partial(ChangedProgram, file="documents/reader.py")
_steps = partial(ChangedProgram, file="documents/steps.py")

_HASHED = f"{_TESTS}test_document_hashes.py::"
_WRITTEN = f"{_TESTS}test_documents_as_written.py::"

_hashing = partial(ChangedProgram, file="documents/hashing.py")

_STEP_TEXT = 'r"(?:[ \\t]*(:[ \\t]*|[.)–—-][ \\t]+)|[ \\t]+)(\\S.*)"\n'

READER_MUTANTS = (
    _hashing(
        id="hash-without-the-mark",
        clause="DOC-1.6",
        broken="the document hash leaves out a byte order mark",
        original="sha256_hex(data)",
        replacement='sha256_hex(data.removeprefix(b"\\xef\\xbb\\xbf"))',
        test=f"{_TESTS}test_documents.py::"
        "test_the_hash_is_that_of_the_bytes_mark_and_line_ends_included",
    ),
    _hashing(
        id="hash-of-unix-lines",
        clause="DOC-1.6",
        broken="the document hash takes every line end as a line feed",
        original="sha256_hex(data)",
        replacement='sha256_hex(data.replace(b"\\r\\n", b"\\n"))',
        test=f"{_TESTS}test_documents.py::"
        "test_the_hash_is_that_of_the_bytes_mark_and_line_ends_included",
    ),
    _hashing(
        id="ticked-boxes-hashed",
        clause="DOC-1.6",
        broken="the document hash changes when a box is ticked",
        original="        data = _with_boxes_cleared(data)\n",
        replacement="        pass\n",
        test=f"{_HASHED}test_ticking_a_box_does_not_change_the_hash",
    ),
    _hashing(
        id="boxes-in-code-cleared",
        clause="DOC-1.6",
        broken="the document hash takes a box in fenced code for a progress mark",
        original="lines_to_read(text, [])",
        replacement="enumerate(parts[::2], 1)",
        test=f"{_HASHED}test_what_is_no_progress_mark_changes_the_hash",
    ),
    _blocks(
        id="comments-read",
        clause="DOC-1.8",
        broken="the steps and items in an HTML comment are read",
        original="        elif _COMMENT.match(line):\n",
        replacement='        elif line.startswith("<!-- no comment"):\n',
        test=f"{_WRITTEN}test_a_comment_is_skipped_to_the_end_of_the_line_that_closes_it",
    ),
    _blocks(
        id="shorter-fence-closes",
        clause="DOC-1.3",
        broken="a fence is closed by a shorter one of its kind",
        original="text.startswith(self.mark)",
        replacement="text.startswith(self.mark[:3])",
        test=f"{_LINES}test_a_fence_left_open_skips_the_rest_and_is_reported_where_it_opens",
    ),
    _blocks(
        id="tildes-open-no-fence",
        clause="DOC-1.3",
        broken="the text in a block fenced by tildes is read",
        original="(`{3,}|~{3,})",
        replacement="(`{3,})",
        test=f"{_LINES}test_fenced_code_is_skipped_up_to_a_fence_that_closes_it",
    ),
    _lines(
        id="steps-at-any-level",
        clause="DOC-2.8",
        broken="a heading of level 2 opens a step",
        original="STEP_LEVELS = range(3, 6)",
        replacement="STEP_LEVELS = range(2, 6)",
        test=f"{_NEAR_MISS}[## Step 2: Two {{#two}}-### Step 2: Two {{#two}}]",
    ),
    _lines(
        id="steps-in-any-case",
        clause="DOC-2.8",
        broken="a heading `### step 2: Two` opens a step",
        original=_STEP_TEXT,
        replacement=_STEP_TEXT.replace("\n", ",\n    re.IGNORECASE,\n"),
        test=f"{_NEAR_MISS}[### step 2: Two-### Step 2: Two]",
    ),
    _reader(
        id="near-misses-not-reported",
        clause="DOC-2.9",
        broken="a heading that is almost one of a step is skipped without a report",
        original="            self.problems.append(problem)\n",
        replacement="            pass\n",
        test=f"{_NEAR_MISS}[### step 2: Two-### Step 2: Two]",
    ),
    _blocks(
        id="lines-counted-from-zero",
        clause="DOC-2.9",
        broken="the report of such a heading counts lines from 0",
        original="enumerate(LINE_END.split(text)[::2], start=1)",
        replacement="enumerate(LINE_END.split(text)[::2])",
        test=f"{_NEAR_MISS}[### step 2: Two-### Step 2: Two]",
    ),
    _lines(
        id="anchors-of-substeps-with-a-point",
        clause="PLN-1.4",
        broken="a substep without an anchor is registered as `step-N.M`",
        original='f"step-{number}-{minor}"',
        replacement='f"step-{number}.{minor}"',
        test=f"{_LINES}"
        "test_steps_stand_at_levels_three_to_five_and_substeps_belong_to_the_step_before",
    ),
    _steps(
        id="artifacts-registered-as-items",
        clause="PLN-1.6",
        broken="a box under `**Artifacts:**` is registered as an item",
        original='    "Artifacts": None,\n',
        replacement='    "Artifacts": ItemKind.TASK,\n',
        test=f"{_STEPS}test_markers_say_what_the_items_below_them_are",
    ),
    _steps(
        id="checkpoints-in-the-plural-registered-as-tasks",
        clause="PLN-1.6",
        broken="an item under `**Checkpoints:**` is registered as a task",
        original='    "Checkpoints": ItemKind.CHECKPOINT,\n',
        replacement="",
        test=f"{_STEPS}test_markers_say_what_the_items_below_them_are",
    ),
    _reader(
        id="boxes-after-a-step-registered",
        clause="PLN-1.6",
        broken="a box after the end of a step is registered as an item of it",
        original="        if level < STEP_LEVELS[1]:\n",
        replacement="        if level < STEP_LEVELS[0]:\n",
        test=f"{_LINES}test_a_heading_up_to_level_three_ends_the_step_and_a_lesser_one_does_not",
    ),
    _steps(
        id="only-the-first-dependency-registered",
        clause="PLN-1.8",
        broken="only the first of the dependencies in a line is registered",
        original='        for part in text.split(","):\n',
        replacement='        for part in text.split(",")[:1]:\n',
        test=f"{_STEPS}test_dependencies_are_anchors_between_commas[#a, #b-anchors0]",
    ),
    _steps(
        id="checked-boxes-not-registered",
        clause="PLN-1.10",
        broken="an item whose box is checked is not registered",
        original=r"\[[ xX]\](?:[ \t]+(.*))?",
        replacement=r"\[ \](?:[ \t]+(.*))?",
        test=f"{_STEPS}test_boxes_checked_or_nested_and_any_bullet_make_an_item_of_one_line",
    ),
    _reader(
        id="repeated-step-without-colon-opened",
        clause="DOC-2.13",
        broken="a heading `#### Step 2 Summary` opens a second step with the anchor of the first",
        original="        if found and (found.is_marked or found.anchor not in self.anchors):\n",
        replacement="        if found:\n",
        test=f"{_WRITTEN}test_a_heading_without_colon_and_anchor_opens_a_step_only_once",
    ),
    _reader(
        id="repeated-step-without-colon-not-reported",
        clause="DOC-2.13",
        broken="a heading `#### Step 2 Summary` that opens no step is not reported",
        original="step_repeated(line, found) if found else step_near_miss(line, heading)",
        replacement="None if found else step_near_miss(line, heading)",
        test=f"{_WRITTEN}test_a_heading_without_colon_and_anchor_opens_a_step_only_once",
    ),
    ChangedProgram(
        file="cli/commands/state/init.py",
        id="reader-unheard-when-registering-fails",
        clause="DOC-2.16",
        broken="what the reader reports is not shown when registering is rejected",
        original="            failure.warnings = warnings\n",
        replacement="            failure.warnings = ()\n",
        test=(
            "tests/impl/cli/test_resync.py"
            "::test_what_the_reader_reports_is_shown_when_registering_fails"
        ),
    ),
    _steps(
        id="markers-of-two-kinds-read",
        clause="DOC-3.10",
        broken="bold text that names tasks and tests is taken for the first of them",
        original="        if len(named) == 1:\n",
        replacement="        if named:\n",
        test=f"{_WRITTEN}test_bold_text_that_names_two_kinds_is_no_marker_and_is_reported",
    ),
)
