"""The documents of `planspec check`, with and without `--exhaustive`, and of `planspec replay`."""

from typing import Any, Literal

from conformance.protocol.documents.base import CommandDocument, Seconds, Verdict
from conformance.protocol.operations import OperationObject


class DivergenceDocument(CommandDocument):
    """Operations after which model and implementation differ, or a property does not hold.

    `kind` says where the difference is, `rules` are those that decided the model's answer. `model`
    and `implementation` are the two replies; a crash counts as the reply `error`. `link` plays the
    operations in the playground of the site that was given.
    """

    kind: str
    rules: list[str]
    operations: list[OperationObject]
    model: dict[str, Any] | None
    implementation: dict[str, Any] | None
    differences: list[str]
    trace: str | None
    link: str | None = None


class CheckDocument(CommandDocument):
    """The result of comparing model and implementation on random operations.

    `rules`, `clauses` and `properties` count how often each decided or was tested; `outcomes` count
    answers by operation. `never_varied` are fields of operations and answers that random operations
    gave one value only. In `explored` scopes the model was asked about every property. `suspects`
    are the rules most likely broken.
    """

    verdict: Verdict
    plans: list[str]
    operations: int
    operations_per_second: int
    seconds: float
    accepted: int
    rejected: int
    outcomes: dict[str, int]
    rules: dict[str, int]
    never_fired: list[str]
    clauses: dict[str, int]
    never_decided: list[str]
    properties: dict[str, int]
    never_tested: list[str]
    never_varied: list[str]
    explored: list[str]
    suspects: list[str]
    disagreements: list[DivergenceDocument]
    seed: int


class ComparedScope(CommandDocument):
    """How many transitions of a scope agreed; `complete` if all of them were compared."""

    scope: str
    states: int
    transitions: int
    agreed: int
    complete: bool
    seconds: Seconds
    disagreements: list[DivergenceDocument]


class ExhaustiveDocument(CommandDocument):
    """The result of comparing every operation in every state of some scopes."""

    verdict: Verdict
    transitions: int
    agreed: int
    never_fired: list[str]
    never_decided: list[str]
    scopes: list[ComparedScope]


class ReplayStep(CommandDocument):
    """An operation of a trace, and how the model answers it by which rules."""

    operation: OperationObject
    outcome: dict[str, Any]
    rules: tuple[str, ...]


class ReplayDocument(CommandDocument):
    """A trace that was run again.

    `disagreements` are those of the implementation, or the property that an edition's model breaks.
    `reduction` says what came of `--reduce`.
    """

    trace: str
    edition: str
    verdict: Literal["pass", "fail", "unknown", "broken"]
    steps: list[ReplayStep]
    disagreements: list[DivergenceDocument]
    reduction: str | None = None
