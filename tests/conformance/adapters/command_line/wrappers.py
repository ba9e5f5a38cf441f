"""Programs that differ from `planstate` in one respect, for a program that is told to differ."""

import sys
from pathlib import Path

BEGINNING = """#!{python}
import io, json, os, signal, sys
from contextlib import redirect_stdout
from impl.cli.main import main


def answered(arguments):
    with redirect_stdout(io.StringIO()) as printed:
        try:
            code = main(arguments)
        except SystemExit as ending:
            code = ending.code
    return code, printed.getvalue()


arguments = sys.argv[1:]
command = " ".join(word for word in arguments[:3] if not word.startswith("-"))
"""
REST = """
code, printed = answered(arguments)
print(printed, end="")
sys.exit(code)
"""


def program(folder: Path, difference: str = "") -> str:
    """Write `planstate` with a difference, Python that runs before it does; give its path."""
    path = folder / "mine"
    path.write_text(BEGINNING.format(python=sys.executable) + difference + REST)
    path.chmod(0o755)
    return str(path)


ONE_MORE_READY = """
if command.startswith("state claim"):
    code, printed = answered(arguments)
    envelope = json.loads(printed)
    if envelope["data"].get("claimed"):
        envelope["data"]["remaining_ready"] += 1
    print(json.dumps(envelope))
    sys.exit(code)
"""
FROM_1 = """
if command == "state claim":
    arguments += ["--lowest-id", "1"]
"""
"""By a real clock, the ids of claims would begin at the time."""

CLOCKLESS = f"""
os.environ.pop("PLANSTATE_NOW", None)
{FROM_1}
"""
STORELESS = """
os.environ["PLANSTATE_STORE"] = os.getcwd() + "/hidden"
"""
WITHOUT_FENCED = """
if command.startswith("state claim") and "--help" in arguments:
    print("usage: mine state claim [--worktree PATH] [--lease-duration SECONDS] [--force]")
    sys.exit(0)
if "--fenced" in arguments:
    print("mine: error: unrecognized arguments", file=sys.stderr)
    sys.exit(2)
"""
HEARTBEAT_MISUSED = """
if command.startswith("state heartbeat") and "--help" not in arguments:
    print("mine: error: unrecognized arguments", file=sys.stderr)
    sys.exit(2)
"""
CHATTY = """
if command.startswith("state ready"):
    print("Looking at the plan...")
"""
HANGING = """
if command.startswith("state ready") and "--help" not in arguments:
    print("thinking", file=sys.stderr, flush=True)
    with open(os.path.dirname(sys.argv[0]) + "/said", "w"):
        pass
    signal.pause()
"""
CRASHING = """
if command.startswith("state ready") and "--help" not in arguments:
    print("thread 'main' panicked", file=sys.stderr, flush=True)
    os.kill(os.getpid(), signal.SIGABRT)
"""
FLOODING = """
if command.startswith("state ready") and "--help" not in arguments:
    while True:
        print("x" * 100_000)
"""
WRONG_ENVELOPE = """
if command.startswith("state ready") and "--help" not in arguments:
    code, printed = answered(arguments)
    print(json.dumps(json.loads(printed)["data"]))
    sys.exit(code)
"""
