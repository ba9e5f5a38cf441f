"""Run the tests that mutants name, each in a fork of a process that has imported what they share.

The argument is a copy of the implementation, and standard input a JSON array of `[file, source,
test]`: what is changed in the copy while a test runs. The exit code of each test is printed.
"""

import json
import os
import sys
from importlib.util import cache_from_source
from pathlib import Path

import hypothesis.stateful  # noqa: F401
import pydantic  # noqa: F401
import pytest

import spec.catalog  # noqa: F401


def exit_code(folder: Path, test: str) -> int:
    """Run a test in a fork that imports the implementation from a folder."""
    child = os.fork()
    if child == 0:
        sys.path.insert(0, str(folder))
        nothing = os.open(os.devnull, os.O_RDWR)
        for descriptor in range(3):
            os.dup2(nothing, descriptor)
        os._exit(pytest.main(["-x", "-p", "no:cacheprovider", test]))
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def main(folder: Path) -> None:
    """Run all tests."""
    for name, source, test in json.load(sys.stdin):
        file = folder / name
        compiled = Path(cache_from_source(str(file)))
        original = file.read_text("utf-8")
        for text in (source, original):
            file.write_text(text, "utf-8")
            compiled.unlink(missing_ok=True)
            if text is source:
                print(exit_code(folder, test), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
