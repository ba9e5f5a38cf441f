"""Implementations that are no programs to be started: behind a port, or in this process."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from conformance.adapters.model import ModelSystem
from conformance.adapters.serving import serve
from conformance.reports.exit_codes import BROKEN, SUCCESS
from tests.cases import for_each
from tests.conformance.calling import Planspec

Serving = Callable[[socket.socket], None]


def serves_the_model(connection: socket.socket) -> None:
    with connection, connection.makefile("r") as requests, connection.makefile("w") as replies:
        serve(ModelSystem(), requests, replies)


def hangs_up(connection: socket.socket) -> None:
    with connection:
        connection.recv(1 << 16)


def is_silent_until_the_other_leaves(connection: socket.socket) -> None:
    with connection:
        while connection.recv(1 << 16):
            pass


@contextmanager
def listening(serving: Serving) -> Iterator[str]:
    """Serve one connection, and give the place; the server has ended afterwards."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=lambda: serving(server.accept()[0]), daemon=True)
        thread.start()
        yield f"127.0.0.1:{server.getsockname()[1]}"
        thread.join()


def test_a_program_that_waits_for_connections_is_spoken_to(planspec: Planspec) -> None:
    # Given the model behind a port, when the doctor connects to it, then all is well.
    with listening(serves_the_model) as place:
        ended = planspec("doctor", "--json", "--connect", place)
    assert ended.code == SUCCESS
    assert ended.document["implementation"]["name"] == "planspec model, edition 2026.2"


@pytest.mark.parametrize(
    ("serving", "timeout", "told"),
    [
        (hangs_up, "86400", "(closed): {place} closed the connection at 'hello'"),
        (is_silent_until_the_other_leaves, "0.1", "(hang): no reply to 'hello' within 0.1 s"),
    ],
)
def test_a_connection_that_breaks_is_told(
    serving: Serving, timeout: str, told: str, planspec: Planspec
) -> None:
    # Given a port behind which nobody answers, when the doctor connects, then it says what broke.
    with listening(serving) as place:
        ended = planspec("doctor", "--start-timeout", timeout, "--connect", place)
    assert (ended.code, told.format(place=place) in ended.err) == (BROKEN, True)


MINE = """
from conformance.adapters.model import ModelSystem

class Shy(ModelSystem):
    def observe(self):
        raise RuntimeError("not today")

class Leaving(ModelSystem):
    def observe(self):
        raise SystemExit(0)

class Vague(ModelSystem):
    def observe(self):
        return None

class Odd(ModelSystem):
    def observe(self):
        return {"reply": "ok", "plans": {1, 2}}

def leaves():
    raise SystemExit(0)

def fails():
    raise OSError("no disk")

def gives_a_number():
    return 3
"""


FACTORIES = (
    ("fails", "cannot be made: OSError: no disk"),
    ("gives_a_number", "made 3, which lacks identity, reset, apply, observe"),
    ("nobody", "cannot be made: AttributeError: "),
    ("", "names no factory; expected FILE:FACTORY, as in mine.py:make"),
    ("Shy", "(refused): 'observe' was answered with an error: RuntimeError: not today"),
    ("leaves", "(crash): it ended with exit code 0 at 'leaves'"),
    ("Leaving", "(crash): it ended with exit code 0 at 'observe'"),
    ("Vague", "(garbage): the reply to 'observe' cannot be read: 'null' is not an object"),
    ("Odd", "(garbage): the reply to 'observe' cannot be read: Object of type set is not JSON"),
)


@for_each(("factory", "told"), FACTORIES)
def test_a_factory_that_makes_no_implementation_is_told(
    tmp_path: Path, planspec: Planspec, factory: str, told: str
) -> None:
    # Given a file without such factories, when the doctor calls them, then it says what is wrong.
    (tmp_path / "mine.py").write_text(MINE)
    ended = planspec("doctor", "--python", f"{tmp_path / 'mine.py'}:{factory}")
    assert (ended.code, told in ended.err) == (BROKEN, True), ended.err
