"""The unions of requests, answers and replies, each discriminated by a word in the message."""

from typing import Any, get_type_hints

from pydantic import BaseModel, StrictInt, TypeAdapter, create_model

from conformance.protocol.messages import (
    Bye,
    Done,
    Failed,
    Hello,
    Identity,
    ObserveStore,
    RejectedReply,
    ResetStore,
    Unsupported,
)
from conformance.protocol.operations import ANY_OPERATION
from conformance.protocol.tags import one_of
from spec.formats.messages import ANSWER_NAMES, OPERATION_NAMES
from spec.vocabulary.operations import Operation
from spec.vocabulary.rejections import Code, Rejected
from spec.vocabulary.state import Plan, State

Request = Hello | ResetStore | ObserveStore | Bye | Operation

REQUEST_NAMES: dict[str, type] = {
    "hello": Hello,
    "reset": ResetStore,
    "observe": ObserveStore,
    "bye": Bye,
}
REFUSALS: dict[str, type] = {"rejected": RejectedReply, "unsupported": Unsupported, "error": Failed}

WORDS: dict[type, dict[str, str]] = {
    **{kind: {"request": name} for name, kind in REQUEST_NAMES.items()},
    **{kind: {"request": "op", "operation": name} for name, kind in OPERATION_NAMES.items()},
    **{kind: {"reply": "ok"} for kind in (Identity, Done, State)},
    **{kind: {"reply": "ok", "answer": name} for name, kind in ANSWER_NAMES.items()},
    **{kind: {"reply": word} for word, kind in REFUSALS.items()},
}
"""The words that say what a message is, for every class of which one is made."""


class PartialStep(BaseModel):
    """A step in a reply to `observe`: fields that are left out are not compared."""

    anchor: str


class PartialPlan(BaseModel):
    """A plan in a reply to `observe`: fields that are left out are not compared."""

    path: str
    steps: list[PartialStep] | None = None


class PartialRejection(BaseModel):
    """The rejection in the answer to a commit. Until 2026.1 its details were pairs."""

    code: Code
    reason: str | None = None
    details: dict[str, Any] | list[tuple[str, Any]] | None = None


_PARTIAL: dict[Any, Any] = {
    Rejected | None: PartialRejection | None,
    Plan: dict[str, Any],
    tuple[Plan, ...]: list[PartialPlan],
    int: StrictInt,
}
"""What stands for a type in a reply of which parts may be left out."""


def partial(kind: type) -> type[BaseModel]:
    """Return a class of objects that may lack any field of another class."""
    hints = get_type_hints(kind)
    fields: dict[str, Any] = {
        name: (_PARTIAL.get(hint, hint), None) for name, hint in hints.items()
    }
    return create_model(kind.__name__, **fields)


def reply_of(accepted: Any, *refusals: str) -> Any:
    """Return the union of replies: what is accepted, or one of some refusals."""
    return one_of("reply", {"ok": accepted, **{word: REFUSALS[word] for word in refusals}})


REQUEST: TypeAdapter[Request] = TypeAdapter(
    one_of("request", {**REQUEST_NAMES, "op": ANY_OPERATION})
)
IDENTITY_REPLY: TypeAdapter[Identity | Failed] = TypeAdapter(reply_of(Identity, "error"))
DONE_REPLY: TypeAdapter[Done | Unsupported | Failed] = TypeAdapter(
    reply_of(Done, "unsupported", "error")
)
ANSWER_REPLY: TypeAdapter[BaseModel | RejectedReply | Unsupported | Failed] = TypeAdapter(
    reply_of(
        one_of("answer", {name: partial(kind) for name, kind in ANSWER_NAMES.items()}), *REFUSALS
    )
)
STATE_REPLY: TypeAdapter[BaseModel | Failed] = TypeAdapter(reply_of(partial(State), "error"))
