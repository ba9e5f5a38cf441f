"""Plans: how a plan becomes known, when its document has drifted, how it is brought up to date."""

from spec.amendments.changes_2026_2 import ARTIFACT_IDS_PER_PLAN, HONEST_RESYNC
from spec.amendments.corrections import RESYNC
from spec.rules.rule import Area, Clause, Rule
from spec.vocabulary.agents import CheckCommand
from spec.vocabulary.operations import OPERATIONS

EVERY_OPERATION = tuple(operation.__name__ for operation in OPERATIONS)
CHECKED_OPERATIONS = tuple(name for name in EVERY_OPERATION if name != CheckCommand.__name__)
"""The operations that can be refused."""

REGISTERING = Rule(
    id="PLN-1",
    title="Registering a document stores its plan without progress",
    clauses=(
        Clause("PLN-1.1", "A plan is identified by its path."),
        Clause(
            "PLN-1.2",
            "The document hash is the SHA-256 of the document's bytes in lower-case hexadecimal.",
            until=HONEST_RESYNC,
        ),
        Clause(
            "PLN-1.3",
            "When registering an unknown plan, the store MUST store the document's title and hash.",
        ),
        Clause(
            "PLN-1.4",
            "The store MUST store each step and substep of the document with its anchor, title, "
            "index and parent.",
        ),
        Clause(
            "PLN-1.5",
            "The index of a step or substep is its position in the document, from 0, with each "
            "step before its own substeps.",
        ),
        Clause(
            "PLN-1.6",
            "The store MUST store each checklist item with its kind, its ordinal and its text.",
        ),
        Clause(
            "PLN-1.7",
            "The ordinal of an item is its position among the items of its kind in its step or "
            "substep, from 0.",
        ),
        Clause(
            "PLN-1.8",
            "The store MUST store each dependency of a step or substep once, in the order of first "
            "mention.",
        ),
        Clause(
            "PLN-1.9",
            "The store MUST store each new step and substep as `pending`, without holder, lease, "
            "times, commit hash, completion reason and artifacts.",
        ),
        Clause(
            "PLN-1.10",
            "The store MUST store each new item as `open` and without a reason, whether or not its "
            "box is checked.",
        ),
        Clause("PLN-1.11", "The store MUST store a newly registered plan as `active`."),
        Clause(
            "PLN-1.12",
            "The answer's `step_count` MUST be the number of top-level steps in the document.",
        ),
        Clause(
            "PLN-1.13",
            "The answer's `substep_count` MUST be the number of substeps in the document.",
        ),
        Clause(
            "PLN-1.14",
            "The answer's `dep_count` MUST be the number of stored dependencies of steps and "
            "substeps.",
        ),
        Clause(
            "PLN-1.15",
            "The answer's `checklist_count` MUST be the number of items in the document.",
        ),
        Clause(
            "PLN-1.16",
            "For a new plan, `already_initialized` and `resynced` MUST be false, and `kept` and "
            "`dropped` 0.",
        ),
        Clause(
            "PLN-1.17",
            "The document hash is the SHA-256, in lower-case hexadecimal, of the document's bytes "
            "with every progress mark cleared (DOC-1.6).",
            since=HONEST_RESYNC,
        ),
        Clause(
            "PLN-1.18",
            "The store MUST store a new plan with the counter `last_artifact_id` at 0.",
            since=ARTIFACT_IDS_PER_PLAN,
        ),
    ),
    operations=("Register",),
    source=(
        "seeds 000, line 165; seeds 001, line 41; decided here: the seeds do not list what "
        "registering stores and answers"
    ),
)

REGISTERING_AGAIN = Rule(
    id="PLN-2",
    title="Registering an unchanged plan again changes nothing",
    clauses=(
        Clause(
            "PLN-2.1",
            "The store MUST NOT change anything when it registers a plan that it holds with the "
            "same document hash.",
        ),
        Clause(
            "PLN-2.2",
            "The answer MUST set `already_initialized` to true and `resynced` to false.",
        ),
        Clause("PLN-2.3", "Every count in the answer MUST be 0."),
    ),
    operations=("Register",),
    source="decided here: registering has to be safe to repeat",
    why="A worker that starts cannot know whether another has registered the plan already.",
)

