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
from tests.impl.cli.calling import DOCUMENTS
from tests.impl.cli.conftest import BuildYard
from tests.impl.cli.desk import Desk
from tests.impl.cli.yard import DOCUMENT, PLAN, Yard
from tests.profiles import requires_ci_profile

STEP = (PLAN, "deck")
REPORT = """{"requires_continuation": true, "work_remaining": "deck", "summary_path": "sum.md"}"""
STATE = """{"phase": "new-plan", "phase_iteration": 0, "next_phase": "plan-review"}"""
NEEDS_NOTHING = {"check-command", "review stop-hook"}
"""The commands that cannot fail: they need no repository."""
FOLDER = ("--plan-folder", "bridge")


def printed(yard: Yard, command: str, *arguments: str, given: str = "") -> dict[str, Any]:
    """Run a command as a process; its document fits its schema, and can be read by its type."""
    document = yard.run(*command.split(), *arguments, "--json", given=given).envelope
    DOCUMENTS[command].validate(document)
    kind: TypeAdapter[Any] = TypeAdapter(PLANSTATE_DOCUMENTS[schema_name(command)])
    read = kind.validate_python(document)
    assert kind.dump_python(read, mode="json", exclude_unset=True) == document
    assert document["command"] == command
    return document


@requires_ci_profile
def test_every_command_answers_as_published(build_yard: BuildYard) -> None:
    # Given a plan of two steps, the first of them held, and a plan folder with reviews,
    yard = build_yard(DOCUMENT + "\n### Step 2: Paint it {#paint}\n")
    ann = ("--worktree", str(yard.linked))
    (yard.root / "sum.md").write_text("Measured.")
    folder = yard.root / ".taskie" / "plans" / "bridge"
    folder.mkdir(parents=True)
    (folder / "plan.md").write_text("A bridge.")
    (folder / "state.json").write_text(STATE)
    # when every command is run,
    calls: list[tuple[str, tuple[str, ...], str]] = [
        ("state init", (PLAN,), ""),
        ("state show", (), ""),
        ("state show", (PLAN,), ""),
        ("state ready", (PLAN,), ""),
        ("state start", (*STEP, *ann), ""),
        ("state heartbeat", (*STEP, *ann), ""),
        ("state update", (*STEP, *ann, "--task", "1:completed"), ""),
        ("state artifact", (*STEP, *ann, "--kind", "note", "--summary", "it swings"), ""),
        ("state release", (*STEP, "--force"), ""),
        ("state claim", (PLAN, *ann), ""),
        ("state reset", STEP, ""),
        ("state claim", (PLAN, *ann), ""),
        ("commit", yard.commit_arguments()[2:], ""),
        ("recover", (*STEP, *ann, "--reason", "open_items", "--review", yard.review), ""),
        ("state claim", (PLAN, *ann), ""),
        ("state complete", (PLAN, "paint", *ann, "--force"), ""),
        ("state claim", (PLAN, *ann), ""),
        ("state reconcile", (PLAN,), ""),
        ("state show", (PLAN,), ""),
        ("iterate", (PLAN, "--least-summary-bytes", "1"), REPORT),
        ("iterations start", (PLAN,), ""),
        ("iterations report", (PLAN, "--least-summary-bytes", "1"), REPORT),
        ("iterations show", (PLAN,), ""),
        ("state show", (PLAN,), ""),
        ("review new-plan", FOLDER, ""),
        ("review stop-hook", ("--reviewer", "false"), "{}"),
        ("review create-tasks", (), ""),
        ("review next-task", ("3",), ""),
        ("review complete-task", ("3",), ""),
        ("review set", ("--next-phase", "post-code-review"), ""),
        ("review post-review", (), ""),
        ("review complete-plan", (), ""),
        ("review show", (), ""),
        ("review continue", (), ""),
        ("check-command", (), "cat README.md"),
        ("store migrate", (), ""),
        ("store check", (), ""),
    ]
    found = [printed(yard, command, *words, given=given) for command, words, given in calls]
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


def test_every_failure_is_as_published(desk: Desk, tmp_path: Path) -> None:
    # Given a folder outside of every repository, when a command is run there,
    desk.go(tmp_path)

    @for_each("command", sorted(PLANSTATE_DATA.keys() - NEEDS_NOTHING))
    def then_it_fails_with_a_document_that_has_the_reason(command: str) -> None:
        reply = desk.json(*command.split(), *FAILURES[command])
        assert reply.envelope["status"] == "error"
        assert reply.envelope["data"]["reason"]

    then_it_fails_with_a_document_that_has_the_reason()
