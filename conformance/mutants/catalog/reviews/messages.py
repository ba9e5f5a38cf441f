"""Mutants of the reviewer, its verdict, and the messages to the agent (REV-5, REV-8, REV-12)."""

from functools import partial

from conformance.mutants.faults.source import ChangedProgram

HOOK_TESTS = "tests/impl/hooks/"
TOLD = f"{HOOK_TESTS}test_stop_messages.py::test_an_agent_is_told_"
TURNS = "tests/impl/cli/stop_hook/test_stop_hook_turns.py::"
STOPS = "tests/impl/cli/stop_hook/test_stop_hook.py::"
REVIEWERS = "tests/impl/cli/stop_hook/test_stop_hook_reviewers.py::"
SAID = "test_the_last_line_of_what_a_reviewer_says_counts_with_the_file"
APPROVED = "test_a_stop_with_nothing_to_review_is_approved_and_writes_nothing"
NEGATIVE = "test_a_person_is_told_of_a_negative_limit_and_nothing_when_all_is_well"
TURNED_OFF = "test_every_block_says_how_a_person_turns_reviews_off"
READ = f"{HOOK_TESTS}test_verdict_lines.py::test_a_verdict_is_read_only_where_it_has_one_reading"
VERDICT = f"{HOOK_TESTS}test_verdicts.py::test_structured_output_that_the_review_contradicts"

_verdicts = partial(ChangedProgram, file="hooks/verdicts.py")
_lines = partial(ChangedProgram, file="hooks/verdict_lines.py")
_messages = partial(ChangedProgram, file="hooks/stop_messages.py")