UNKNOWN_PLAN = Rule(
    id="PLN-3",
    title="Operations on an unknown plan are rejected",
    clauses=(
        Clause(
            "PLN-3.1",
            "The store MUST reject an operation on an unknown plan with E047 `unknown_plan`, "
            "unless it is `Register`, `Commit`, `Stop` or `CheckCommand`.",
        ),
        Clause(
            "PLN-3.2",
            "The store MUST answer an operation by the first check that fails, in the order in "
            "which its contract lists the checks.",
        ),
        Clause("PLN-3.3", "The store MUST NOT change anything when it rejects an operation."),
        Clause(
            "PLN-3.4",
            "A rejection MUST carry its code, its reason word and the details that the table of "
            "rejections lists.",
        ),
    ),
    operations=CHECKED_OPERATIONS,
    source="decided here: two implementations have to answer alike when several checks fail",
)

PLAN_WITHOUT_STEPS = Rule(
    id="PLN-4",
    title="A plan has at least one step",
    clauses=(
        Clause(
            "PLN-4.1",
            "The store MUST reject a document without steps with E032 `plan_without_steps`.",
        ),
        Clause(
            "PLN-4.2",
            "The store MUST leave a known plan unchanged when it rejects a document.",
            since=RESYNC,
        ),
    ),
    operations=("Register",),
    source="decided here: the seeds have no plan without steps",
    why="A plan without steps would be done before anyone had worked on it.",
)

SOUND_STRUCTURE = Rule(
    id="PLN-5",
    title="Anchors are unique, dependencies exist and have no cycle",
    clauses=(
        Clause(
            "PLN-5.1",
            "The store MUST reject a document in which an anchor occurs twice, on steps or "
            "substeps, with E006 `duplicate_anchor`.",
        ),
        Clause(
            "PLN-5.2",
            "E006 `duplicate_anchor` MUST name the first anchor that repeats an earlier one.",
        ),
        Clause(
            "PLN-5.3",
            "The store MUST reject a dependency on an anchor that the document lacks with E010 "
            "`unknown_dependency`.",
        ),
        Clause(
            "PLN-5.4",
            "E010 `unknown_dependency` MUST name the first step or substep in document order that "
            "has an unknown dependency.",
        ),
        Clause(
            "PLN-5.5",
            "E010 `unknown_dependency` MUST name the first unknown dependency of that step or "
            "substep.",
        ),
        Clause(
            "PLN-5.6",
            "The store MUST reject a document with a cycle of dependencies with E011 "
            "`circular_dependency`.",
        ),
        Clause(
            "PLN-5.7",
            "E011 `circular_dependency` MUST name the step or substep with the lowest index on a "
            "cycle.",
        ),
        Clause(
            "PLN-5.8",
            "Steps and substeps form a cycle when each names the next as a dependency and the last "
            "names the first.",
        ),
        Clause(
            "PLN-5.9",
            "Top-level steps alone also form a cycle when each names the next, or a substep of it, "
            "as a dependency, where the first comes next after the last.",
            source="decided here: such a plan could never be finished",
        ),
        Clause(
            "PLN-5.10",
            "A top-level step that depends on its own substep is on a cycle.",
            source="decided here: such a plan could never be finished",
        ),
    ),
    operations=("Register",),
    source="decided here: an ambiguous or circular plan could never be finished",
    why=(
        "Substeps are claimed only together with their parent, so a step that waits for a substep "
        "waits for the parent as well. A plan with a cycle through a parent could never be "
        "completed."
    ),
)

