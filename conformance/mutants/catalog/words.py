"""Mutants by word: a store that names a wrong reason, for each word that a rejection can have."""

from dataclasses import dataclass, replace

from conformance.differential.agreement import Implementation, Opener
from conformance.mutants.mutant import Kind, Mutant
from impl.store.store import Store
from spec.vocabulary.commits import Committed
from spec.vocabulary.operations import Operation
from spec.vocabulary.outcomes import Outcome
from spec.vocabulary.rejections import REASON_WORDS, Code, Rejected
from spec.vocabulary.state import Plan, State

RULE_OF_WORD = {
    "duplicate_anchor": "PLN-5",
    "unknown_dependency": "PLN-5",
    "circular_dependency": "PLN-5",
    "plan_without_steps": "PLN-4",
    "store_unavailable": "COM-2",
    "unknown_plan": "PLN-3",
    "unknown_step": "CMP-1",
    "empty_batch": "CHK-4",
    "duplicate_entry": "CHK-4",
    "unknown_item": "CHK-2",
    "invalid_kind": "CHK-4",
    "invalid_status": "CHK-2",
    "missing_reason": "CHK-4",
    "no_update": "CHK-4",
    "reopen_not_allowed": "CHK-2",
    "invalid_request": "CLM-15",
    "missing_summary": "ITR-7",
    "undersized_summary": "ITR-7",
    "plan_drift": "PLN-6",
    "ownership_violation": "CLM-12",
    "not_claimed": "CLM-12",
    "incomplete_checklist": "CMP-2",
    "incomplete_substeps": "CMP-3",
}
"""A rule that demands each word."""


class WrongWordStore:
    """A store that gives another reason, or another code if its code has no other reason."""

    def __init__(self, store: Implementation, wrong: dict[Rejected, Rejected]) -> None:
        self.store = store
        self.wrong = wrong

    def apply(self, operation: Operation) -> Outcome:
        """Answer an operation; name the wrong reason, also for what kept a commit from its step."""
        outcome = self.store.apply(operation)
        if isinstance(outcome, Rejected):
            return self.changed(outcome)
        if isinstance(outcome, Committed) and outcome.rejection is not None:
            return replace(outcome, rejection=self.changed(outcome.rejection))
        return outcome

    def changed(self, rejected: Rejected) -> Rejected:
        """Give a rejection its wrong code and reason, if it is the one that is mistaken."""
        found = self.wrong.get(replace(rejected, details=()))
        return rejected if found is None else replace(found, details=rejected.details)

    def snapshot(self, plan_path: str, family: str | None = None) -> Plan | None:
        """Give a plan as it is stored."""
        return self.store.snapshot(plan_path, family)

    def snapshot_state(self) -> State:
        """Give everything that is stored."""
        return self.store.snapshot_state()

    def load(self, state: State) -> None:
        """Hold exactly this state from now on."""
        self.store.load(state)

    def integrity_problems(self) -> list[str]:
        """List what is wrong with the stored data."""
        return self.store.integrity_problems()

    def close(self) -> None:
        """Let go of the store."""
        self.store.close()


@dataclass(frozen=True, kw_only=True)
class WrongWord(Mutant):
    """The implementation with one reason mistaken for another one."""

    right: Rejected
    wrong: Rejected
    kind: Kind = Kind.WRONG_WORD

    def opener(self) -> Opener:
        """Give the implementation with its answers changed."""
        return lambda: WrongWordStore(Store.in_memory(), {self.right: self.wrong})


def mistaken(code: Code, word: str) -> Rejected:
    """Take the next reason of a code for a word; if there is no other, another code."""
    words = REASON_WORDS[code]
    following = words[(words.index(word) + 1) % len(words)]
    return Rejected(code, following) if following != word else Rejected(Code.INVALID_REQUEST, word)


WORD_MUTANTS = tuple(
    WrongWord(
        id=f"{word.replace('_', '-')}-misnamed",
        rule=RULE_OF_WORD[word],
        broken=f"{code} {word} is answered as {mistaken(code, word)}",
        right=Rejected(code, word),
        wrong=mistaken(code, word),
    )
    for code, words in REASON_WORDS.items()
    for word in words
)