MESSAGE_MUTANTS = (
    ChangedProgram(
        file="hooks/stop_hook.py",
        id="reviewer-of-one-model",
        clause="REV-5.2",
        broken="`opus` makes every review",
        original="reviewer.command_line(self._command, due.model, prompt)",
        replacement='reviewer.command_line(self._command, "opus", prompt)',
        test=(
            "tests/impl/cli/stop_hook/test_stop_hook_reviewers.py::"
            "test_the_prompt_and_the_model_reach_the_reviewer"
        ),
    ),
    _verdicts(
        id="unknown-verdict-left-to-the-file",
        clause="REV-5.12",
        broken="the file decides when the verdict in the structured output is another word",
        original="    if structured is None:\n",
        replacement="    if structured in (None, ReviewResult.NO_VERDICT):\n",
        test=f"{VERDICT}_is_two_verdicts[another word]",
    ),
    _verdicts(
        id="verdict-of-the-file-first",
        clause="REV-5.12",
        broken="the file decides unless it contradicts the structured output",
        original="ReviewResult.TWO_VERDICTS if contradicted else structured",
        replacement="ReviewResult.TWO_VERDICTS if contradicted else of_text(text)",
        test=f"{VERDICT}_is_two_verdicts[none in the file]",
    ),
    _messages(
        id="review-file-not-named",
        clause="REV-8.6",
        broken="the message to the agent does not name the review file",
        original="Read the review: {file}\n",
        replacement="Read the review.\n",
        test=f"{TOLD}the_same_for_all_kinds_of_review[plan-review]",
    ),
    _messages(
        id="agent-not-told-to-stop-again",
        clause="REV-8.7",
        broken="the message to the agent does not say that it must stop again",
        original="Then stop, so that it can be reviewed again.\n",
        replacement="",
        test=f"{TOLD}the_same_for_all_kinds_of_review[plan-review]",
    ),
    _messages(
        id="limit-not-among-the-fields-to-keep",
        clause="REV-8.8",
        broken="the message to the agent does not list `max_reviews` as a field to keep",
        original='    "max_reviews",\n    "current_task",\n',
        replacement='    "current_task",\n',
        test=f"{TOLD}the_same_for_all_kinds_of_review[plan-review]",
    ),
    _messages(
        id="task-kept-in-code-reviews-only",
        clause="REV-8.9",
        broken="the list of fields to keep lacks `current_task` after a `plan-review`",
        original='"kept": ", ".join(KEPT_FIELDS)',
        replacement=(
            '"kept": ", ".join(each for each in KEPT_FIELDS '
            'if phase != "plan-review" or each != "current_task")'
        ),
        test=f"{TOLD}the_same_for_all_kinds_of_review",
    ),
    ChangedProgram(
        file="hooks/review_files.py",
        id="attempt-stored-afterwards",
        clause="REV-5.14",
        broken="an attempt is stored only after its reviewer has ended",
        original="            self.store(review_stops.attempted(due))  # REV-5.14\n",
        replacement="",
        test=(
            f"{HOOK_TESTS}test_review_edits.py::"
            "test_the_attempt_is_stored_before_the_review_and_read_back_as_none"
        ),
    ),
    ChangedProgram(
        file="hooks/review_files.py",
        id="reviewed-without-a-stored-attempt",
        clause="REV-5.15",
        broken="a review is made although its attempt cannot be stored",
        original="            self.store(review_stops.attempted(due))  # REV-5.14\n",
        replacement=(
            "            try:\n"
            "                self.store(review_stops.attempted(due))\n"
            "            except OSError:\n"
            "                pass\n"
        ),
        test=f"{TURNS}test_an_attempt_that_cannot_be_stored_is_not_made_and_does_not_block",
    ),
    _messages(
        id="review-by-hand-not-reported",
        clause="REV-2.9",
        broken="the person is not warned when a stop is answered `by_hand`",
        original="    if answered.reason == StopReason.BY_HAND and cycle is not None:",
        replacement="    if answered.reason is None:",
        test=f"{HOOK_TESTS}test_stop_messages.py::{NEGATIVE}",
    ),
    _messages(
        id="blocks-without-a-way-out",
        clause="REV-8.10",
        broken="a block does not say how a person turns reviews off",
        original="    return TURNING_OFF.format(",
        replacement='    return "".format(',
        test=f"{HOOK_TESTS}test_stop_messages.py::{TURNED_OFF}",
    ),
    ChangedProgram(
        file="hooks/hook_log.py",
        id="blocks-of-all-sessions-counted",
        clause="REV-8.12",
        broken="the blocks of another session are counted among those in a row",
        original=' or line.get("session") != session',
        replacement="",
        test=f"{TURNS}test_the_eighth_block_in_a_row_says_how_to_go_on",
    ),
    ChangedProgram(
        file="hooks/stop_hook.py",
        id="last-block-like-any-other",
        clause="REV-8.12",
        broken="the eighth block in a row does not say how to go on in another turn",
        original="        if blocks < stop_messages.MOST_BLOCKS:\n",
        replacement="        if blocks:\n",
        test=f"{TURNS}test_the_eighth_block_in_a_row_says_how_to_go_on",
    ),
    _messages(
        id="failure-after-a-block-not-reported",
        clause="REV-12.11",
        broken="the person is not told why a review failed when the stop is approved",
        original='f"failed: {why_failed}; nothing',
        replacement='f"failed; nothing',
        test=f"{HOOK_TESTS}test_stop_messages.py::test_a_person_is_told_of_a_review_that_failed_again",
    ),
    ChangedProgram(
        file="hooks/stop_hook.py",
        id="reported-error-ignored",
        clause="REV-12.14",
        broken="a reviewer whose output has `is_error` true does not fail",
        original=" or verdicts.error_of(run.output) is not None:  # REV-12.14",
        replacement=":",
        test=(
            "tests/impl/cli/stop_hook/test_stop_hook.py::"
            "test_structured_output_is_read_with_the_file[an error]"
        ),
    ),
    ChangedProgram(
        file="hooks/review_papers.py",
        id="open-findings-of-the-greatest-number",
        clause="REV-14.6",
        broken="the message names the review with the greatest number, of whatever cycle",
        original="(entry.stat().st_mtime_ns, int(named[1]), entry.path)",
        replacement="(int(named[1]), entry.stat().st_mtime_ns, entry.path)",
        test=f"{HOOK_TESTS}test_review_papers.py::test_the_latest_review_is_that_written_last",
    ),
    _messages(
        id="open-findings-without-a-way-on",
        clause="REV-14.7",
        broken="a stop answered `findings_open` is not told what to write",
        original="    return (FINDINGS_OPEN + ADDRESS).format(",
        replacement="    return FINDINGS_OPEN.format(",
        test=f"{TURNS}test_a_forgotten_post_review_is_asked_for_with_the_same_file",
    ),
    _messages(
        id="unknown-phase-not-reported",
        clause="REV-2.12",
        broken="the person is not warned of a `next_phase` that is no phase",
        original="        return _unknown_phase(cycle, plan, folder)\n",
        replacement="        return None\n",
        test=f"{STOPS}{APPROVED}[an unknown word]",
    ),
    _lines(
        id="bold-verdict-not-found",
        clause="REV-5.19",
        broken="a verdict in bold letters is not found",
        original='EMPHASIS = re.compile(r"[*_`]")',
        replacement='EMPHASIS = re.compile(r"[_`]")',
        test=f"{HOOK_TESTS}test_verdicts.py::test_a_verdict_is_the_last_line_of_a_review[in bold]",
    ),
    _verdicts(
        id="json-in-a-text-not-read",
        clause="REV-5.20",
        broken="a JSON verdict in a `result` that is a text is not read",
        original="        structured = _json_in(value) if isinstance(value, str) else value\n",
        replacement="        structured = value\n",
        test=(
            f"{HOOK_TESTS}test_verdicts.py::"
            "test_a_verdict_is_read_from_structured_output[a result that is JSON]"
        ),
    ),
    _verdicts(
        id="said-verdict-not-read",
        clause="REV-5.21",
        broken="a verdict at the end of a `result` that is a text does not count",
        original="of_text(said) if isinstance(said, str) else",
        replacement="of_text(said) if said is None else",
        test=f"{HOOK_TESTS}test_verdicts.py::{SAID}[in the text alone]",
    ),
    _lines(
        id="pass-with-a-remark",
        clause="REV-5.27",
        broken="a `PASS` with a remark behind it counts as a verdict",
        original="(?P<pass>pass){PASSING}(?:[.!]{PASSING})?",
        replacement="(?P<pass>pass){PASSING}(?:{REMARK}|(?:[.!]{PASSING})?)",
        test=f"{READ}[VERDICT: PASS (with nits)]",
    ),
    _lines(
        id="fail-with-a-remark-not-read",
        clause="REV-5.28",
        broken="a `FAIL` with a remark behind it is no verdict",
        original="(?:{REMARK}|(?:[.!]{FAILING})?)",
        replacement="(?:[.!]{FAILING})?",
        test=f"{READ}[VERDICT: FAIL (two blockers)]",
    ),
    _lines(
        id="verdict-read-in-a-comment",
        clause="REV-5.29",
        broken="a verdict is read in a comment of HTML",
        original='COMMENT.sub("", review.removeprefix("\\ufeff"))',
        replacement='review.removeprefix("\\ufeff")',
        test=f"{READ}[fine\\n<!--\\nVERDICT: PASS]",
    ),
    _lines(
        id="verdict-read-in-any-code",
        clause="REV-5.29",
        broken="the last line of a code block at the end counts, whatever stands before it",
        original="return line.kind == _Kind.PLAIN or sizes",
        replacement="return line.kind != _Kind.QUOTATION or sizes",
        test=(f"{READ}[I was told:\\n```\\nThe last line is your verdict:\\nVERDICT: PASS\\n```]"),
    ),
    _lines(
        id="verdict-read-in-a-quotation",
        clause="REV-5.30",
        broken="a verdict that is quoted in the midst of a review counts",
        original="(own(line) and line.kind != _Kind.QUOTATION)",
        replacement="own(line)",
        test=(
            f"{HOOK_TESTS}test_verdicts.py::"
            "test_a_verdict_is_the_last_line_of_a_review[a verdict that is quoted]"
        ),
    ),
    ChangedProgram(
        file="hooks/attempt_files.py",
        id="review-under-its-name-ignored",
        clause="REV-5.22",
        broken="a review that was written under its name while the reviewer ran is not taken",
        original="elif len(written) == 1 and",
        replacement="elif not written and",
        test=f"{REVIEWERS}test_a_review_under_a_natural_name_is_taken[the kind alone]",
    ),
    ChangedProgram(
        file="hooks/review_papers.py",
        id="ground-rules-at-the-end",
        clause="REV-5.23",
        broken="the prompt of a reviewer begins with something else than the ground rules",
        original='PROMPT = """\\\n',
        replacement='PROMPT = """You are a reviewer.\n',
        test=f"{HOOK_TESTS}test_review_papers.py::test_a_prompt_begins_with_the_ground_rules",
    ),
    ChangedProgram(
        file="hooks/stop_hook.py",
        id="demanded-path-not-named",
        clause="REV-12.15",
        broken="the message names the review's file instead of the path that was demanded",
        original="named = attempt.demanded if result == ReviewResult.NO_FILE else file",
        replacement="named = file",
        test=f"{REVIEWERS}test_a_reviewer_that_wrote_elsewhere_is_told_the_path_that_was_demanded",
    ),
    _messages(
        id="failed-review-not-explained",
        clause="REV-12.5",
        broken="the message to the agent does not say why the review failed",
        original="by {model}, failed: {why}.",
        replacement="by {model}, failed.",
        test=f"{TOLD}why_there_is_no_review_and_to_change_nothing",
    ),
)
