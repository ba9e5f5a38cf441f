"""What edition 2026.2 adds to 2026.1."""

from spec.amendments.amendment import Amendment, ReadingExample, amendments_in

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
    failure="An unreadable review sends the agent to address findings that do not exist.",
)
FINDINGS_HOLD_THE_STOP = Amendment(
    id="A26",
    name="findings-hold-the-stop",
    title="A stop is blocked until the findings of the last review are addressed",
    source="decided here: what programs of this kind ran into after the seeds were written",
    failure="An agent that forgets the post-review stops, and the plan never continues.",
)
CONTINUING_EVERYWHERE = Amendment(
    id="A27",
    name="continuing-everywhere",
    title="A worker that continues learns what to do next, even if it repeats it",
    source="decided here: found by doing what `ContinuePlan` says until the plan is complete",
    failure=(
        "`ContinuePlan` says to continue a task that does not exist, a review by hand stays due "
        "for ever, and an interrupted worktree cannot repeat its start."
    ),
)
COMPLETION_IS_IDEMPOTENT = Amendment(
    id="A28",
    name="completion-is-idempotent",
    title="A completed step may be completed again, which changes nothing",
    source="decided here: the seeds count a completed step as success (000, lines 380-382)",
    failure=(
        "A client that retries a completion after losing the reply is told that it does not hold "
        "the step, and an orchestrator escalates a completed step."
    ),
)
FENCED_CLAIMS = Amendment(
    id="A29",
    name="fenced-claims",
    title="Every claim has an id, and a request may name the claim under which it is made",
    source="decided here: the seeds tell sessions apart by the name of their worktree alone",
    failure=(
        "A session that slept while its step was released and claimed again under the same name "
        "still changes, completes and commits the step."
    ),
    stored=(
        "The claims of a plan from before count as one claim with the id 1: their holders continue "
        "without giving it, and the next claim gets the id 2."
    ),
)
COMMIT_ONCE = Amendment(
    id="A30",
    name="commit-once",
    title="A commit that git has made is not made again",
    source="decided here: the seeds do not say what a repeated commit does",
    failure=(
        "A commit that was made but not recorded, because the process was killed, is made again, "
        "and the step records the second one, which holds none of its work."
    ),
)
HONEST_RESYNC = Amendment(
    id="A31",
    name="honest-resync",
    title="Updating a plan keeps the progress of unchanged steps, and reports what is lost",
    source="decided here: found by using the edition `2026.1`",
    failure="A step whose text was completely rewritten stays completed, with items that nobody "
    "worked on.",
    stored=(
        "The hash of a document with ticked boxes changes, so its plan has drifted until it is "
        "registered again, which keeps its steps."
    ),
)
ARTIFACT_IDS_PER_PLAN = Amendment(
    id="A32",
    name="artifact-ids-per-plan",
    title="The ids of artifacts are counted in each plan",
    source="decided here: found by using the edition `2026.1`",
    failure="The id of an artifact depends on the other plans of the store.",
    stored=(
        "Artifacts keep their ids. It is unknown to which plan deleted artifacts belonged, so "
        "`last_artifact_id` of every plan is the highest id ever given; that of the store is 0 "
        "from now on."
    ),
)
DECLARED_SHELL_SUBSET = Amendment(
    id="A33",
    name="declared-shell-subset",
    title="The check of a command reports what it did not check",
    source="decided here: a shell's language is too large to be read for advice",
    failure="A command that the check cannot read is allowed as though it had been judged.",
)
WORK_AS_WRITTEN = Amendment(
    id="A36",
    name="work-as-written",
    title="`work_remaining` is read as agents write it, if it is unambiguous",
    source="decided here: agents write `none`, and lists without quotes",
    failure="A report with `[Phase_4, Phase_5]` is rejected, and one with `none` continues.",
)
VERDICT_FORMS = Amendment(
    id="A42",
    name="verdict-forms",
    title="A verdict is read as people and models write it, if it is unambiguous",
    source="decided here: how people and models write verdicts",
    failure="A review that ends with `**VERDICT: PASS**` or `- VERDICT: FAIL` has no verdict.",
    readings=(
        ReadingExample("**VERDICT: PASS**", "a review without a verdict", "the verdict PASS"),
        ReadingExample("- VERDICT: FAIL", "a review without a verdict", "the verdict FAIL"),
    ),
)
NUMBERED_TASKS = Amendment(
    id="A43",
    name="numbered-tasks",
    title="`current_task` in `state.json` may be a number",
    source="decided here: real state files have numbers there",
    failure="A state whose task is written as `3` is malformed, and no stop is reviewed.",
    readings=(ReadingExample('{"current_task": 3}', "a malformed state", "the task 3"),),
)
UNKNOWN_PHASE_REPORTED = Amendment(
    id="A44",
    name="unknown-phase-reported",
    title="A `next_phase` that is no phase is reported to the person",
    source="decided here: people and agents edit the state by hand",
    failure="A misspelt `next_phase` silently stops every review.",
    readings=(
        ReadingExample(
            '{"next_phase": "code-reveiw"}',
            "no review is due",
            "no review is due, and the person is warned of code-reveiw",
        ),
    ),
)
NATURAL_NAMES = Amendment(
    id="A45",
    name="natural-names",
    title="A review file with the name of its review is accepted",
    source="decided here: reviewers write to the name that they expect",
    failure="A review at `plan-review-1.md` is renamed away, and its reviewer has failed.",
    readings=(
        ReadingExample(
            "plan-review-1.md",
            "a file that is renamed away: the reviewer has failed",
            "the review of the plan",
        ),
    ),
)
CHAINS_BELONG_TOGETHER = Amendment(
    id="A46",
    name="chains-belong-together",
    title="Commands that depend on each other's success are one command",
    source="decided here: in separate calls, `mkdir -p a && touch a/b` loses its condition",
    failure="A command that may fail is denied, however the agent writes it.",
)
TOOLS_THAT_SERVE = Amendment(
    id="A47",
    name="tools-that-serve",
    title="A tool is advised if it can do the work, whatever the program is called",
    source="decided here: `cat a b > c` reads nothing for the agent, and `git grep` does",
    failure="The advice names a tool that cannot do the work, instead of one that can.",
)
COMMITS_IN_ONE_LINE = Amendment(
    id="A48",
    name="commits-in-one-line",
    title="The advice on a commit message of several lines shows how to write it in one",
    source="decided here: agents give messages of several lines by here-documents",
    failure="An agent repeats a commit with a message of several lines, because the advice names "
    "no other way.",
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
    readings=(
        ReadingExample(
            "#### Step 2 Summary {#step-2-summary}", "no step", "the step step-2-summary"
        ),
    ),
)
NOTHING_MISCOUNTED = Amendment(
    id="A59",
    name="nothing-miscounted",
    title="What a plan document says is counted for its own step, or reported",
    source="decided here: found by reading versions of real plan documents",
    failure=(
        "`**Depends on:** [Step 1](#step-1)` is no dependency, and the items below `### Step R1: "
        "Rework` belong to no step, or to another one, without a report."
    ),
    stored=(
        "A plan whose document is read differently now keeps what was registered, until the "
        "document changes and is registered again."
    ),
    readings=(
        ReadingExample(
            "**Depends on:** [Step 1](#step-1)", "no dependency", "a dependency on step-1"
        ),
    ),
)
IDS_KEPT_SECRET = Amendment(
    id="A60",
    name="ids-kept-secret",
    title="A rejection does not give away what it protects",
    source="decided here: agents run the command that a message shows them",
    failure=(
        "A stale session is told the current `claim_id`, repeats its request with it, and is "
        "accepted."
    ),
)
OTHER_MODELS = Amendment(
    id="A61",
    name="other-models",
    title="A `review_model` with another name is reviewed, and reported to the person",
    source="decided here: people write the names of the models that they use",
    failure="A state with `haiku` or `claude-sonnet` as its model is malformed, and no stop is "
    "reviewed.",
    readings=(ReadingExample('{"review_model": "haiku"}', "a malformed state", "a review is due"),),
)

