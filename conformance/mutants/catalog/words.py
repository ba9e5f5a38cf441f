"""Mutants by word: a store that gives a wrong reason, for each word that a rejection can have."""

from dataclasses import dataclass, replace

from conformance.adapters.stores import OpenSystem, StoreSystem
from conformance.mutants.faults.mutant import Mutant, MutantKind
from conformance.protocol.unfinished import Unfinished
from spec.vocabulary.commits import Committed
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.rejections import REASON_WORDS, Code, Rejected

CLAUSE_OF_WORD = {
    "duplicate_anchor": "PLN-5.1",
    "unknown_dependency": "PLN-5.3",
    "circular_dependency": "PLN-5.6",
    "plan_without_steps": "PLN-4.1",
    "store_unavailable": "COM-2.2",
    "unknown_plan": "PLN-3.1",
    "unknown_step": "CMP-1.1",
    "empty_batch": "CHK-4.4",
    "duplicate_entry": "CHK-4.5",
    "unknown_item": "CHK-2.5",
    "invalid_kind": "CHK-4.8",
    "invalid_status": "CHK-2.4",
    "missing_reason": "CHK-4.10",
    "no_update": "CHK-4.1",
    "reopen_not_allowed": "CHK-2.2",
    "invalid_request": "CLM-15.3",
    "missing_summary": "ITR-7.3",
    "undersized_summary": "ITR-7.4",
    "oversized_reason": "CLM-14.16",
    "plan_drift": "PLN-6.2",
    "ownership_violation": "CLM-12.10",
    "stale_claim": "CLM-20.2",
    "not_claimed": "CLM-12.9",
    "incomplete_checklist": "CMP-2.3",
    "incomplete_substeps": "CMP-3.1",
}
"""A clause that demands each word."""


def clause_of(word: str) -> str:
    """Return a clause that demands a word. Raises `Unfinished` for a new word."""
    if word not in CLAUSE_OF_WORD:
        raise Unfinished(f"{__name__}: CLAUSE_OF_WORD has no clause for {word!r}; add one")
    return CLAUSE_OF_WORD[word]


class WrongWordStore(StoreSystem):
    """A store that gives another reason, or another code if its code has no other reason."""

    def __init__(self, wrong: dict[Rejected, Rejected]) -> None:
        super().__init__()
        self.wrong = wrong

    def apply(self, operation: Operation) -> Outcome:
        """Apply an operation; give the wrong reason, also for what kept a commit from its step."""
        outcome = super().apply(operation)
        if isinstance(outcome, Rejected):
            return self.changed(outcome)
        if isinstance(outcome, Committed) and outcome.rejection is not None:
            return replace(outcome, rejection=self.changed(outcome.rejection))
        return outcome

    def changed(self, rejected: Rejected) -> Rejected:
        """Return a rejection with the wrong code and reason, if it is the one to be mistaken."""
        found = self.wrong.get(replace(rejected, details=()))
        return rejected if found is None else replace(found, details=rejected.details)


@dataclass(frozen=True, kw_only=True)
class WrongWord(Mutant):
    """The implementation with one reason mistaken for another one."""

    right: Rejected
    wrong: Rejected
    kind: MutantKind = MutantKind.WRONG_WORD

    def opener(self) -> OpenSystem:
        """Return what opens the store with its answers changed."""
        return lambda: WrongWordStore({self.right: self.wrong})


def mistaken(code: Code, word: str) -> Rejected:
    """Return the next reason of a code; if there is no other, another code."""
    words = REASON_WORDS[code]
    following = words[(words.index(word) + 1) % len(words)]
    return Rejected(code, following) if following != word else Rejected(Code.INVALID_REQUEST, word)


WORD_MUTANTS = tuple(
    WrongWord(
        id=f"{word.replace('_', '-')}-misnamed",
        clause=clause_of(word),
        broken=f"{code} {word} is answered as {mistaken(code, word)}",
        right=Rejected(code, word),
        wrong=mistaken(code, word),
    )
    for code, words in REASON_WORDS.items()
    for word in words
)
