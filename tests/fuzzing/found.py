"""Calls that have broken a program, each as small as it could be made."""

import json

from tests.fuzzing.calls import Call, Content, Form
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
REPLAY = ("replay", "trace.json")
CONFORM = ("conform", "--deviations", "deviations.toml", *PROGRAM)
EXPORT = ("vectors", "export", "--folder", "vectors", "archive.tar.gz")
DOCTOR = ("doctor", "--cli", "cat", "--dialect", "dialect.toml")


def planstate(*arguments: str, **variables: str) -> Call:
    """Return a call of `planstate` with variables."""
    return Call("planstate", arguments, variables=variables)


def reading(file: str, content: Content | str, *arguments: str, given: bytes = b"") -> Call:
    """Return a call of the program that has such a command, with a content in place of a file."""
    program = "planstate" if arguments[0] in ("state", "review", "commit") else "planspec"
    content = content if isinstance(content, bytes | Form) else content.encode()
    return Call(program, arguments, given, files={file: content})


FOUND = {
    "a time of 5,000 digits": planstate(*SHOW, PLANSTATE_NOW=MANY_DIGITS),
    "a claim of 5,000 digits": planstate("state", "start", *HELD, PLANSTATE_CLAIM_ID=MANY_DIGITS),
    "a width of 5,000 digits": planstate(*SHOW, "--help", COLUMNS=MANY_DIGITS),
    "an item of 5,000 digits": planstate(*UPDATE, "--task", f"{MANY_DIGITS}:completed"),
    "a status that is no text": planstate(*UPDATE, "--all-tasks", "\udc80"),
    "an item that is no text": planstate(*UPDATE, "--task", "\udc80"),
    "a plan that is a pipe": reading(PLAN, Form.PIPE, "state", "init", PLAN),
    "a held step of a plan that is a pipe": reading(PLAN, Form.PIPE, "state", "complete", *HELD),
    "a state 984 deep": reading(
        STATE_FILE, json.dumps({**STATE, "mine": []}).replace("[]", nested(984)), *HOOK
    ),
    "a task that is no text": reading(
        STATE_FILE, json.dumps({**STATE, "current_task": "\ud800"}), "review", "continue", "--json"
    ),
    "a hook's log that is a pipe": reading(
        ".taskie/plans/bridge/logs/stop-hook.jsonl",
        Form.PIPE,
        *HOOK,
        given=b'{"stop_hook_active": true}',
    ),
    "a malformed record of a commit": reading(
        f".git/worktrees/{WORKTREE}/planstate-log.json",
        '{"before": 1}',
        *(*COMMIT, "--message", "Lay", "--summary", "Laid."),
    ),
    "a deep trace": reading("trace.json", DEEP, *REPLAY),
    "a trace with 5,000 digits": reading("trace.json", MANY_DIGITS, *REPLAY),
    "a trace with a number of operations": reading(
        "trace.json", '{"format": "planspec trace 1", "operations": 1}', *REPLAY
    ),
    "deep deviations": reading("deviations.toml", f"deviation = {DEEP}", *CONFORM),
    "deviations with 5,000 digits": reading(
        "deviations.toml", f"deviation = {MANY_DIGITS}", *CONFORM
    ),
    "clients of a program that is none": Call(
        "planspec", ("conform", "--clients", "1", *DOCTOR[1:])
    ),
    "a deep dialect": reading("dialect.toml", f"a = {DEEP}", *DOCTOR),
    "a dialect with 5,000 digits": reading("dialect.toml", f"a = {MANY_DIGITS}", *DOCTOR),
    "a vector that is a pipe": reading(f"vectors/{VECTOR}", Form.PIPE, *EXPORT),
    "a deep vector": reading(f"vectors/{VECTOR}", DEEP, *EXPORT),
    "a port of 5,000 digits": Call("planspec", ("doctor", "--connect", f"localhost:{MANY_DIGITS}")),
    "a table on 5,000 digits of columns": Call(
        "planspec",
        ("explore", "--scope", "single"),
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
