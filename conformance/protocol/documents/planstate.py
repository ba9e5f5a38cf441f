"""The documents of `planstate … --json`: one envelope, in which each command has its own `data`.

`planstate` writes them without pydantic, so that it starts fast; the tests hold its output against
the schemas that are made from here.
"""

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, create_model

from conformance.protocol.documents.base import CommandDocument
from conformance.protocol.documents.planstate_data import (
    ArtifactData,
    CheckData,
    ClaimedData,
    CommandData,
    CommitData,
    CompleteData,
    CompletionData,
    ContinueData,
    CopyData,
    HeartbeatData,
    InitData,
    IterateData,
    IterationsShownData,
    IterationsStartedData,
    MigrateData,
    NothingClaimableData,
    ReadyData,
    ReconcileData,
    RecoverData,
    ReleaseData,
    ResetData,
    ReviewData,
    ShowAllData,
    ShowData,
    StartData,
    StopData,
    UpdateData,
)
from spec.remedies.refusal import Party


class PlanstateWarning(CommandDocument):
    """What did not stop the command. `code` names the problem for scripts."""

    code: str
    severity: Literal["warning"]
    message: str


class PlanstateError(CommandDocument):
    """Why the command failed. `code` is that of a rejection, E046 if the environment failed."""

    code: str
    severity: Literal["error"]
    message: str


class FailureData(CommandDocument):
    """What was known of the request, the reason word, and the details of the reason.

    A `plan_path`, an `anchor` and a `plan_folder` are there once they are known; `commit` adds
    `committed` and `iterate` adds `decision`. `remedy` is the one command that works next, where
    there is one, and `remedy_for` who can run it: the caller, the holder of the step, or a person.
    """

    model_config = ConfigDict(extra="allow", json_schema_extra=None)
    __pydantic_extra__: dict[str, str | int | bool | None]

    reason: str
    remedy: str = ""
    remedy_for: Party = Party.CALLER


class PlanstateEnvelope(CommandDocument):
    """The envelope of an answer; `command` is the command's name, such as `state claim`."""

    schema_version: Literal["1"]
    command: str


class PlanstateFailure(PlanstateEnvelope):
    """A failure: nothing was changed. The first issue is the error; warnings may say why."""

    status: Literal["error"]
    data: FailureData
    issues: Annotated[list[PlanstateError | PlanstateWarning], Field(min_length=1)]


class PlanstateAnswer(PlanstateEnvelope):
    """An answer, perhaps with warnings."""

    status: Literal["ok"]
    data: Any
    issues: list[PlanstateWarning]


PLANSTATE_DATA: dict[str, Any] = {
    "state init": InitData,
    "state claim": ClaimedData | NothingClaimableData,
    "state start": StartData,
    "state heartbeat": HeartbeatData,
    "state update": UpdateData,
    "state artifact": ArtifactData,
    "state complete": CompleteData,
    "state show": ShowData | ShowAllData,
    "state ready": ReadyData,
    "state reset": ResetData,
    "state release": ReleaseData,
    "state reconcile": ReconcileData,
    "review new-plan": ReviewData,
    "review create-tasks": ReviewData,
    "review next-task": ReviewData,
    "review complete-task": ReviewData,
    "review post-review": ReviewData,
    "review complete-plan": ReviewData,
    "review set": ReviewData,
    "review show": ReviewData,
    "review continue": ContinueData,
    "review stop-hook": StopData,
    "commit": CommitData,
    "recover": RecoverData,
    "iterate": IterateData,
    "iterations start": IterationsStartedData,
    "iterations report": IterateData,
    "iterations show": IterationsShownData,
    "check-command": CommandData,
    "store migrate": MigrateData,
    "store check": CheckData,
    "store copy": CopyData,
    "completion": CompletionData,
}
"""The `data` of each command that prints the envelope."""


def planstate_document(command: str, data: Any) -> Any:
    """Return the type of the documents of one command: its answer, or its failure."""
    name = "".join(word.capitalize() for word in command.replace("-", " ").split())
    literal: Any = Literal
    named: Any = {"command": (literal[command], ...)}
    answer: Any = create_model(f"{name}Answer", __base__=PlanstateAnswer, data=(data, ...), **named)
    failure: Any = create_model(f"{name}Failure", __base__=PlanstateFailure, **named)
    return Annotated[answer | failure, Field(discriminator="status")]


def schema_name(command: str) -> str:
    """Return the name of the schema of a command's documents, without `document-`."""
    return f"planstate-{command.replace(' ', '-')}"


PLANSTATE_DOCUMENTS: dict[str, Any] = {
    schema_name(command): planstate_document(command, data)
    for command, data in PLANSTATE_DATA.items()
}
