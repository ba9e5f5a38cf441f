"""What edition 2026.2 adds to 2026.1, and what it takes back."""

from spec.amendments.amendment import Amendment
from spec.amendments.corrections import KEPT_REASON, SKIPPED_REVIEW_NAMED

REVIEWS_GO_ON = Amendment(
    id="A24",
    name="reviews-go-on",
    title="A stop that follows the hook's own block is reviewed like any other",
    source=(
        "seeds 003, line 39; decided here: what programs of this kind ran into after the seeds "
        "were written"
    ),
    failure=(
        "Once the hook has blocked a stop, every later stop of that turn goes unreviewed, also "
        "after a reviewer that crashed."
    ),
)
NO_VERDICT_IS_NO_REVIEW = Amendment(
    id="A25",
    name="no-verdict-is-no-review",
    title="A review without a verdict, or with two, is a reviewer that failed",
    source="decided here: what programs of this kind ran into after the seeds were written",
    failure="A review that nobody can read sends the agent to work on findings that do not exist.",
)
FINDINGS_HOLD_THE_STOP = Amendment(
    id="A26",
    name="findings-hold-the-stop",
    title="A stop is blocked while the findings of the last review are to be worked on",
    source="decided here: what programs of this kind ran into after the seeds were written",
    failure="An agent that forgets the post-review stops, and the plan stays there for ever.",
)
CONTINUING_EVERYWHERE = Amendment(
    id="A27",
    name="continuing-everywhere",
    title="Whoever continues learns what to do next, also after doing it once before",
    source="decided here: found by doing what `ContinuePlan` says until the plan is complete",
    failure=(
        "`ContinuePlan` says to continue a task where there is none, a review by hand is left due "
        "for ever, and an interrupted worktree cannot repeat its start."
    ),
)
COMPLETION_IS_IDEMPOTENT = Amendment(
    id="A28",
    name="completion-is-idempotent",
    title="A completed step may be completed again, which changes nothing",
    source="decided here: the seeds count a completed step as success (000, lines 380-382)",
    failure=(
        "Who repeats a completion, because its answer was lost, is told that the step is not "
        "held, and an orchestrator escalates a step that is done."
    ),
)
FENCED_CLAIMS = Amendment(
    id="A29",
    name="fenced-claims",
    title="Every claim has an id, and a request may prove under which claim it is made",
    source="decided here: the seeds tell sessions apart by the name of their worktree alone",
    failure=(
        "A session that slept while its step was released and claimed again under the same name "
        "still changes, completes and commits the step."
    ),
    stored=(
        "A claim that was made before has no id: its `claim_id` is `null`, its holder goes on "
        "without one, and the first claim after it gets the id 1."
    ),
)
COMMIT_ONCE = Amendment(
    id="A30",
    name="commit-once",
    title="Work that git has committed already is not committed again",
    source="decided here: the seeds do not say what a repeated commit does",
    failure=(
        "A commit that was made but not recorded, because the process was killed, is made again, "
        "and the step records the second one, which holds none of its work."
    ),
)
HONEST_RESYNC = Amendment(
    id="A31",
    name="honest-resync",
    title="Updating a plan keeps what its document left alone, and reports what it takes away",
    source="decided here: found by using the edition `2026.1`",
    failure="A step whose text was wholly rewritten stays completed, with items nobody worked on.",
    stored=(
        "A document with ticked boxes has another hash than before, so its plan has drifted "
        "until it is registered again, which keeps its steps."
    ),
)
ARTIFACT_IDS_PER_PLAN = Amendment(
    id="A32",
    name="artifact-ids-per-plan",
    title="The ids of artifacts are counted in each plan",
    source="decided here: found by using the edition `2026.1`",
    failure="The id of an artifact depends on the other plans of the store.",
    stored=(
        "Artifacts keep their ids. Which plan had those that are gone is not known, so "
        "`last_artifact_id` of every plan is the highest id that was ever given; that of the "
        "store is shown as 0 from now on."
    ),
)
DECLARED_SHELL_SUBSET = Amendment(
    id="A33",
    name="declared-shell-subset",
    title="The check of a command says where it did not judge",
    source="decided here: a shell's language is too large to be read for advice",
    failure="A command that the check cannot read is allowed as though it had been judged.",
)
WORK_AS_WRITTEN = Amendment(
    id="A36",
    name="work-as-written",
    title="Work is read as agents write it, where it can be read in one way only",
    source="decided here: agents write `none`, and lists without quotes",
    failure="A report with `[Phase_4, Phase_5]` is rejected, and one with `none` goes on.",
)
VERDICT_FORMS = Amendment(
    id="A42",
    name="verdict-forms",
    title="A verdict is found as people and models write it, where it has one reading only",
    source="decided here: how people and models write verdicts",
    failure="A review that ends with `**VERDICT: PASS**` or `- VERDICT: FAIL` has no verdict.",
)
NUMBERED_TASKS = Amendment(
    id="A43",
    name="numbered-tasks",
    title="`current_task` in `state.json` may be a number",
    source="decided here: real state files have numbers there",
    failure="A state whose task is written as `3` is malformed, and no stop is reviewed.",
)
UNKNOWN_PHASE_REPORTED = Amendment(
    id="A44",
    name="unknown-phase-reported",
    title="A `next_phase` that is no phase is reported to the person",
    source="decided here: people and agents edit the state by hand",
    failure="A misspelt `next_phase` stops every review, and nobody is told.",
)
NATURAL_NAMES = Amendment(
    id="A45",
    name="natural-names",
    title="A review that is written under the name of its review is taken",
    source="decided here: reviewers write to the name that they expect",
    failure="A review at `plan-review-1.md` is renamed away, and its reviewer has failed.",
)
CHAINS_BELONG_TOGETHER = Amendment(
    id="A46",
    name="chains-belong-together",
    title="Commands that depend on each other's success are one command",
    source="decided here: in separate calls, `mkdir -p a && touch a/b` loses its condition",
    failure="A command that may fail is refused, whatever an agent writes to say so.",
)
TOOLS_THAT_SERVE = Amendment(
    id="A47",
    name="tools-that-serve",
    title="A tool is advised where it serves, whatever the program is called",
    source="decided here: `cat a b > c` reads nothing for the agent, and `git grep` does",
    failure="An agent is told to use a tool that cannot do the work, and not told of one that can.",
)
COMMITS_IN_ONE_LINE = Amendment(
    id="A48",
    name="commits-in-one-line",
    title="A commit whose message has several lines is told how to give them in one",
    source="decided here: agents give messages of several lines by here-documents",
    failure="An agent repeats a commit of several lines, because nothing shows another way.",
)
DOCUMENTS_AS_WRITTEN = Amendment(
    id="A49",
    name="documents-as-written",
    title="Plan documents are read as people write them",
    source="decided here: of 40 real plan documents, three were refused and three counted wrongly",
    failure=(
        "A heading `#### Step 2 Summary {#step-2-summary}` is no step, so its dependencies go to "
        "the substep before it, which then depends on itself."
    ),
)

CHANGES_2026_2: tuple[Amendment, ...] = (
    REVIEWS_GO_ON,
    NO_VERDICT_IS_NO_REVIEW,
    FINDINGS_HOLD_THE_STOP,
    CONTINUING_EVERYWHERE,
    COMPLETION_IS_IDEMPOTENT,
    FENCED_CLAIMS,
    COMMIT_ONCE,
    HONEST_RESYNC,
    ARTIFACT_IDS_PER_PLAN,
    DECLARED_SHELL_SUBSET,
    WORK_AS_WRITTEN,
    VERDICT_FORMS,
    NUMBERED_TASKS,
    UNKNOWN_PHASE_REPORTED,
    NATURAL_NAMES,
    CHAINS_BELONG_TOGETHER,
    TOOLS_THAT_SERVE,
    COMMITS_IN_ONE_LINE,
    DOCUMENTS_AS_WRITTEN,
)

WITHDRAWN_IN_2026_2: tuple[Amendment, ...] = (
    KEPT_REASON,
    SKIPPED_REVIEW_NAMED,
)
"""Choices of edition 2026.1 that 2026.2 takes back, because the seeds' own rule is better."""
