"""The documents of `planspec audit` and `planspec conform --clients`."""

from typing import Any, Literal

from conformance.protocol.documents.base import CommandDocument, Seconds
from conformance.protocol.messages import Identity
from conformance.protocol.operations import OperationObject


class AuditedCall(CommandDocument):
    """A call of a history: `began` and `ended` are times of its events, in nanoseconds.

    `operation` is `None` for an observation, `reply` where the outcome is not known.
    """

    process: str
    began: int
    ended: int | None
    operation: OperationObject | None
    reply: dict[str, Any] | None


class AuditedOrder(CommandDocument):
    """An order of the calls, by their positions, up to the first that it does not explain.

    `expected` is what the rules answer there, by `clauses`.
    """

    order: list[int]
    expected: dict[str, Any]
    clauses: list[str]


class AuditedContradiction(CommandDocument):
    """Calls that no order explains, and what is wrong with each order, or with some of more.

    `others` is how many calls came between, of which the replies make no difference.
    `orders_are_sample` says whether there are more orders than that of their ends, which is shown.
    """

    calls: list[AuditedCall]
    others: int
    orders: list[AuditedOrder]
    orders_are_sample: bool


class AuditedPlan(CommandDocument):
    """The verdict on the calls about one plan; `explained_to` answers are explained, in order.

    `unexplained` is the first call that is not explained, if there is one.
    """

    plan: str
    verdict: Literal["explained", "contradicted", "unknown"]
    operations: int
    explained_to: int
    contradiction: AuditedContradiction | None
    unexplained: AuditedCall | None


class AuditDocument(CommandDocument):
    """The verdict on a history, the document of `planspec audit`.

    `lost` operations have no known outcome. `explained_to` is the number of answers and
    observations of the longest prefix that is explained, and `clause` the clause that most orders
    break at its end.
    """

    verdict: Literal["explained", "contradicted", "unknown"]
    edition: str
    events: int
    operations: int
    lost: int
    explained_to: int
    clause: str | None
    history: str
    plans: list[AuditedPlan]
    seconds: Seconds


class Repetitions(CommandDocument):
    """How often the same seed led to a contradiction again, of so many times it was tried."""

    tried: int
    contradicted: int


class ClientsDocument(AuditDocument):
    """The document of `planspec conform --clients`: of the plans, those that are remarkable.

    `failures` are operations that were not answered although nothing disturbed the client.
    `not_asked` are operations that the program offers and that were never answered: clients cannot
    share them, or all were `declined`, which says how often. Of a run that was `interrupted`, what
    was recorded until then is judged. `command` records such a history again. `repetitions`, and
    `page`, a file with the verdict and a timeline, are `None` if nothing is contradicted.
    """

    implementation: Identity
    clients: int
    seed: int
    accepted: int
    kills: int
    pauses: int
    failures: list[str]
    plans_judged: int
    not_asked: list[str]
    declined: dict[str, int]
    interrupted: bool
    command: str
    repetitions: Repetitions | None
    page: str | None