DRIFT = Rule(
    id="PLN-6",
    title="Changes that depend on the document are rejected after drift",
    clauses=(
        Clause(
            "PLN-6.1",
            "A plan has drifted when the document hash of a request differs from the stored one.",
        ),
        Clause(
            "PLN-6.2",
            "The store MUST reject every claim on a drifted plan with E048 `plan_drift`.",
        ),
        Clause(
            "PLN-6.3",
            "The store MUST reject an update, a batch or a completion on a drifted plan with E048 "
            "`plan_drift` unless the request sets `allow_drift`.",
        ),
        Clause(
            "PLN-6.4",
            "E048 `plan_drift` MUST name the stored hash and the hash of the document.",
        ),
        Clause(
            "PLN-6.5",
            "The answer to `Show` MUST contain everything that is stored about the plan.",
        ),
        Clause(
            "PLN-6.6",
            "The answer to `Show` MUST set `drifted` to true exactly when the plan has drifted.",
        ),
        Clause(
            "PLN-6.7",
            "The store MUST NOT check for drift in `Start`, `Heartbeat`, `Release`, `Reset`, "
            "`RecordArtifact`, `Ready` and `Reconcile`.",
            kept_outside="the requests of these operations carry no document hash",
        ),
        Clause(
            "PLN-6.8",
            "The state update of a commit MUST fail on a drifted plan (COM-2).",
            source="seeds 000, lines 306, 315-317",
        ),
    ),
    operations=("Claim", "Update", "Batch", "Complete", "Show", "Commit"),
    source=(
        "seeds 000, lines 119, 306; decided here: the seeds do not list the operations that check "
        "for drift"
    ),
    why=(
        "Ordinals and anchors refer to the registered document. Operations on the lease or the "
        "holder do not depend on the document."
    ),
)