BOXES_IN_BETWEEN = Amendment(
    id="A62",
    name="boxes-in-between",
    title="A box between two steps, or among artifacts, is reported",
    source="decided here: found by registering plans of forty kinds",
    failure=(
        "The items below `#### Cleanup` silently belong to the step above it, "
        "and a box under `**Artifacts:**` belongs to nothing."
    ),
    readings=(ReadingExample("- [ ] below `#### Cleanup`", "an item", "an item, reported"),),
)

HIDDEN_LINES = Amendment(
    id="A63",
    name="hidden-lines",
    title="Front matter, and a comment that opens behind a text, are no plan",
    source="decided here: found by registering plans as note-taking programs write them",
    failure="A heading in the front matter is the title or a step, and a box inside a comment that "
    "opens at the end of a line counts for the step above.",
    readings=(
        ReadingExample("`- [ ] a <!-- later`, `- [ ] b`, `-->`", "two items", "one item"),
        ReadingExample("`---`, `# a comment`, `---`", "the title `a comment`", "no title"),
    ),
)

COMMITS_OF_A_TEXT = Amendment(
    id="A54",
    name="commits-of-a-text",
    title="A commit counts for what its step was when it was made",
    source="decided here: a step that was committed may be changed in the document afterwards",
    failure="Reconciling completes a changed step, whoever works on it, by the commit of its "
    "earlier text.",
)
RESUMED_CLAIMS = Amendment(
    id="A55",
    name="resumed-claims",
    title="A worktree may claim the step that it holds before any other",
    source="decided here: sessions are cut off and start again in their worktree",
    failure="A session that starts again gets another step than the one whose work is in its "
    "worktree.",
)
IDS_OF_ONE_PLACE = Amendment(
    id="A56",
    name="ids-of-one-place",
    title="A claim may ask for an id above all that were given before",
    source="decided here: stores are deleted and made anew, and restored from copies",
    failure="A store that was made anew counts its claims from 1 again, and takes a session of the "
    "earlier store for the holder.",
)

NEVER_EARLIER = Amendment(
    id="A51",
    name="never-earlier",
    title="A heartbeat never moves the expiry of a live lease earlier unless it asks for that",
    source="decided here: `lease` has a default",
    failure="A heartbeat that leaves `lease` out cuts a lease of a day to the default, and another "
    "worktree takes the step while its holder works.",
)

SINCE_WHEN = Amendment(
    id="A53",
    name="since-when",
    title="The refusal of a stale claim names since when another claim holds the step",
    source="decided here: agents and people ask what happened since they last looked",
    failure="A session that is fenced off cannot tell whether its step was taken before or after "
    "its last work, so nobody knows what of it counts.",
)

RELEASE_REASONS = Amendment(
    id="A52",
    name="release-reasons",
    title="A release may say why, until the step is claimed again",
    source="decided here: people and agents release a step because something is missing",
    failure="The next worker takes a step that was released, and runs into the same obstacle, "
    "because nobody told it of that.",
)

CHANGES_2026_2 = amendments_in(globals())
