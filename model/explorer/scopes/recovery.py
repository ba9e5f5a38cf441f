"""The scope of the orchestrator's runs: four assignments, and what may disturb them."""

from model.explorer.scopes.scope import (
    ANY_DOCUMENT,
    PLAN,
    TASK,
    WORKTREES,
    OrchestrationScope,
    committed,
    definition,
)
from model.explorer.situations import Begin, Documents, Edit, Fault, NextCall
from spec.vocabulary.checklists import Batch, BatchEntry, StatusChange, Update
from spec.vocabulary.claims import Claim
from spec.vocabulary.completion import Reconcile
from spec.vocabulary.holding import Reset
from spec.vocabulary.items import ItemKind, ItemStatus
from spec.vocabulary.plans import ItemDefinition, Register, StepDefinition
from spec.vocabulary.recovery import Checkpoint, Count, Judgement, Review

STEP, OTHER = "build", WORKTREES[1]
ITEMS = (TASK, ItemDefinition(ItemKind.CHECKPOINT, "A checkpoint"))
ALONE = StepDefinition(STEP, "Build", items=ITEMS)
PARENT = StepDefinition(STEP, "Build", items=ITEMS, substeps=(StepDefinition("build-1", "Part"),))

PASSED = Review(True, (Checkpoint(0, Judgement.PASS),))
FAILED = Review(True, (Checkpoint(0, Judgement.FAIL, "does not start"),))

WORK = (
    Begin(0, PASSED, Count(tasks=1)),
    Begin(0, FAILED, Count(tasks=0)),
    Begin(1, PASSED, Count(tasks=1)),
    Begin(0, Review(False, PASSED.checkpoints), Count(tasks=1)),
)

HOLDER = (PLAN, STEP, WORKTREES[0])
LATER = BatchEntry(ItemKind.TASK, 0, ItemStatus.DEFERRED, "later")

DISTURBANCES = (
    Claim(PLAN, OTHER, "", 0, force=True),
    Reset(PLAN, STEP, 0),
    Update(*HOLDER, (StatusChange(ItemStatus.OPEN, ItemKind.TASK, 0),), "", 0, allow_reopen=True),
    Batch(*HOLDER, (LATER,), "", 0),
    Update(*HOLDER, (StatusChange(ItemStatus.COMPLETED),), "", 0),
    Reconcile(PLAN, committed((STEP, "a")), 0),
    Edit(PLAN, 2),
    Register(PLAN, ANY_DOCUMENT, 0),
    Fault("the store cannot be reached"),
    Fault("git refuses", (("git_succeeds", False),)),
    Fault("the root of the repository is gone", (("root_found", False),)),
    Fault("the document cannot be read", (("document_hash", None),)),
)

RECOVERY = OrchestrationScope(
    "recovery",
    "One step brought from its claim to its commit, and at most two disturbances anywhere.",
    Documents(
        (
            (
                PLAN,
                (definition("a", ALONE), definition("b", PARENT), definition("c", ALONE)),
            ),
        )
    ),
    WORKTREES[:2],
    (*WORK, NextCall(), *DISTURBANCES),
)