RESYNCHRONISING = Rule(
    id="PLN-7",
    title="Registering a changed document updates the plan",
    clauses=(
        Clause(
            "PLN-7.1",
            "The store MUST NOT change anything when it registers a known plan, whatever the "
            "document hash.",
            until=RESYNC,
            source="decided here: in the seeds' program, registering a known plan changes nothing",
        ),
        Clause(
            "PLN-7.2",
            "The answer MUST set `already_initialized` to true and every count to 0.",
            until=RESYNC,
            source="decided here: nothing is stored, so nothing is counted",
        ),
        Clause(
            "PLN-7.3",
            "A resynchronisation is the registration of a known plan with another document hash, "
            "by a document that passes PLN-4 and PLN-5.",
            since=RESYNC,
        ),
        Clause(
            "PLN-7.4",
            "A resynchronisation MUST replace title, document hash and steps by those of the new "
            "document.",
            since=RESYNC,
            source="A12; seeds 000, lines 358-359",
        ),
        Clause(
            "PLN-7.5",
            "A substep is kept when the stored plan has a completed substep with the same anchor "
            "and the same parent anchor.",
            since=RESYNC,
            until=HONEST_RESYNC,
        ),
        Clause(
            "PLN-7.6",
            "A top-level step is kept when it was completed as a top-level step and all its "
            "substeps in the new document are kept.",
            since=RESYNC,
            until=HONEST_RESYNC,
        ),
        Clause(
            "PLN-7.7",
            "The store MUST keep a completed substep even when it does not keep its parent.",
            since=RESYNC,
            until=HONEST_RESYNC,
        ),
        Clause(
            "PLN-7.8",
            "The store MUST treat a step that moved between top level and substep, or to another "
            "parent, as new.",
            since=RESYNC,
        ),
        Clause(
            "PLN-7.9",
            "The store MUST NOT change status, holder, times, commit hash, completion reason and "
            "artifacts of a kept step or substep.",
            since=RESYNC,
        ),
        Clause(
            "PLN-7.10",
            "The store MUST take index, title, dependencies and items of a kept step or substep "
            "from the new document.",
            since=RESYNC,
        ),
        Clause(
            "PLN-7.11",
            "The store MUST keep an item of a kept step or substep `deferred`, with its reason, if "
            "the old item of that kind and ordinal was.",
            since=RESYNC,
            until=HONEST_RESYNC,
        ),
        Clause(
            "PLN-7.12",
            "The store MUST store every other item of a kept step or substep as `completed` and "
            "without a reason.",
            since=RESYNC,
            until=HONEST_RESYNC,
        ),
        Clause(
            "PLN-7.13",
            "The store MUST store every other step and substep of the new document as new (PLN-1).",
            since=RESYNC,
            until=HONEST_RESYNC,
        ),
        Clause(
            "PLN-7.14",
            "The store MUST NOT give the ids of removed artifacts again.",
            since=RESYNC,
        ),
        Clause(
            "PLN-7.15",
            "A resynchronisation MUST NOT change the plan's reviews or its iteration loop.",
            since=RESYNC,
        ),
        Clause(
            "PLN-7.16",
            "A resynchronisation MUST set the plan to `done` if all its top-level steps are "
            "completed, and to `active` otherwise.",
            since=RESYNC,
        ),
        Clause(
            "PLN-7.17",
            "The answer MUST set `resynced` to true and `already_initialized` to false.",
            since=RESYNC,
        ),
        Clause(
            "PLN-7.18",
            "The answer's `step_count`, `substep_count`, `dep_count` and `checklist_count` MUST be "
            "those of the new document.",
            since=RESYNC,
        ),
        Clause(
            "PLN-7.19",
            "The answer's `kept` MUST be the number of completed steps and substeps that are kept.",
            since=RESYNC,
            until=HONEST_RESYNC,
        ),
        Clause(
            "PLN-7.20",
            "The answer's `dropped` MUST be the number of completed steps and substeps that are "
            "not kept.",
            since=RESYNC,
            until=HONEST_RESYNC,
        ),
        Clause(
            "PLN-7.21",
            "The counterpart of a step or substep is the stored one with the same anchor and the "
            "same parent anchor, if there is one.",
            since=HONEST_RESYNC,
        ),
        Clause(
            "PLN-7.22",
            "A step or substep is unchanged when its counterpart has the same title, the same "
            "dependencies in any order, and the same items by kind, ordinal and text.",
            since=HONEST_RESYNC,
        ),
        Clause(
            "PLN-7.23",
            "A pending step or substep, and a completed substep, is kept when it is unchanged.",
            since=HONEST_RESYNC,
        ),
        Clause(
            "PLN-7.24",
            "A completed top-level step is kept when it is unchanged and each of its substeps in "
            "the new document is a completed one that is kept.",
            since=HONEST_RESYNC,
        ),
        Clause(
            "PLN-7.25",
            "A held top-level step is kept when it is unchanged and all that it depends on is "
            "completed and kept.",
            since=HONEST_RESYNC,
        ),
        Clause(
            "PLN-7.26",
            "A held substep is kept when it is unchanged and its parent is kept.",
            since=HONEST_RESYNC,
        ),
        Clause(
            "PLN-7.27",
            "The store MUST NOT change the lease of a kept step or substep.",
            since=HONEST_RESYNC,
        ),
        Clause(
            "PLN-7.28",
            "The store MUST keep a completed substep that is unchanged, even when it does not "
            "keep its parent.",
            since=HONEST_RESYNC,
        ),
        Clause(
            "PLN-7.29",
            "The store MUST store a step or substep with a counterpart that is not kept as "
            "`pending`, without holder, lease, times, commit hash and completion reason.",
            since=HONEST_RESYNC,
        ),
        Clause(
            "PLN-7.30",
            "A resynchronisation MUST NOT remove or change the artifacts of a step or substep that "
            "has a counterpart.",
            since=HONEST_RESYNC,
        ),
        Clause(
            "PLN-7.31",
            "An item's counterpart is the stored item of the step's counterpart with its kind and "
            "text; of several, the one in the same position among them.",
            since=HONEST_RESYNC,
        ),
        Clause(
            "PLN-7.32",
            "The store MUST keep the status and the reason of each item that has a counterpart.",
            since=HONEST_RESYNC,
        ),
        Clause(
            "PLN-7.33",
            "The store MUST store an item without a counterpart, and a step or substep without "
            "one, as new (PLN-1).",
            since=HONEST_RESYNC,
        ),
        Clause(
            "PLN-7.34",
            "A stored step or substep has progress when it is not `pending`, when it has an "
            "artifact, and when one of its items is not `open`.",
            since=HONEST_RESYNC,
        ),
        Clause(
            "PLN-7.35",
            "The answer's `kept_steps` MUST list the anchors of the kept steps and substeps with "
            "progress, in document order.",
            since=HONEST_RESYNC,
        ),
        Clause(
            "PLN-7.36",
            "The answer's `changed_steps` MUST list the anchors of the steps and substeps whose "
            "counterpart has progress and is not kept, in document order.",
            since=HONEST_RESYNC,
        ),
        Clause(
            "PLN-7.37",
            "The answer's `removed_steps` MUST list the anchors of the stored steps and substeps "
            "with progress that are no counterpart, in their former order.",
            since=HONEST_RESYNC,
        ),
        Clause(
            "PLN-7.38",
            "The answer's `kept` MUST be the length of `kept_steps`.",
            since=HONEST_RESYNC,
        ),
        Clause(
            "PLN-7.39",
            "The answer's `dropped` MUST be the number of anchors in `changed_steps` and "
            "`removed_steps`.",
            since=HONEST_RESYNC,
        ),
        Clause(
            "PLN-7.40",
            "A resynchronisation MUST NOT change `last_artifact_id`.",
            since=ARTIFACT_IDS_PER_PLAN,
        ),
    ),
    operations=("Register",),
    source="A12",
    why=(
        "Without it drift is a dead end: the advice is to register again, and registering again "
        "does nothing. Progress, including a claim, is kept where the text of the step is "
        "unchanged. Where it changed, the work may no longer fit, so the step becomes pending, "
        "keeps its unchanged items, and is listed in the answer. A held step whose dependency "
        "becomes pending is reset too: its work was based on what has changed."
    ),
)

