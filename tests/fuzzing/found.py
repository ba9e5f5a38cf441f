"""Calls that have broken a program, each as small as it could be made."""

import json

from tests.fuzzing.calls import Call, Form
from tests.fuzzing.inputs import MANY_DIGITS, nested
from tests.fuzzing.sites import PROGRAM, TRACE, VECTOR, WORKTREE
from tests.impl.cli.desk import PLAN
from tests.impl.cli.stop_hook.hooks import STATE

DEEP = nested(5_000)
HELD = (PLAN, "deck", "--worktree", WORKTREE)
UPDATE = ("state", "update", *HELD)
SHOW = ("state", "show", PLAN)
STATE_FILE = ".taskie/plans/bridge/state.json"
HOOK = ("review", "stop-hook", "--reviewer", "true", "--time-limit", "1")
COMMIT = ("commit", "--plan", PLAN, "--step", "deck", "--worktree", WORKTREE)
DOCTOR = ("doctor", "--cli", "cat", "--dialect", "dialect.toml")


def planstate(*arguments: str, **variables: str) -> Call:
    """Return a call of `planstate` with variables."""
    return Call("planstate", arguments, variables=variables)


FOUND = {
    "a time of 5,000 digits": planstate(*SHOW, PLANSTATE_NOW=MANY_DIGITS),
    "a claim of 5,000 digits": planstate("state", "start", *HELD, PLANSTATE_CLAIM_ID=MANY_DIGITS),
    "a width of 5,000 digits": planstate(*SHOW, "--help", COLUMNS=MANY_DIGITS),
    "an item of 5,000 digits": planstate(*UPDATE, "--task", f"{MANY_DIGITS}:completed"),
    "a status that is no text": planstate(*UPDATE, "--all-tasks", "\udc80"),
    "an item that is no text": planstate(*UPDATE, "--task", "\udc80"),
    "a plan that is a pipe": Call("planstate", ("state", "init", PLAN), files={PLAN: Form.PIPE}),
    "a held step of a plan that is a pipe": Call(
        "planstate", ("state", "complete", *HELD), files={PLAN: Form.PIPE}
    ),
    "a state 984 deep": Call(
        "planstate",
        HOOK,
        files={STATE_FILE: json.dumps({**STATE, "mine": []}).replace("[]", nested(984)).encode()},
    ),
    "a task that is no text": Call(
        "planstate",
        ("review", "continue", "--json"),
        files={STATE_FILE: json.dumps({**STATE, "current_task": "\ud800"}).encode()},
    ),
    "a hook's log that is a pipe": Call(
        "planstate",
        HOOK,
        b'{"stop_hook_active": true}',
        files={".taskie/plans/bridge/logs/stop-hook.jsonl": Form.PIPE},
    ),
    "a malformed record of a commit": Call(
        "planstate",
        (*COMMIT, "--message", "Lay", "--summary", "Laid."),
        files={f".git/worktrees/{WORKTREE}/planstate-log.json": b'{"before": 1}'},
    ),
    "a deep trace": Call("planspec", ("replay", "trace.json"), files={"trace.json": DEEP.encode()}),
    "a trace with 5,000 digits": Call(
        "planspec", ("replay", "trace.json"), files={"trace.json": MANY_DIGITS.encode()}
    ),
    "a trace with a number of operations": Call(
        "planspec",
        ("replay", "trace.json"),
        files={"trace.json": b'{"format": "planspec trace 1", "operations": 1}'},
    ),
    "deep deviations": Call(
        "planspec",
        ("conform", "--deviations", "deviations.toml", *PROGRAM),
        files={"deviations.toml": f"deviation = {DEEP}".encode()},
    ),
    "deviations with 5,000 digits": Call(
        "planspec",
        ("conform", "--deviations", "deviations.toml", *PROGRAM),
        files={"deviations.toml": f"deviation = {MANY_DIGITS}".encode()},
    ),
    "clients of a program that is none": Call(
        "planspec", ("conform", "--clients", "1", *DOCTOR[1:])
    ),
    "a deep dialect": Call("planspec", DOCTOR, files={"dialect.toml": f"a = {DEEP}".encode()}),
    "a dialect with 5,000 digits": Call(
        "planspec", DOCTOR, files={"dialect.toml": f"a = {MANY_DIGITS}".encode()}
    ),
    "a vector that is a pipe": Call(
        "planspec",
        ("vectors", "export", "--folder", "vectors", "archive.tar.gz"),
        files={f"vectors/{VECTOR}": Form.PIPE},
    ),
    "a deep vector": Call(
        "planspec",
        ("vectors", "export", "--folder", "vectors", "archive.tar.gz"),
        files={f"vectors/{VECTOR}": DEEP.encode()},
    ),
    "a port of 5,000 digits": Call("planspec", ("doctor", "--connect", f"localhost:{MANY_DIGITS}")),
    "a table on 5,000 digits of columns": Call(
        "planspec",
        ("check", "--examples", "1", "--steps", "1"),
        variables={"COLUMNS": MANY_DIGITS},
    ),
    "signs that ASCII lacks": Call(
        "planspec",
        ("replay", "trace.json", "--json"),
        files={"trace.json": json.dumps(TRACE).replace("A bridge", "Brücke").encode()},
        encoding="ascii",
    ),
    "a hook's event about a long path": Call("planstate", HOOK, b'{"cwd": "%s"}' % (b"x" * 5_000)),
    "a hook for a long path": planstate(*HOOK, "--root", "x" * 5_000, "--plan-folder", "bridge"),
    "a folder of plans that is a link to itself": Call(
        "planstate",
        ("review", "next-task", "1", "--tests-first", "--plan-folder", "bridge", "--root", "."),
        files={".taskie/plans": Form.LOOP},
    ),
    "a plan with a long path": planstate("state", "init", "x" * 5_000),
    "a store that is no text": planstate(*SHOW, "--json", PLANSTATE_STORE="\udc80"),
}
