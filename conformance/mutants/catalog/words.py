"""Mutants by word: a store that gives a wrong reason, for each word that a rejection can have."""

from dataclasses import dataclass, replace

from conformance.adapters.stores import OpenSystem, StoreSystem
from conformance.mutants.faults.mutant import Mutant, MutantKind
from conformance.protocol.unfinished import Unfinished
from spec.contracts import CONTRACTS
from spec.editions import CURRENT
from spec.vocabulary.commits import Committed
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.rejections import REASON_WORDS, Code, Rejected

OF_NO_ROW = ("CMP-1.1", "CHK-4.10", "CLM-12.9")
"""Clauses that no mutant breaks but the wrong word for them."""


def clause_of(word: str) -> str:
    """Return a clause that demands a word. Raises `Unfinished` if no check of an operation does."""
    checks = (each for contract in CONTRACTS for each in contract.checks_in(CURRENT))
    clauses = [each.clause for each in checks if each.word == word]
    for clause in sorted(clauses, key=lambda each: each not in OF_NO_ROW):
        return clause
    raise Unfinished(f"spec/contracts.py: no check of an operation gives the word {word!r}")


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
