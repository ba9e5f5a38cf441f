"""Mutants of the file `state.json` (STA)."""

from functools import partial

from conformance.mutants.faults.source import ChangedProgram

HOOK_TESTS = "tests/impl/hooks/"
MALFORMED_TESTS = f"{HOOK_TESTS}test_malformed_reviews.py::"
NEVER_WRITTEN = f"{MALFORMED_TESTS}test_a_malformed_file_never_blocks_and_is_never_written"
STOPPED = "tests/impl/cli/stop_hook/test_stop_hook.py::"
FILE_TESTS = "tests/rules/reviews/test_review_files.py::"
MALFORMED = f"{FILE_TESTS}test_rev_2_a_malformed_file_never_blocks"
WARNED = f"{STOPPED}test_a_stop_with_nothing_to_review_is_approved_and_writes_nothing"

_hook = partial(ChangedProgram, file="hooks/stop_hook.py")
_fields = partial(ChangedProgram, file="hooks/state_fields.py")
_file = partial(ChangedProgram, file="hooks/state_file.py")
_folder = partial(ChangedProgram, file="hooks/review_files.py")

STATE_FILE_MUTANTS = (
    _file(
        id="state-written-in-place",
        clause="STA-1.4",
        broken="a write of `state.json` changes the file in its place",
        original="    os.replace(temporary, path)\n",
        replacement="    path.write_bytes(temporary.read_bytes())\n    temporary.unlink()\n",
        test=f"{FILE_TESTS}test_rev_1_a_write_replaces_the_whole_file_at_once[blocked]",
    ),
    _fields(
        id="unknown-fields-dropped",
        clause="STA-1.5",
        broken="a write of `state.json` drops the fields that are not known",
        original="return fields | now",
        replacement="return now",
        test=f"{FILE_TESTS}test_rev_1_a_write_keeps_the_fields_that_it_does_not_know[blocked]",
    ),
    _file(
        id="unknown-numbers-rounded",
        clause="STA-1.5",
        broken="a write of `state.json` rounds a number in a field that is not known",
        original="parse_float=SourceNumber, ",
        replacement="",
        test=(
            f"{HOOK_TESTS}test_review_files.py::"
            "test_numbers_of_fields_that_are_not_known_keep_every_digit"
        ),
    ),
    _file(
        id="other-encodings-guessed",
        clause="STA-2.1",
        broken="a `state.json` that is not UTF-8 is read",
        original='.decode("utf-8")',
        replacement='.decode("utf-8", "replace")',
        test=f"{MALFORMED}[no UTF-8]",
    ),
    _file(
        id="infinity-taken-for-a-number",
        clause="STA-2.1",
        broken="a `state.json` with `Infinity` in an unknown field is read",
        original=", parse_constant=_no_number",
        replacement="",
        test=(f"{NEVER_WRITTEN}[a number without end]"),
    ),
    _fields(
        id="phase-may-be-null",
        clause="STA-2.2",
        broken="`phase` may be null",
        original='"phase": (lambda value: isinstance(value, str), ',
        replacement='"phase": (_is_text_or_null, ',
        test=f"{MALFORMED}[phase none]",
    ),
    _fields(
        id="phase-may-be-missing",
        clause="STA-2.2",
        broken="`phase` may be missing",
        original='    "current_task": None,\n',
        replacement='    "current_task": None,\n    "phase": "",\n',
        test=f"{MALFORMED}[without phase]",
    ),
    _fields(
        id="negative-iterations-accepted",
        clause="STA-2.3",
        broken="`phase_iteration` may be negative",
        original="value is None or _is_count(value)",
        replacement="value is None or _is_whole(value)",
        test=f"{MALFORMED}[phase_iteration negative]",
    ),
    _fields(
        id="phase-iteration-may-be-missing",
        clause="STA-2.3",
        broken="a missing `phase_iteration` stands for 0",
        original='    "current_task": None,\n',
        replacement='    "current_task": None,\n    "phase_iteration": 0,\n',
        test=f"{MALFORMED}[without phase_iteration]",
    ),
    _fields(
        id="next-phase-may-be-missing",
        clause="STA-2.4",
        broken="a missing `next_phase` stands for null",
        original='    "current_task": None,\n',
        replacement='    "current_task": None,\n    "next_phase": None,\n',
        test=f"{MALFORMED}[without next_phase]",
    ),
    _fields(
        id="next-phase-of-any-type",
        clause="STA-2.4",
        broken="`next_phase` may be false",
        original='"next_phase": (_is_text_or_null, ',
        replacement='"next_phase": (lambda value: not value or isinstance(value, str), ',
        test=f"{MALFORMED}[next_phase false]",
    ),
    _fields(
        id="true-taken-for-a-limit",
        clause="STA-2.5",
        broken="`max_reviews` may be true",
        original='"max_reviews": (_is_whole, ',
        replacement='"max_reviews": (lambda value: isinstance(value, int), ',
        test=f"{MALFORMED}[max_reviews true]",
    ),
    _fields(
        id="negative-limit-never-corrected",
        clause="STA-2.5",
        broken="a negative `max_reviews` is malformed for operations other than a stop",
        original='"max_reviews": (_is_whole, ',
        replacement='"max_reviews": (_is_count, ',
        test=(f"{MALFORMED_TESTS}test_a_negative_limit_is_malformed_for_a_stop_only"),
    ),
    _fields(
        id="task-of-any-type",
        clause="STA-2.9",
        broken="`current_task` may be true",
        original="        lambda value: _is_text_or_null(value) or _is_number(value),",
        replacement="        lambda value: not isinstance(value, list | dict),",
        test=f"{MALFORMED}[current_task true]",
    ),
    _fields(
        id="numbered-task-malformed",
        clause="STA-2.9",
        broken="`current_task` may not be a number",
        original="        lambda value: _is_text_or_null(value) or _is_number(value),",
        replacement="        _is_text_or_null,",
        test=f"{FILE_TESTS}test_rev_2_a_file_is_the_state_it_says[a numbered task]",
    ),
    _fields(
        id="numbered-task-written-as-text",
        clause="STA-1.6",
        broken="a write turns a `current_task` of `3` into a string",
        original='        now["current_task"] = task\n',
        replacement="        pass\n",
        test=(f"{FILE_TESTS}test_rev_1_a_write_leaves_a_task_that_is_a_number_as_it_is[a number]"),
    ),
    _fields(
        id="null-taken-for-a-model",
        clause="STA-2.7",
        broken="`review_model` may be null",
        original="    given = DEFAULTS | fields\n",
        replacement=(
            "    given = DEFAULTS | fields\n"
            '    given["review_model"] = given["review_model"] or DEFAULTS["review_model"]\n'
        ),
        test=f"{MALFORMED}[review_model none]",
    ),
    _fields(
        id="negative-clean-reviews-accepted",
        clause="STA-2.8",
        broken="`consecutive_clean` may be negative",
        original='"consecutive_clean": (_is_count, ',
        replacement='"consecutive_clean": (_is_whole, ',
        test=f"{MALFORMED}[consecutive_clean negative]",
    ),
    _folder(
        id="malformed-state-taken-for-none",
        clause="STA-4.2",
        broken="a stop is answered `no_state` when `state.json` is malformed",
        original="            return review_stops.MALFORMED\n",
        replacement="            return review_stops.before_review(None)\n",
        test=f"{MALFORMED}[half of it]",
    ),
    _hook(
        id="malformed-state-approved-in-silence",
        clause="STA-4.3",
        broken="the stop hook approves without a warning when `state.json` is malformed",
        original='self._approved(StopReason.MALFORMED, error, f"{error}")',
        replacement="self._approved(StopReason.MALFORMED, error)",
        test=f"{WARNED}[no number as limit]",
    ),
    _hook(
        id="malformed-state-blocks",
        clause="STA-4.4",
        broken="the stop hook blocks a stop when `state.json` is malformed",
        original='self._approved(StopReason.MALFORMED, error, f"{error}")',
        replacement="HookAnswer(False, StopReason.MALFORMED, str(error))",
        test=f"{WARNED}[no number as limit]",
    ),
    _folder(
        id="new-plan-needs-a-well-formed-state",
        clause="STA-4.5",
        broken="`NewPlan` fails when a field of `state.json` violates STA-2",
        original="                cycle = review_actions.begin(operation)\n",
        replacement=(
            "                self.cycle()\n"
            "                cycle = review_actions.begin(operation)\n"
        ),
        test=f"{MALFORMED_TESTS}test_a_new_plan_mends_wrong_fields_but_no_other_file",
    ),
    _folder(
        id="new-plan-replaces-any-file",
        clause="STA-4.6",
        broken="`NewPlan` replaces a `state.json` that is no JSON object",
        original="        fields: Fields = state_file.read(self._state) or {}\n",
        replacement=(
            "        try:\n"
            "            fields: Fields = state_file.read(self._state) or {}\n"
            "        except MalformedState:\n"
            "            fields = {}\n"
        ),
        test=f"{MALFORMED_TESTS}test_a_new_plan_mends_wrong_fields_but_no_other_file",
    ),
    _folder(
        id="malformed-state-begun-anew",
        clause="STA-4.7",
        broken="an operation decides by the state of a new plan when `state.json` is malformed",
        original="                cycle = review_actions.change(self.cycle(), operation)\n",
        replacement=(
            "                try:\n"
            "                    cycle = self.cycle()\n"
            "                except MalformedState:\n"
            "                    cycle = ReviewCycle()\n"
            "                cycle = review_actions.change(cycle, operation)\n"
        ),
        test=f"{NEVER_WRITTEN}[half a review]",
    ),
)
