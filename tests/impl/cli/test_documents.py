"""Every `--json` document of `planstate` fits the JSON Schema that is published for its command."""

from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from conformance.protocol.documents.planstate import (
    PLANSTATE_DATA,
    PLANSTATE_DOCUMENTS,
    schema_name,
)
from tests.cases import for_each
from tests.impl.cli.conftest import BuildYard
from tests.impl.cli.desk import Desk
from tests.impl.cli.every_command import FOLDER, TWO_STEPS, Call, every_command, prepare
from tests.impl.cli.yard import PLAN, Yard
from tests.profiles import requires_ci_profile

STEP = (PLAN, "deck")
NEEDS_NOTHING = {"check-command", "review stop-hook"}
"""The commands that cannot fail: they need no repository."""


def printed(yard: Yard, call: Call) -> dict[str, Any]:
    """Run a command as a process; its document fits its schema, and can be read by its type."""
    command = call.command
    document = yard.run(*command.split(), *call.arguments, "--json", given=call.given).envelope
    kind: TypeAdapter[Any] = TypeAdapter(PLANSTATE_DOCUMENTS[schema_name(command)])
    read = kind.validate_python(document)
    assert kind.dump_python(read, mode="json", exclude_unset=True) == document
    assert document["command"] == command
    return document


@requires_ci_profile
def test_every_command_answers_as_published(build_yard: BuildYard) -> None:
    # Given a plan of two steps, the first of them held, and a plan folder with reviews,
    yard = build_yard(TWO_STEPS)
    prepare(yard.root)
    # when every command is run,
    found = [printed(yard, call) for call in every_command(PLAN, yard.linked, yard.review)]
    # then each of its documents is an answer, in the form that is published for it.
    assert [each["command"] for each in found if each["status"] != "ok"] == []
    assert {each["command"] for each in found} == PLANSTATE_DATA.keys()


FAILURES = {
    **{name: (PLAN, "deck", "--worktree", "ann") for name in PLANSTATE_DATA if "state" in name},
    "state init": (PLAN,),
    "state claim": (PLAN, "--worktree", "ann"),
    "state show": (),
    "state ready": (PLAN,),
    "state reset": STEP,
    "state reconcile": (PLAN,),
    "state artifact": (*STEP, "--worktree", "ann", "--kind", "note", "--summary", ""),
    **{name: () for name in PLANSTATE_DATA if name.startswith("review ")},
    "review new-plan": FOLDER,
    "review complete-task": ("3",),
    "review set": ("--no-next-phase",),
    "iterations start": (PLAN,),
    "iterations report": (PLAN,),
    "iterations show": (PLAN,),
    "commit": (
        *("--worktree", ".", "--step", "deck", "--plan", PLAN),
        *("--message", "Lay the deck", "--summary", ""),
    ),
    "recover": (*STEP, "--worktree", "ann"),
    "iterate": (PLAN,),
    "store migrate": (),
    "store check": (),
}


@for_each("command", sorted(PLANSTATE_DATA.keys() - NEEDS_NOTHING))
def test_every_failure_is_as_published(desk: Desk, tmp_path: Path, command: str) -> None:
    # Given a folder outside of every repository, when a command is run there,
    desk.go(tmp_path)
    reply = desk.json(*command.split(), *FAILURES[command])
    # then it fails with a document that has the reason.
    assert reply.envelope["status"] == "error"
    assert reply.envelope["data"]["reason"]
