"""A program that runs the stop hook of a plan folder and kills it before each write.

Arguments: a plan folder, which is copied for every try; a folder for the copies; a reviewer. For
each write that the hook makes, from the first on, a process runs the hook and is killed just before
that write, or in its midst. Prints a line of JSON for each: the write, and the copy of the folder.
"""

import json
import os
import shutil
import signal
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

from impl.hooks.stop_hook import StopHook

WRITES = ("open", "write", "fsync", "fchmod", "replace", "unlink", "mkdir", "close")


def counting(at: int, tell: Callable[[str], None]) -> None:
    """Count every write of this process, and kill it at one of them."""
    seen = count(1)

    def dying(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(*arguments: Any, **named: Any) -> Any:
            if next(seen) == at:
                tell(name)
                if name == "write":
                    real(arguments[0], arguments[1][: len(arguments[1]) // 2])
                os.kill(os.getpid(), signal.SIGKILL)
            return real(*arguments, **named)

        return wrapped

    for name in WRITES:
        setattr(os, name, dying(name, getattr(os, name)))


def attempt(at: int, folder: Path, reviewer: str) -> str | None:
    """Run the hook in a process of its own, and give the write at which it died, if it did."""
    reading, writing = os.pipe()
    real_write = os.write
    child = os.fork()
    if child == 0:
        hook = StopHook(folder, folder, [reviewer], 60, lambda: 0)
        counting(at, lambda name: (real_write(writing, name.encode()), None)[1])
        hook.answer(stop_hook_active=False)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    os.close(writing)
    with os.fdopen(reading) as told:
        name = told.read()
    died = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
    assert died == bool(name), (status, name)
    assert died or os.WEXITSTATUS(status) == 0, status
    return name if died else None


def main() -> None:
    template, copies, reviewer = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
    for at in count(1):
        folder = copies / f"at-{at:03}"
        shutil.copytree(template, folder)
        name = attempt(at, folder, reviewer)
        print(json.dumps({"write": name, "folder": str(folder)}))
        if name is None:
            return


if __name__ == "__main__":
    main()
