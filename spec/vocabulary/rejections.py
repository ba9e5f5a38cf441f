"""Rejections: why an operation was rejected. A rejected operation changes nothing.

Every rejection has a code, a reason word of that code, and details that name what was found. Create
rejections by the functions below only, so that code, word and details always match.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spec.vocabulary.items import ItemKind


class Code(StrEnum):
    """The stable codes of rejections."""

    DUPLICATE_ANCHOR = "E006"
    UNKNOWN_DEPENDENCY = "E010"
    CIRCULAR_DEPENDENCY = "E011"
    PLAN_WITHOUT_STEPS = "E032"
    STORE_UNAVAILABLE = "E046"
    INVALID_REQUEST = "E047"
    PLAN_DRIFT = "E048"
    OWNERSHIP_VIOLATION = "E049"
    NOT_CLAIMED = "E050"
    INCOMPLETE_CHECKLIST = "E051"
    INCOMPLETE_SUBSTEPS = "E052"


REASON_WORDS: dict[Code, tuple[str, ...]] = {
    Code.DUPLICATE_ANCHOR: ("duplicate_anchor",),
    Code.UNKNOWN_DEPENDENCY: ("unknown_dependency",),
    Code.CIRCULAR_DEPENDENCY: ("circular_dependency",),
    Code.PLAN_WITHOUT_STEPS: ("plan_without_steps",),
    Code.STORE_UNAVAILABLE: ("store_unavailable",),
    Code.INVALID_REQUEST: (
        "unknown_plan",
        "unknown_step",
        "empty_batch",
        "duplicate_entry",
        "unknown_item",
        "invalid_kind",
        "invalid_status",
        "missing_reason",
        "no_update",
        "reopen_not_allowed",
        "invalid_request",
        "missing_summary",
        "undersized_summary",
    ),
    Code.PLAN_DRIFT: ("plan_drift",),
    Code.OWNERSHIP_VIOLATION: ("ownership_violation", "stale_claim"),
    Code.NOT_CLAIMED: ("not_claimed",),
    Code.INCOMPLETE_CHECKLIST: ("incomplete_checklist",),
    Code.INCOMPLETE_SUBSTEPS: ("incomplete_substeps",),
}

Detail = str | int | None


@dataclass(frozen=True, slots=True)
class Rejected:
    """A rejection: its code, its reason word, and details as pairs of name and value."""

    code: Code
    reason: str
    details: tuple[tuple[str, Detail], ...] = ()

    def __str__(self) -> str:
        found = ", ".join(f"{name} {value}" for name, value in self.details)
        return f"{self.code} {self.reason}" + (f" ({found})" if found else "")


def _reject(code: Code, reason: str | None = None, **details: Detail) -> Rejected:
    return Rejected(code, reason or REASON_WORDS[code][0], tuple(details.items()))


def duplicate_anchor(step: str) -> Rejected:
    """Refuse a document: `step` is the first anchor that stands there for the second time."""
    return _reject(Code.DUPLICATE_ANCHOR, step=step)


def unknown_dependency(step: str, dependency: str) -> Rejected:
    """Refuse a document: the first step, in document order, that depends on what is not there."""
    return _reject(Code.UNKNOWN_DEPENDENCY, step=step, dependency=dependency)


def circular_dependency(step: str) -> Rejected:
    """Refuse a document: `step` is the first, in document order, that waits for itself."""
    return _reject(Code.CIRCULAR_DEPENDENCY, step=step)


def plan_without_steps() -> Rejected:
    """Refuse a document without steps."""
    return _reject(Code.PLAN_WITHOUT_STEPS)


def unknown_plan(plan: str) -> Rejected:
    """Refuse an operation on a plan that is not registered."""
    return _reject(Code.INVALID_REQUEST, "unknown_plan", plan=plan)


def unknown_step(step: str) -> Rejected:
    """Refuse an operation on a step that the plan does not have."""
    return _reject(Code.INVALID_REQUEST, "unknown_step", step=step)


def empty_batch() -> Rejected:
    """Refuse a batch that asks for nothing."""
    return _reject(Code.INVALID_REQUEST, "empty_batch")


def duplicate_entry(kind: str, ordinal: int) -> Rejected:
    """Refuse a batch: the first entry that names an item for the second time."""
    return _reject(Code.INVALID_REQUEST, "duplicate_entry", kind=kind, ordinal=ordinal)


def unknown_item(kind: "ItemKind", ordinal: int, count: int) -> Rejected:
    """Refuse a request for an item that the step lacks: valid ordinals are 0 to `count` - 1."""
    return _reject(
        Code.INVALID_REQUEST, "unknown_item", kind=str(kind), ordinal=ordinal, count=count
    )


def invalid_kind(kind: str) -> Rejected:
    """Refuse a batch with a word that is no item kind."""
    return _reject(Code.INVALID_REQUEST, "invalid_kind", kind=kind)


def invalid_status(status: str) -> Rejected:
    """Refuse a request with a word that is no status an item may be given there."""
    return _reject(Code.INVALID_REQUEST, "invalid_status", status=status)


def missing_reason() -> Rejected:
    """Refuse to defer an item without saying why."""
    return _reject(Code.INVALID_REQUEST, "missing_reason")


def no_update() -> Rejected:
    """Refuse an update that changes nothing it could name."""
    return _reject(Code.INVALID_REQUEST, "no_update")


def reopen_not_allowed() -> Rejected:
    """Refuse to open items without the caller's explicit permission."""
    return _reject(Code.INVALID_REQUEST, "reopen_not_allowed")


