"""Programs that end badly at an operation: what is known of it, and that a fresh one goes on."""

from collections.abc import Callable
from pathlib import Path

import pytest

from conformance.adapters.connections import Broken
from conformance.adapters.processes import ProcessConnection
from conformance.adapters.remote import RemoteSystem, Timeouts
from conformance.adapters.sut import EndedBadly
from spec.vocabulary.readiness import Ready
from tests.cases import for_each
from tests.conformance.protocol.conftest import WITHOUT_HURRY
from tests.conformance.protocol.programs import program

READY = Ready("plan.md", 0)
PATIENT = Timeouts(WITHOUT_HURRY, WITHOUT_HURRY)
ENDS = (
    ("sys.exit(3)", "crash", "ended with exit code 3 at the operation ready"),
    ("for_ever()", "hang", "no reply to the operation ready within 0.1 s"),
    (r"say('Load\x1b[1m\r\x9b...\n')", "garbage", r"'Load\x1b[1m\r\x9b...' is not JSON"),
    (
        r"""say('{"reply":"rejected","code":"E047","details":[["path","x"]]}\n')""",
        "garbage",
        "`details` must be an object, got an array",
    ),
    (
        r"""say('{"reply":"ok","answer":"claimed","anchor":3}\n')""",
        "garbage",
        "`anchor` must be a string, got the number 3",
    ),
)
"""What a program does at an operation, what that is, and what is said of it."""


pytestmark = pytest.mark.usefixtures("ends_by_itself")


def connector(command: list[str]) -> Callable[[], ProcessConnection]:
    return lambda: ProcessConnection(command)


@for_each(("breaks", "kind", "sentence"), ENDS)
def test_a_fresh_program_follows_a_bad_end(
    tmp_path: Path, breaks: str, kind: str, sentence: str
) -> None:
    # Given a program that ends badly at an operation, when it is asked that,
    connect = connector(program(tmp_path, breaks, at="op"))
    system = RemoteSystem(connect(), PATIENT)
    system.reopen = patiently(system, connect)
    system.reset()
    if kind == "hang":
        system.timeouts = Timeouts(WITHOUT_HURRY, 0.1)
    with pytest.raises(EndedBadly) as caught:
        system.apply(READY)
    # then it is known how it ended, after which requests and with which last words,
    broken = caught.value.broken
    assert (broken.kind, sentence in str(broken)) == (kind, True), broken
    assert [each["request"] for each in broken.requests] == ["reset", "op"]
    assert broken.last_words == ["the bridge creaks"]
    # and a fresh one is asked from then on.
    assert system.ends == [broken]
    system.reset()
    assert system.observe() == {"reply": "ok"}
    system.bye()


def patiently(
    system: RemoteSystem, connect: Callable[[], ProcessConnection]
) -> Callable[[], ProcessConnection]:
    """Return what connects to a fresh program, which is not hurried."""

    def reopen() -> ProcessConnection:
        system.timeouts = PATIENT
        return connect()

    return reopen


def test_a_program_that_breaks_at_once_again_is_not_started_a_third_time(tmp_path: Path) -> None:
    # Given a program that cannot be started anew once it has crashed,
    lock = tmp_path / "lock"
    begins = f"if os.path.exists({str(lock)!r}): sys.exit('locked')"
    breaks = f"open({str(lock)!r}, 'w'); sys.exit(3)"
    connect = connector(program(tmp_path, breaks, begins, at="op"))
    system = RemoteSystem(connect(), PATIENT, connect)
    # when it crashes, then that ends all, and both ends are described.
    with pytest.raises(Broken, match="exit code 3 at the operation ready; started again, it broke"):
        system.apply(READY)
    system.close()


def test_a_program_that_breaks_at_a_reset_is_reset_when_it_is_fresh(tmp_path: Path) -> None:
    # Given a program that crashes at its fourth reset, when it is reset,
    counts = "resets = globals().get('resets', 0) + 1\n        "
    breaks = counts + 'say(\'{"reply":"ok"}\\n\') if resets < 4 else sys.exit(3)'
    connect = connector(program(tmp_path, breaks, at="reset"))
    system = RemoteSystem(connect(), PATIENT, connect)
    for _ in range(4):
        system.reset()
    # then the run goes on, and the bad end is kept.
    assert system.observe() == {"reply": "ok"}
    assert [str(each) for each in system.ends] == ["the program ended with exit code 3 at 'reset'"]
    system.bye()
