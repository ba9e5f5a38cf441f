"""The result of a subcommand: an answer, or a failure with its code and exit code."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, NamedTuple, Self, TypedDict

from impl.times import iso
from spec.vocabulary.domains import Domain
from spec.vocabulary.rejections import Code, Rejected

Count = Annotated[int, Domain("0 or more", ge=0)]
Positive = Annotated[int, Domain("1 or more", ge=1)]
Instant = Annotated[
    str, Domain("a time in UTC", pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")
]

DONE, FAILED, USAGE, INTERRUPTED, BROKEN = range(5)
"""Exit codes: success; rejected; usage error; interrupted, outcome unknown; environment broken."""


class InvalidUsage(Exception):
    """Arguments that exclude or need each other: what was given, what was expected, what to do."""


class Failure(Exception):
    """Nothing was changed: a code, a message with reason and advice, and data for programs.

    `warnings` may say why. With the exit code `INTERRUPTED`, the outcome is unknown instead.
    """

    def __init__(self, code: str, message: str, data: Mapping[str, object] | None = None) -> None:
        super().__init__(message)
        self.code = str(code)
        self.message = message
        self.data = data or {}
        self.warnings: Sequence[Issue] = ()
        # E046 stands for the environment.
        self.exit_code = BROKEN if code == Code.STORE_UNAVAILABLE else FAILED

    @classmethod
    def of(cls, rejected: Rejected, message: str, **data: object) -> Self:
        """Return the failure for a rejection, whose reason and details are data for programs."""
        details = {"reason": rejected.reason, **dict(rejected.details)}
        if isinstance(since := details.get("claimed_at"), int):
            details["claimed_at"] = iso(since)
        return cls(rejected.code, message, {**data, **details})

    @classmethod
    def of_request(cls, message: str, *, reason: str = "invalid_request", **data: object) -> Self:
        """Return the failure for a request that cannot be read or carried out (E047)."""
        return cls(Code.INVALID_REQUEST, message, {**data, "reason": reason})


class Issue(NamedTuple):
    """A warning or an error, with a code that scripts may rely on."""

    code: str
    severity: str
    message: str


class PlanData(TypedDict):
    """What a command answers about a plan; `plan_path` is relative to the main root."""

    plan_path: str


class StepData(PlanData):
    """What a command answers about a step."""

    anchor: str


@dataclass(slots=True)
class Answer:
    """The result: `data` for programs, `lines` for people, and warnings.

    `data` is of the class of answers that the `Command` names. `exit_code` is not `DONE` if the
    command ran but its result is not a success.
    """

    data: object
    lines: Sequence[str]
    warnings: Sequence[Issue] = ()
    exit_code: int = DONE


def warning(code: str, message: str) -> Issue:
    """Return an issue that does not stop the command."""
    return Issue(str(code), "warning", message)


def counted(count: int, one: str, many: str = "") -> str:
    """Return a count with its noun, as in `1 item` and `2 items`."""
    return f"{count} {one if count == 1 else many or f'{one}s'}"
