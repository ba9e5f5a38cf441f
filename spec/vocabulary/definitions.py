"""Definitions: what a plan document says, before any work on it. Input of registering."""

from dataclasses import dataclass

from spec.vocabulary.state import ItemKind


@dataclass(frozen=True, slots=True)
class ItemDefinition:
    """A checklist line. Its ordinal is its position among the lines of its kind in the step."""

    kind: ItemKind
    text: str


@dataclass(frozen=True, slots=True)
class StepDefinition:
    """A step, or a substep when it stands in another step's `substeps` (which then has none)."""

    anchor: str
    title: str
    dependencies: tuple[str, ...] = ()
    items: tuple[ItemDefinition, ...] = ()
    substeps: tuple["StepDefinition", ...] = ()


@dataclass(frozen=True, slots=True)
class PlanDefinition:
    """A plan document: its title, the SHA-256 of its bytes in lower-case hex, its steps."""

    title: str
    document_hash: str
    steps: tuple[StepDefinition, ...]
