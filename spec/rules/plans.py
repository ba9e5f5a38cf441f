"""Plans: how a plan becomes known, when its document has drifted, how it is brought up to date."""

from spec.amendments import RESYNC
from spec.rules.rule import Area, Rule
from spec.vocabulary.agents import CheckCommand
from spec.vocabulary.commits import Commit
from spec.vocabulary.operations import OPERATIONS
from spec.vocabulary.plans import Register
from spec.vocabulary.reviews import Stop

EVERY_OPERATION = tuple(operation.__name__ for operation in OPERATIONS)
NEEDS_NO_PLAN = tuple(kind.__name__ for kind in (Register, Commit, Stop, CheckCommand))

REGISTERING = Rule(
    id="PLN-1",
    title="Registering stores the document's plan, untouched",
    sentences=(
        "A plan is identified by its path.",
        "Registering an unknown plan MUST store its title, its document hash, its steps and "
        "substeps, their dependencies and their checklist items.",
        "The document hash is the SHA-256 of the document's bytes in lower-case hexadecimal.",
        "A step or substep has its position in the document as its index; steps and substeps are "
        "counted together, from 0, each step before its own substeps.",
        "An item has its position among the items of its kind in its step as its ordinal, from 0.",
        "Every step and substep starts `pending`: without holder, lease, times, commit hash, "
        "completion reason and artifacts.",
        "Every item starts `open` and without a reason, even if its box is ticked in the document.",
        "The plan starts `active`.",
        "A dependency that one step names several times is stored once, where it is first named.",
        "The answer MUST count what was stored: `step_count` top-level steps, `substep_count` "
        "substeps, `dep_count` dependencies of steps and substeps, `checklist_count` items.",
    ),
    operations=("Register",),
    source="behaviour, section 3",
)

REGISTERING_AGAIN = Rule(
    id="PLN-2",
    title="Registering an unchanged plan again changes nothing",
    sentences=(
        "Registering a plan that is stored with the same document hash MUST change nothing.",
        "The answer says `already_initialized`, and all its counts are 0.",
        "The hashes are compared first: PLN-4 and PLN-5 are not looked at when they are equal.",
    ),
    operations=("Register",),
    source="behaviour, section 3",
    why="A worker that starts cannot know whether another has registered the plan already.",
)

UNKNOWN_PLAN = Rule(
    id="PLN-3",
    title="Nothing is done for an unknown plan",
    sentences=(
        "Every operation other than registering, a commit, a stop and the check of a command MUST "
        "be rejected with E047 `unknown_plan` if its plan is not registered.",
        "This is checked before anything else that the operation checks.",
        "The git commit for an unknown plan stands, and the update of the state fails (COM-2).",
        "A stop of an agent that works on an unknown plan is answered as one without any state "
        "(REV-2).",
        "The check of a command looks at no plan.",
    ),
    operations=tuple(name for name in EVERY_OPERATION if name not in NEEDS_NO_PLAN),
    source="behaviour, section 3",
)

PLAN_WITHOUT_STEPS = Rule(
    id="PLN-4",
    title="A plan has at least one step",
    sentences=(
        "A document without steps MUST be rejected with E032 `plan_without_steps`.",
        "A rejected registration changes nothing, even if the plan is known with another hash.",
    ),
    operations=("Register",),
    source="behaviour, section 3",
    why="A plan without steps would be done before anyone had worked on it.",
)

SOUND_STRUCTURE = Rule(
    id="PLN-5",
    title="Anchors are unique, dependencies exist, and no step waits for itself",
    sentences=(
        "A document that passes PLN-4 MUST be checked in this order, and stored only if no check "
        "fails.",
        "First: an anchor that stands twice, on steps or substeps, is E006 `duplicate_anchor`; the "
        "rejection names the first anchor that appears for the second time.",
        "Second: a dependency on an anchor that the document lacks is E010 `unknown_dependency`; "
        "the rejection names the first such step in document order, and the first such dependency "
        "it names.",
        "Third: a cycle is E011 `circular_dependency`; the rejection names the step or substep "
        "with the lowest index on a cycle.",
        "Steps and substeps form a cycle if each depends on the next, as written, and the last "
        "on the first.",
        "Top-level steps also form a cycle in the same way when a dependency of a top-level step "
        "on a substep is taken as a dependency on that substep's parent; a step that depends on "
        "its own substep is such a cycle.",
    ),
    operations=("Register",),
    source="behaviour, section 3; the second form of cycle is decided here",
    why=(
        "Substeps are claimed only together with their parent, so a step that waits for a substep "
        "waits for the parent as well. A cycle of the second form would be a plan that nobody can "
        "ever finish."
    ),
)

