"""The state format: how `state.json` holds the reviews of a plan. The review cycles refer to it."""

from typing import get_args

from spec.amendments.changes_2026_2 import NUMBERED_TASKS, OTHER_MODELS
from spec.rules.rule import Clause, Format, Rule
from spec.vocabulary.reviews import ReviewOperation

_BEFORE_THE_MODEL = "the model gets the reviews as they were read from the file"

_OPERATIONS = tuple(each.__name__ for each in get_args(ReviewOperation))

FILE = Rule(
    id="STA-1",
    title="The reviews of a plan may be kept in its folder",
    clauses=(
        Clause(
            "STA-1.1",
            "A program MAY keep the reviews of a plan in the file `state.json` in the plan's "
            "folder.",
        ),
        Clause("STA-1.2", "The folder then represents the registered plan."),
        Clause("STA-1.3", "A plan whose folder has no `state.json` has no reviews (`no_state`)."),
        Clause(
            "STA-1.4",
            "A write MUST replace the whole file at once.",
        ),
        Clause(
            "STA-1.5",
            "A write MUST NOT change fields that the program does not know.",
        ),
        Clause(
            "STA-1.6",
            "A write MUST NOT change a `current_task` that is a number unless the task changes.",
            since=NUMBERED_TASKS,
        ),
    ),
    operations=_OPERATIONS,
    kept_outside=_BEFORE_THE_MODEL,
    source=(
        "seeds 003, lines 11, 21-24, 62, 83; decided here: agents and people edit the file while "
        "programs run"
    ),
)

FIELDS = Rule(
    id="STA-2",
    title="The fields of `state.json` have these types",
    clauses=(
        Clause(
            "STA-2.1",
            "`state.json` MUST be a JSON object in UTF-8.",
        ),
        Clause(
            "STA-2.2",
            "`phase` MUST be present, and be a string.",
        ),
        Clause(
            "STA-2.3",
            "`phase_iteration` MUST be present, and be null or a whole number from 0.",
        ),
        Clause(
            "STA-2.4",
            "`next_phase` MUST be present, and be null or a string.",
        ),
        Clause(
            "STA-2.5",
            "`max_reviews` MUST be a whole number if it is present; for a negative one, see REV-2.",
        ),
        Clause(
            "STA-2.6",
            "`current_task` MUST be null or a string if it is present.",
            until=NUMBERED_TASKS,
        ),
        Clause(
            "STA-2.7",
            "`review_model` MUST be `opus` or `sonnet` if it is present.",
            until=OTHER_MODELS,
        ),
        Clause(
            "STA-2.8",
            "`consecutive_clean` MUST be a whole number from 0 if it is present.",
        ),
        Clause(
            "STA-2.9",
            "`current_task` MUST be null, a string or a number if it is present; a number counts "
            "as its text.",
            since=NUMBERED_TASKS,
        ),
        Clause(
            "STA-2.10",
            "`review_model` MUST be a string if it is present.",
            since=OTHER_MODELS,
        ),
    ),
    operations=_OPERATIONS,
    kept_outside=_BEFORE_THE_MODEL,
    source=(
        "seeds 003, lines 9, 22, 23, 60, 70, 83, 88; decided here: the seed names "
        "fields without types"
    ),
)

DEFAULTS = Rule(
    id="STA-3",
    title="Missing fields have default values",
    clauses=(
        Clause("STA-3.1", "A missing `max_reviews` counts as 8."),
        Clause("STA-3.2", "A missing `current_task` counts as null."),
        Clause("STA-3.3", "A missing `review_model` counts as `opus`."),
        Clause("STA-3.4", "A missing `consecutive_clean` counts as 0."),
        Clause(
            "STA-3.5",
            "A `review_model` that contains `sonnet`, ignoring case, counts as `sonnet`, and any "
            "other as `opus`.",
            since=OTHER_MODELS,
        ),
        Clause(
            "STA-3.6",
            "The stop hook MUST report to people a `review_model` other than `opus` and `sonnet` "
            "that it has run a review by.",
            since=OTHER_MODELS,
        ),
    ),
    operations=_OPERATIONS,
    kept_outside=_BEFORE_THE_MODEL,
    source="seeds 003, line 60; decided here: a new plan begins with these values (REV-1)",
)

MALFORMED = Rule(
    id="STA-4",
    title="A malformed state never blocks",
    clauses=(
        Clause("STA-4.1", "A `state.json` that violates STA-2 is malformed."),
        Clause(
            "STA-4.2",
            "The stop hook MUST approve a stop as `malformed` when `state.json` is malformed.",
        ),
        Clause(
            "STA-4.3",
            "The stop hook MUST report a malformed state to people as a warning.",
        ),
        Clause(
            "STA-4.4",
            "The stop hook MUST NOT block a stop because of a malformed state.",
        ),
        Clause(
            "STA-4.5",
            "`NewPlan` MUST replace the fields that violate STA-2 when `state.json` is a JSON "
            "object in UTF-8.",
            source="decided here: the reviews begin anew, so no old value is needed",
        ),
        Clause(
            "STA-4.6",
            "`NewPlan` MUST fail without a change when `state.json` is no JSON object in UTF-8.",
            source="decided here: nobody knows what a program would then overwrite",
        ),
        Clause(
            "STA-4.7",
            "Every operation except `NewPlan` and `Stop` MUST fail without a change when "
            "`state.json` is malformed.",
            source="decided here: nothing can be decided by a value that is no value",
        ),
    ),
    operations=_OPERATIONS,
    kept_outside=_BEFORE_THE_MODEL,
    source="decided here: an agent can do nothing about a file that a person has to correct",
)

STATE_FILE = Format(
    prefix="STA",
    title="The state format",
    anchor="state-format",
    area="reviews",
    introduction="How `state.json` holds the reviews of a plan, for agents and people to edit.",
    rules=(FILE, FIELDS, DEFAULTS, MALFORMED),
)
