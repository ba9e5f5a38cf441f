"""The tables of a mapping, its file, and the template for a new one."""

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from conformance.histories.recording import BadHistory
from conformance.protocol.toml_text import line_of, read_toml
from impl.documents.reader import read_document
from model.apply import apply
from spec.editions import CURRENT, edition_named
from spec.formats.histories import HistoryClock
from spec.formats.messages import ANSWER_NAMES, OPERATION_NAMES
from spec.vocabulary.plans import Register
from spec.vocabulary.rejections import Code
from spec.vocabulary.state import State

Unit = Literal["ns", "us", "ms", "s", "iso"]
"""How times are written: whole or decimal numbers of a unit, or as in ISO 8601."""


def one_of(words: dict[str, Any], kind: str, name: str) -> str:
    """Return a word that is one of some. Raises `ValueError` for another."""
    if name not in words:
        raise ValueError(f"unknown {kind} {name!r}; expected one of {', '.join(words)}")
    return name


OperationName = Annotated[
    str, AfterValidator(lambda name: one_of(OPERATION_NAMES, "operation", name))
]
AnswerName = Annotated[str, AfterValidator(lambda name: one_of(ANSWER_NAMES, "answer", name))]
EditionName = Annotated[str, AfterValidator(lambda name: edition_named(name).name)]


class ValueTable(BaseModel):
    """A table of the file, which has no keys but these."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class FieldSource(ValueTable):
    """Where a value comes from: a field of the line, or a constant.

    `words` translates the words of the log. A value with a `unit` becomes milliseconds. Without a
    field in the line, the value is left out if it is `optional`.
    """

    field: str | None = None
    constant: Any = None
    words: dict[str, Any] | None = None
    unit: Unit | None = None
    optional: bool = False

    @model_validator(mode="before")
    @classmethod
    def named(cls, value: Any) -> Any:
        """Read a text alone as the name of a field."""
        return {"field": value} if isinstance(value, str) else value

    @model_validator(mode="after")
    def from_one_place(self) -> Self:
        """Refuse two places for one value, and none."""
        if ("field" in self.model_fields_set) == ("constant" in self.model_fields_set):
            raise ValueError("expected either a `field` of the line or a `constant`")
        return self


class MappedOutcome(ValueTable):
    """The meaning of a word for an outcome. Values that `fields` does not name are ignored."""

    reply: Literal["ok", "rejected", "unknown"]
    answer: AnswerName | None = None
    code: Code | None = None
    reason: str | None = None
    fields: dict[str, FieldSource] = {}


class MappedOperation(ValueTable):
    """An operation of the log: that of the rules, its arguments, and its outcomes by word."""

    operation: OperationName
    arguments: dict[str, FieldSource] = {}
    outcomes: dict[str, MappedOutcome] = {}


class MappedHistory(ValueTable):
    """What the first line of a history says."""

    edition: EditionName = CURRENT.name
    clock: HistoryClock = HistoryClock.CLIENT
    tolerance: int = Field(default=0, ge=0)
    uncertainty: int = Field(default=0, ge=0)
    unlogged: tuple[OperationName, ...] = ()
    unlogged_clients: tuple[str, ...] = ()


class MappedLine(ValueTable):
    """What stands where in a line.

    With `event`, a line asks or answers, by the word there; without, each line is a call: it was
    answered at `time`, and asked at the time in `began`, or `duration` before.
    """

    process: str
    time: str
    operation: str
    outcome: str
    unit: Unit = "ms"
    began: str | None = None
    duration: str | None = None
    event: str | None = None
    asks: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()

    @model_validator(mode="after")
    def is_one_or_the_other(self) -> Self:
        """Refuse words for lines that ask and answer without a field that holds them."""
        if bool(self.event) != bool(self.asks and self.answers):
            raise ValueError("`event`, `asks` and `answers` belong together: give all or none")
        if sum(bool(each) for each in (self.event, self.began, self.duration)) > 1:
            raise ValueError("expected one of `event`, `began` and `duration`")
        return self


class Ignored(ValueTable):
    """Lines that are ignored: those with one of some values in a field."""

    field: str
    values: tuple[str, ...]


class Mapping(ValueTable):
    """A mapping: how the lines of a log are read as a history."""

    history: MappedHistory = MappedHistory()
    plans: dict[str, str] = {}
    line: MappedLine
    ignore: tuple[Ignored, ...] = ()
    operations: dict[str, MappedOperation] = Field(min_length=1)


@dataclass(frozen=True, slots=True)
class MappingFile:
    """A mapping with the text that it was read from, for errors that name a line of it."""

    path: Path
    text: str
    mapping: Mapping

    def where(self, *place: str) -> str:
        """Return the line of a key, or of the last key on the way to it that is there."""
        return f"{self.path}, line {max(line_of(place, self.text), 1)}"

    def initial_state(self) -> State:
        """Return the plans that were registered before. Raises `BadHistory`."""
        state, edition = State(), edition_named(self.mapping.history.edition)
        for plan, document in self.mapping.plans.items():
            try:
                definition = read_document(self.path.parent / document)
            except (OSError, ValueError) as error:
                raise BadHistory(
                    f"{self.where('plans', plan)}: {document} cannot be read as a plan ({error})"
                ) from error
            state = apply(state, Register(plan, definition.definition, 0), edition).state
        return state


def template() -> str:
    """Return a mapping with every key explained."""
    return files(__package__).joinpath("template.toml").read_text(encoding="utf-8")


def read_mapping(path: Path) -> MappingFile:
    """Read a mapping. Raises `UsageError` that names every key that is wrong, and its line."""
    hint = "'planspec mapping' prints a template with every key"
    mapping, text = read_toml(path, Mapping, hint)
    return MappingFile(path, text, mapping)
