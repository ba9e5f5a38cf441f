"""Mutants of the reviewer, its verdict, and the messages to the agent (REV-5, REV-8, REV-12)."""

from functools import partial

from conformance.mutants.faults.source import ChangedProgram

HOOK_TESTS = "tests/impl/hooks/"
TOLD = f"{HOOK_TESTS}test_stop_messages.py::test_an_agent_is_told_"
VERDICT = f"{HOOK_TESTS}test_verdicts.py::test_structured_output_that_the_review_contradicts"

_verdicts = partial(ChangedProgram, file="hooks/verdicts.py")
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
        replacement="ReviewResult.TWO_VERDICTS if contradicted else of_review(review)",
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
        original='kept=", ".join(KEPT_FIELDS)',
        replacement=(
            'kept=", ".join(each for each in KEPT_FIELDS '
            'if due.phase != "plan-review" or each != "current_task")'
        ),
        test=f"{TOLD}the_same_for_all_kinds_of_review",
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
