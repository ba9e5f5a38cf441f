"""Plans: what a plan document says, and registering it."""

from dataclasses import dataclass
from typing import Annotated

from spec.vocabulary.domains import DOCUMENT, LIST, Anchor, DocumentHash, Path, Time, Title
from spec.vocabulary.items import ItemKind


@dataclass(frozen=True, slots=True)
class ItemDefinition:
    """A checklist line. Its ordinal is its position among the lines of its kind in the step."""

    kind: ItemKind
    text: Title


@dataclass(frozen=True, slots=True)
class StepDefinition:
    """A step, or a substep if it is in another step's `substeps` (it then has none)."""

    anchor: Anchor
    title: Title
    dependencies: Annotated[tuple[Anchor, ...], LIST] = ()
    items: Annotated[tuple[ItemDefinition, ...], LIST] = ()
    substeps: Annotated[tuple["StepDefinition", ...], LIST] = ()


@dataclass(frozen=True, slots=True)
class PlanDefinition:
    """A plan document: its title, its hash as lower-case hex, its steps."""

    title: Title
    document_hash: DocumentHash
    steps: Annotated[tuple[StepDefinition, ...], LIST]


@dataclass(frozen=True, slots=True)
class Register:
    """Register a plan, or resynchronise a registered one with its changed document."""

    plan: Path
    definition: Annotated[PlanDefinition, DOCUMENT]
    now: Time


@dataclass(frozen=True, slots=True)
class Registered:
    """Counts of what was stored, all 0 if the document was already registered.

    `kept` and `dropped` count the steps and substeps that a resynchronisation kept as they were, or
    did not: those that were completed, and since A31 all with progress. Since A31 their anchors are
    listed too: `kept_steps` are kept, `changed_steps` stand in the new document but are not kept,
    `removed_steps` are gone.
    """

    already_initialized: bool
    step_count: int = 0
    substep_count: int = 0
    dep_count: int = 0
    checklist_count: int = 0
    resynced: bool = False
    kept: int = 0
    dropped: int = 0
    kept_steps: tuple[str, ...] = ()
    changed_steps: tuple[str, ...] = ()
    removed_steps: tuple[str, ...] = ()
