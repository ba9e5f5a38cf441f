"""The document of `planstate … --json`, which every command prints in the same envelope.

`planstate` writes it without pydantic, so that it starts fast; the tests hold its output against
the schema that is made from here.
"""

from typing import Any, Literal

from conformance.protocol.documents.base import CommandDocument


class PlanstateIssue(CommandDocument):
    """A failure or a warning. `code` is a rejection's code, or names the problem."""

    code: str
    severity: Literal["error", "warning"]
    message: str


class PlanstateDocument(CommandDocument):
    """The envelope of an answer.

    `command` is the command's name, such as `state claim`. `data` depends on the
    command; with status `error`, it says what was known of the request.
    """

    schema_version: Literal["1"] = "1"
    command: str
    status: Literal["ok", "error"]
    data: dict[str, Any]
    issues: list[PlanstateIssue]
