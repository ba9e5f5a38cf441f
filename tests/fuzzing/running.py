"""Runs a call: in this process, which is fast, or as a process of its own."""

import io
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import chdir, contextmanager
from pathlib import Path
from unittest.mock import patch

from tests.fuzzing.calls import Call, Content, Ended, Form
from tests.impl.git.sites import IDENTITY

MODULES = {"planstate": "impl.cli.main", "planspec": "conformance.cli.main"}
PROCESS = "import sys; from {} import main; sys.exit(main())"
HANDLED = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGINT)

ENVIRONMENT = {
    **IDENTITY,
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
    "HOME": os.devnull,
}
REMOVED = ("PLANSTATE_", "CLAUDE_", "COLUMNS", "GIT_", "PYTHON")


Contents = dict[str, bytes | None]


class Runner:
    """Runs calls in a folder that is made anew from a template for each."""

    def __init__(self, template: Path, folder: Path) -> None:
        self._template = template
        self._folder = folder
        self._usual: Contents = {}
        self._found: Contents = {"nothing": None}

    def run(self, call: Call) -> Ended:
        """Run a call in this process."""
        self._prepare(call)
        main = __import__(MODULES[call.program], fromlist=["main"]).main
        with streams(call) as (output, errors), chdir(self._folder), environment(call):
            code, escaped = 0, None
            try:
                code = main(list(call.arguments))
            except SystemExit as ended:
                code = ended.code if isinstance(ended.code, int) else 1
            except BaseException as error:
                escaped = error
            printed, told = (written(stream) for stream in (output, errors))
        return Ended(code, printed, told, escaped, self._changed())

    def start(self, call: Call) -> Ended:
        """Run a call as a process of its own."""
        self._prepare(call)
        command = [sys.executable, "-c", PROCESS.format(MODULES[call.program]), *call.arguments]
        given = call.given if isinstance(call.given, bytes) else b""
        done = subprocess.run(
            [os.fsencode(word) for word in command],
            input=given,
            capture_output=True,
            cwd=self._folder,
            env={**variables_of(call), "PYTHONIOENCODING": call.encoding},
        )
        printed, told = (text.decode(errors="replace") for text in (done.stdout, done.stderr))
        return Ended(done.returncode, printed, told, None, self._changed())

    def _prepare(self, call: Call) -> None:
        if self._found != self._usual:
            restore(self._folder, self._template)
            self._usual = contents_of(self._folder)
        self._found = self._usual
        for name, content in call.files.items():
            put(self._folder / name, content)
        if call.files:
            self._found = contents_of(self._folder)

    def _changed(self) -> tuple[str, ...]:
        """Return the files that have changed or are gone."""
        before, self._found = self._found, contents_of(self._folder)
        return tuple(name for name, found in before.items() if self._found.get(name) != found)


def restore(folder: Path, template: Path) -> None:
    """Make a folder like its template again. Most of it is, which is faster than a new copy."""
    folder.mkdir(exist_ok=True)
    names = {entry.name for entry in os.scandir(template)}
    for entry in os.scandir(folder):
        model = template / entry.name
        if entry.name not in names or entry.is_symlink() or entry.is_dir() != model.is_dir():
            remove(Path(entry.path))
    for entry in os.scandir(template):
        path = folder / entry.name
        if entry.is_dir():
            restore(path, Path(entry.path))
        elif not path.is_file() or path.read_bytes() != Path(entry.path).read_bytes():
            remove(path)
            shutil.copy2(entry.path, path)


def remove(path: Path) -> None:
    """Remove whatever is at a path, if anything is."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def put(path: Path, content: Content) -> None:
    """Put a content in place of whatever stands there."""
    remove(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    match content:
        case bytes():
            path.write_bytes(content)
        case Form.FOLDER:
            path.mkdir()
        case Form.PIPE:
            os.mkfifo(path)
        case Form.LOOP:
            path.symlink_to(path.name)
        case Form.DANGLING:
            path.symlink_to("nothing")


def contents_of(folder: Path, prefix: str = "") -> Contents:
    """Return the content of each regular file, and `None` for all else, by relative paths."""
    found: Contents = {}
    for entry in os.scandir(folder):
        name = f"{prefix}{entry.name}"
        is_file = entry.is_file(follow_symlinks=False)
        found[name] = Path(entry.path).read_bytes() if is_file else None
        if entry.is_dir(follow_symlinks=False):
            found |= contents_of(Path(entry.path), f"{name}/")
    return found


def variables_of(call: Call) -> dict[str, str]:
    """Return the environment of a call."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(REMOVED)}
    return {**kept, **ENVIRONMENT, **call.variables}


@contextmanager
def environment(call: Call) -> Iterator[None]:
    """Set the environment of a call, and afterwards the handlers of signals as they were."""
    handlers = {number: signal.getsignal(number) for number in HANDLED}
    with patch.dict(os.environ, variables_of(call), clear=True):
        try:
            yield
        finally:
            for number, handler in handlers.items():
                signal.signal(number, handler)


@contextmanager
def streams(call: Call) -> Iterator[tuple[io.TextIOWrapper, io.TextIOWrapper]]:
    """Replace the standard streams by files, which are what programs are mostly given."""
    with (
        tempfile.TemporaryFile() as given,
        tempfile.TemporaryFile() as output,
        tempfile.TemporaryFile() as errors,
    ):
        given.write(call.given if isinstance(call.given, bytes) else b"")
        given.seek(0)
        stdin = io.TextIOWrapper(given, encoding="utf-8")
        stdout = io.TextIOWrapper(output, encoding=call.encoding)
        stderr = io.TextIOWrapper(errors, encoding="utf-8", errors="backslashreplace")
        with patch.multiple(sys, stdin=stdin, stdout=stdout, stderr=stderr):
            yield stdout, stderr


def written(stream: io.TextIOWrapper) -> str:
    """Return what was written to a stream."""
    stream.flush()
    size = os.fstat(stream.fileno()).st_size
    return os.pread(stream.fileno(), size, 0).decode(errors="replace")
