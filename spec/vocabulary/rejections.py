"""Rejections: why an operation was rejected. A rejected operation changes nothing.

Every rejection has a code, a reason word of that code, and details. Create rejections only with the
functions below, so that code, word and details always match.

A new word needs a function here, a clause that states it, a check in `spec/contracts.py`, its
sentences in `spec/remedies/errors.toml` and in `impl/cli/output/refusals.py`, remedies in
`spec/remedies/catalog.py`, and a call in `tests/impl/cli/refusals.py`. The tests name what lacks.

No test names what has to be told of a new code: `CODES` in `spec/remedies/catalog.py` (without it,
no word of it has a remedy), the reasons of failed commits in `model/commits.py` and in
`impl/store/commits.py`, what the two `recovery.py` escalate, the groups in `spec/properties/`.
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
        "oversized_reason",
    ),
    Code.PLAN_DRIFT: ("plan_drift",),
    Code.OWNERSHIP_VIOLATION: ("ownership_violation", "stale_claim"),
    Code.NOT_CLAIMED: ("not_claimed",),
    Code.INCOMPLETE_CHECKLIST: ("incomplete_checklist",),
    Code.INCOMPLETE_SUBSTEPS: ("incomplete_substeps",),
}

CODE_OF = {word: code for code, words in REASON_WORDS.items() for word in words}
"""The code of each reason word."""

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


def _reject(reason: str, **details: Detail) -> Rejected:
    return Rejected(CODE_OF[reason], reason, tuple(details.items()))


def duplicate_anchor(step: str) -> Rejected:
    """The document uses an anchor twice; `step` is the first duplicate."""
    return _reject("duplicate_anchor", step=step)


def unknown_dependency(step: str, dependency: str) -> Rejected:
    """A step depends on one that the document does not have; `step` is the first such step."""
    return _reject("unknown_dependency", step=step, dependency=dependency)


def circular_dependency(step: str) -> Rejected:
    """A step depends on itself (a cycle); `step` is the first such step, in document order."""
    return _reject("circular_dependency", step=step)


def plan_without_steps() -> Rejected:
    """The document has no steps."""
    return _reject("plan_without_steps")


def unknown_plan(plan: str) -> Rejected:
    """The plan is not registered."""
    return _reject("unknown_plan", plan=plan)


def unknown_step(step: str) -> Rejected:
    """The plan does not have the step."""
    return _reject("unknown_step", step=step)


def empty_batch() -> Rejected:
    """The batch has no entries, and does not complete the remaining items."""
    return _reject("empty_batch")


def duplicate_entry(kind: str, ordinal: int) -> Rejected:
    """The batch names an item twice; the details name the first duplicate."""
    return _reject("duplicate_entry", kind=kind, ordinal=ordinal)


def unknown_item(kind: "ItemKind", ordinal: int, count: int) -> Rejected:
    """The step does not have the item: valid ordinals are 0 to `count` - 1."""
    return _reject("unknown_item", kind=str(kind), ordinal=ordinal, count=count)


def invalid_kind(kind: str) -> Rejected:
    """An entry's kind is not an item kind."""
    return _reject("invalid_kind", kind=kind)


def invalid_status(status: str) -> Rejected:
    """The status is not one that the request can set."""
    return _reject("invalid_status", status=status)


def missing_reason() -> Rejected:
    """An item is deferred without a reason."""
    return _reject("missing_reason")


def no_update() -> Rejected:
    """The update contains no change."""
    return _reject("no_update")


def reopen_not_allowed() -> Rejected:
    """Items would be reopened, but the request does not allow it."""
    return _reject("reopen_not_allowed")


def invalid_request(given: str | int) -> Rejected:
    """The request is invalid because of the value `given`.

    `both` or `neither`: a release is either by the holder or by force. `release`: editions before
    A02 have none. A number: the limit is too small. `not_started`, or a status: the loop or the
    reviews were not started, or have ended.
    """
    return _reject("invalid_request", given=given)


def missing_summary() -> Rejected:
    """The reported iteration has no summary."""
    return _reject("missing_summary")


def undersized_summary(found: int, least: int) -> Rejected:
    """The summary of the reported iteration has `found` bytes; it needs `least`."""
    return _reject("undersized_summary", found=found, least=least)


def oversized_reason(found: int, most: int) -> Rejected:
    """The reason of a release has `found` bytes; it may have `most`."""
    return _reject("oversized_reason", found=found, most=most)


def store_unavailable() -> Rejected:
    """The store cannot be used."""
    return _reject("store_unavailable")


def plan_drift(stored_hash: str, document_hash: str) -> Rejected:
    """The document has changed since the plan was registered."""
    return _reject("plan_drift", stored_hash=stored_hash, document_hash=document_hash)


def ownership_violation(step: str, holder: str, caller: str) -> Rejected:
    """The caller does not hold `step`; for a substep, the holder of its parent counts."""
    return _reject("ownership_violation", step=step, holder=holder, caller=caller)


def stale_claim_with_its_id(given: int | None, current: int | None) -> Rejected:
    """The same as `stale_claim` before A60."""
    return _reject("stale_claim", given=given, current=current)


def stale_claim_undated(given: int | None, holder: str | None) -> Rejected:
    """The same as `stale_claim` before A53."""
    return _reject("stale_claim", given=given, holder=holder)


def stale_claim(given: int | None, holder: str | None, claimed_at: int | None) -> Rejected:
    """The request has the id of a claim that is not current, or no id for a fenced step."""
    return _reject("stale_claim", given=given, holder=holder, claimed_at=claimed_at)


def not_claimed(step: str, status: str) -> Rejected:
    """The step has the wrong status; `unknown` means that the plan does not have the step."""
    return _reject("not_claimed", step=step, status=status)


def incomplete_checklist(open_items: int) -> Rejected:
    """The step has open items."""
    return _reject("incomplete_checklist", open_items=open_items)


def incomplete_substeps(unfinished_substeps: int) -> Rejected:
    """The step has substeps that are not completed."""
    return _reject("incomplete_substeps", unfinished_substeps=unfinished_substeps)