INDEPENDENCE = Rule(
    id="PLN-8",
    title="Plans do not affect one another",
    clauses=(
        Clause(
            "PLN-8.1",
            "The store MUST NOT change any plan other than the one that an operation names.",
        ),
        Clause(
            "PLN-8.2",
            "An answer MUST NOT depend on any other plan, except for the artifact ids of CHK-10.",
            until=ARTIFACT_IDS_PER_PLAN,
        ),
        Clause("PLN-8.3", "The same anchor in two plans names two different steps."),
        Clause(
            "PLN-8.4",
            "An answer MUST NOT depend on any other plan.",
            since=ARTIFACT_IDS_PER_PLAN,
        ),
    ),
    operations=EVERY_OPERATION,
    source="seeds 002, line 63",
)

AREA = Area(
    name="plans",
    prefix="PLN",
    title="Plans",
    introduction=(
        "A plan is a document that lists steps. Registering it stores its steps; from then on the "
        "progress is in the store, not in the document. While the stored hash equals the hash of "
        "the document, anchors and ordinals mean the same in both."
    ),
    rules=(
        REGISTERING,
        REGISTERING_AGAIN,
        UNKNOWN_PLAN,
        PLAN_WITHOUT_STEPS,
        SOUND_STRUCTURE,
        DRIFT,
        RESYNCHRONISING,
        INDEPENDENCE,
    ),
    vocabulary=("state", "plans"),
    properties=(
        *("INV-9", "STP-1", "STP-2", "STP-3", "STP-8", "STP-46", "STP-47", "STP-48", "STP-69"),
        *("RCH-5", "RCH-6"),
    ),
)