DRIFT = Rule(
    id="PLN-6",
    title="Drift stops changes that trust the document",
    sentences=(
        "A plan has drifted when the hash of its document differs from the stored one.",
        "A claim on a drifted plan MUST be rejected with E048 `plan_drift`, without exception.",
        "An update, a batch and a completion on a drifted plan MUST be rejected with E048 "
        "`plan_drift` unless the request sets `allow_drift`.",
        "The rejection names the stored hash and the hash of the document.",
        "Showing a drifted plan is accepted, and the answer MUST say `drifted`.",
        "Starting, heartbeat, release, reset, recording an artifact, ready and reconcile MUST NOT "
        "look for drift.",
        "A git commit on a drifted plan stands; the update of the state MUST fail (COM-2), and "
        "nothing allows it.",
    ),
    operations=("Claim", "Update", "Batch", "Complete", "Show", "Commit"),
    source="behaviour, section 3; RCR D07",
    why=(
        "Ordinals and anchors mean what the registered document says. What only concerns the "
        "lease or the holder does not depend on the document."
    ),
)

RESYNCHRONISING = Rule(
    id="PLN-7",
    title="Registering a changed plan brings it up to date",
    sentences=(
        "Registering a known plan with another hash, by a document that passes PLN-4 and PLN-5, "
        "MUST replace title, hash and steps by those of the new document.",
        "A substep is kept if a substep of that anchor was completed whose parent had the same "
        "anchor as its parent has now.",
        "A top-level step is kept if it was completed as a top-level step and every substep that "
        "the new document gives it is kept.",
        "A completed substep is kept on its own account, even if its parent is not kept.",
        "A step that moved from top level to substep, from substep to top level or to another "
        "parent is a new step.",
        "A kept step or substep stays completed and keeps its holder, times, commit hash, "
        "completion reason and artifacts; it takes index, title, dependencies and items from the "
        "new document.",
        "An item of a kept step is `deferred`, with its reason, if the old item of the same kind "
        "and ordinal was; every other item of a kept step is `completed`.",
        "Every other step and substep is as newly registered: its claim, its commit hash, its "
        "progress and its artifacts are gone.",
        "The ids of artifacts that are gone MUST NOT be given again.",
        "The plan's reviews and its iteration loop are not changed.",
        "The plan becomes `done` if all its top-level steps are completed, else `active`.",
        "The answer says `resynced`, gives the counts of the new document as in PLN-1, and counts "
        "as `kept` and `dropped` the steps and substeps that were completed before and were kept "
        "or not; `already_initialized` is false.",
    ),
    operations=("Register",),
    source="Decided here",
    why=(
        "Without it drift is a dead end: the advice is to register again, and registering again "
        "does nothing. Finished work is kept because it stands in the history; work under way is "
        "dropped because nobody knows whether it still fits the new text."
    ),
    amendment=RESYNC,
    before=(
        "Registering a known plan MUST change nothing, whatever the hash of the document.",
        "The answer says `already_initialized`, and all its counts are 0.",
    ),
)

INDEPENDENCE = Rule(
    id="PLN-8",
    title="Plans do not affect one another",
    sentences=(
        "An operation names one plan and MUST NOT change any other plan.",
        "Its answer MUST NOT depend on any other plan, except that artifact ids ascend over the "
        "whole store.",
        "The same anchor in two plans names two different steps.",
    ),
    operations=EVERY_OPERATION,
    source="behaviour, section 3",
)

AREA = Area(
    name="plans",
    prefix="PLN",
    title="Plans",
    introduction=(
        "A plan is a document that lists steps. Registering it makes its steps known; from then on "
        "the store, not the document, says how far the work has come. The stored hash ties the two "
        "together: while it equals the hash of the document, anchors and ordinals mean the same in "
        "both."
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
    vocabulary=("state", "plans", "showing"),
    properties=("INV-9", "STP-1", "STP-2", "STP-3", "STP-8", "RCH-5", "RCH-6"),
)