def invalid_request(given: str | int) -> Rejected:
    """Refuse what cannot be asked, naming what was given.

    A release that names `both` authorities or `neither`, and a `release` before A02; a limit that
    is too small; a report or a review of what was `not_started`, or has ended with a status.
    """
    return _reject(Code.INVALID_REQUEST, "invalid_request", given=given)


def missing_summary() -> Rejected:
    """Refuse the report of an iteration that left no summary."""
    return _reject(Code.INVALID_REQUEST, "missing_summary")


def undersized_summary(found: int, least: int) -> Rejected:
    """Refuse the report of an iteration whose summary has fewer bytes than the least."""
    return _reject(Code.INVALID_REQUEST, "undersized_summary", found=found, least=least)


def store_unavailable() -> Rejected:
    """Refuse an operation because the store cannot be used."""
    return _reject(Code.STORE_UNAVAILABLE)


def plan_drift(stored_hash: str, document_hash: str) -> Rejected:
    """Refuse to work on a plan whose document is no longer the registered one."""
    return _reject(Code.PLAN_DRIFT, stored_hash=stored_hash, document_hash=document_hash)


def ownership_violation(step: str, holder: str, caller: str) -> Rejected:
    """Refuse a caller who does not hold `step` (the named one, also if its parent decides)."""
    return _reject(Code.OWNERSHIP_VIOLATION, step=step, holder=holder, caller=caller)


def stale_claim(given: int | None, current: int | None) -> Rejected:
    """Refuse a request that was made under another claim than the current one, or under none."""
    return _reject(Code.OWNERSHIP_VIOLATION, "stale_claim", given=given, current=current)


def not_claimed(step: str, status: str) -> Rejected:
    """Refuse because of the status found; `unknown` for a step that the plan does not have."""
    return _reject(Code.NOT_CLAIMED, step=step, status=status)


def incomplete_checklist(open_items: int) -> Rejected:
    """Refuse to complete a step with open items."""
    return _reject(Code.INCOMPLETE_CHECKLIST, open_items=open_items)


def incomplete_substeps(unfinished_substeps: int) -> Rejected:
    """Refuse to complete a step with substeps that are not completed."""
    return _reject(Code.INCOMPLETE_SUBSTEPS, unfinished_substeps=unfinished_substeps)
