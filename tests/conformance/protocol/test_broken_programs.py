"""Programs that break: each is told apart, with its last words, and nothing is left running."""

import os
import select
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from conformance.adapters import connections, processes
from conformance.adapters.connections import Broken, LineChannel
from conformance.adapters.processes import ProcessConnection
from conformance.cli.main import main
from conformance.reports.exit_codes import BROKEN
from spec.formats.messages import Message
from tests.cases import for_each
from tests.conformance.calling import Planspec
from tests.conformance.protocol.conftest import WITHOUT_HURRY
from tests.conformance.protocol.programs import IDENTITY, program

PATIENTLY = ["--start-timeout", str(WITHOUT_HURRY), "--timeout", str(WITHOUT_HURRY)]
HASTILY = ["--start-timeout", str(WITHOUT_HURRY), "--timeout", "0.1"]
"""Options for a program that never answers."""
OBSERVE: Message = {"request": "observe"}
HELLO: Message = {"request": "hello"}


@pytest.fixture(autouse=True)
def _little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Call little a flood."""
    monkeypatch.setattr(connections, "MOST_BYTES", 1 << 20)


BREAKING = {
    "it ends": ("sys.exit(3)", "crash", "the program ended with exit code 3 at 'observe'"),
    "it is killed": (
        "os.kill(os.getpid(), signal.SIGKILL)",
        "crash",
        "the program ended by signal SIGKILL at 'observe'",
    ),
    "it raises": ("raise OSError", "crash", "the program ended with exit code 1 at 'observe'"),
    "it talks": (
        r"say('Loading...\n')",
        "garbage",
        "the reply to 'observe' cannot be read: 'Loading...' is not JSON",
    ),
    "it answers a list": (r"say('[1]\n')", "garbage", "'[1]' is not an object; expected one like"),
    "it nests without end": (
        r"say('[' * 200000 + '\n')",
        "garbage",
        "the reply to 'observe' cannot be read: '[[[[",
    ),
    "it writes bytes": (
        r"sys.stdout.buffer.write(b'\xff\n'); sys.stdout.flush()",
        "garbage",
        "the reply to 'observe' cannot be read: 'utf-8' codec can't decode",
    ),
    "it stops in a line": (
        "say('{\"reply\":'); sys.exit()",
        "half a line",
        "the reply to 'observe' ends in the middle of a line, '{\"reply\":'; the program ended "
        "with exit code 0",
    ),
    "it speaks twice": (
        "say('{\"reply\":\"ok\",\"plans\":[]}\\n{\"reply\":\"ok\"}\\n')",
        "garbage",
        "'{\"reply\":\"ok\"}' came before 'bye' was asked",
    ),
    "it answers another word": (
        "say('{\"reply\":\"yes\"}\\n')",
        "garbage",
        "at reply: expected one of ok, error",
    ),
    "it answers another shape": (
        "say('{\"reply\":\"ok\",\"plans\":{}}\\n')",
        "garbage",
        "in '{\"reply\":\"ok\",\"plans\":{}}': `plans` must be an array, got an object",
    ),
    "it says that it broke": (
        "say('{\"reply\":\"error\",\"message\":\"no bridge\"}\\n')",
        "refused",
        "'observe' was answered with an error: no bridge",
    ),
}  # fmt: skip


RUNNING_ON = {
    "it waits": ("for_ever()", "hang", "no reply to 'reset' within 0.1 s"),
    "it closes its outputs": (
        "os.close(1); os.close(2); for_ever()",
        "closed",
        "the program closed its output, and runs on, at 'observe'",
    ),
    "it floods": ("while True: say('x' * 65536)", "flood", "came in reply to 'observe'"),
}


@pytest.mark.parametrize(("how", "ways"), [("ends_by_itself", BREAKING), ("runs_on", RUNNING_ON)])
def test_a_program_that_breaks_is_told_apart(
    how: str,
    ways: dict[str, tuple[str, str, str]],
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    request: pytest.FixtureRequest,
) -> None:
    request.getfixturevalue(how)
    wrong = [
        f"{way}: {line}"
        for way, breaking in ways.items()
        for line in told_wrongly(*breaking, tmp_path / way, capfd)
    ]
    assert wrong == []


def told_wrongly(
    breaks: str, kind: str, sentence: str, folder: Path, capfd: pytest.CaptureFixture[str]
) -> Iterator[str]:
    """Yield what is wrong with what the doctor says of a program that breaks in some way."""
    # Given a program that breaks in its own way, and has another one started before,
    folder.mkdir()
    os.mkfifo(folder / "alive")
    alive = os.open(folder / "alive", os.O_RDONLY | os.O_NONBLOCK)
    begins = (
        f"alive = os.open({str(folder / 'alive')!r}, os.O_WRONLY)\n"
        "subprocess.Popen([sys.executable, '-S', '-c', 'import threading; "
        "threading.Event().wait()'], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, "
        "pass_fds=[alive])"
    )
    # (one that hangs does so at the first request that has the short timeout)
    at, options = ("reset", HASTILY) if kind == "hang" else ("observe", PATIENTLY)
    command = program(folder, breaks, begins, at=at)
    # when the doctor looks at it,
    if main(["doctor", *options, "--", *command]) != BROKEN:
        yield "it is not broken"
    # then that is said in a sentence, below the last that the program said,
    out, err = capfd.readouterr()
    *before, last = err.splitlines()
    expected = f"planspec: the implementation broke ({kind}): "
    if out or not last.startswith(expected) or sentence not in last:
        yield f"{out}{last}"
    if before.count("| the bridge creaks") != 1:
        yield f"the last words are {before}"
    # and neither of the two programs runs any more: nobody has the pipe open for writing.
    os.set_blocking(alive, True)
    assert os.read(alive, 1) == b""
    os.close(alive)


def test_half_a_line_is_told_of_what_hangs() -> None:
    # Given what has begun to answer, and does not go on, when the reply is read without waiting,
    incoming, says = os.pipe()
    os.write(says, b'{"reply":')
    channel = LineChannel(incoming, says, lambda _: Broken("crash", "it ended"))
    with pytest.raises(Broken) as broken:
        channel.receive(OBSERVE, 0.0)
    # then it hangs, and what there is of the reply is told.
    assert broken.value.kind == "hang"
    assert str(broken.value) == "no reply to 'observe' within 0 s, only '{\"reply\":'"
    os.close(incoming)
    os.close(says)


HANDSHAKES = {
    IDENTITY.replace("planspec 1", "planspec 9"): (
        "(refused)",
        "the protocol 'planspec 9' was chosen; offered was 'planspec 1'",
    ),
    '{"reply":"error","message":"I speak 2 only"}': (
        "(refused)",
        "'hello' was answered with an error: I speak 2 only",
    ),
    IDENTITY.replace('"tiny"', "3"): ("(garbage)", "`name` must be a string, got the number 3"),
    IDENTITY.replace("[]", '["moon"]'): ("(garbage)", "`areas.0` must be 'plans', "),
    IDENTITY.replace('"version":"1",', ""): (
        "(garbage)",
        "`version` is missing; expected an object with ",
    ),
}


@pytest.mark.usefixtures("ends_by_itself")
@for_each(("hello", "expected"), HANDSHAKES.items())
def test_a_bad_handshake_is_told_apart(
    tmp_path: Path, planspec: Planspec, hello: str, expected: tuple[str, ...]
) -> None:
    # Given a program that introduces itself wrongly, when the doctor looks at it,
    ended = planspec("doctor", *PATIENTLY, "--", *program(tmp_path, hello=hello))
    # then it is told what was wrong with it.
    assert ended.code == BROKEN
    assert [each for each in expected if each not in ended.err.splitlines()[-1]] == []


@pytest.mark.usefixtures("ends_by_itself")
def test_what_is_said_before_it_is_asked_is_no_reply(tmp_path: Path) -> None:
    # Given a program that has spoken before anybody asked,
    connection = ProcessConnection(program(tmp_path, begins=r"say('Welcome!\n')"))
    select.select([connection.replies], [], [])
    # when it is asked, then what it said is not taken for the reply.
    with pytest.raises(Broken, match="'Welcome!' came before 'hello' was asked"):
        connection.exchange(HELLO, WITHOUT_HURRY)
    connection.close()


def broken_by(
    folder: Path,
    begins: str,
    request: Message = HELLO,
    timeout: float = WITHOUT_HURRY,
    *,
    has_ended: bool = False,
) -> Broken:
    """Return how a program breaks when it is asked, perhaps once it has ended."""
    connection = ProcessConnection(program(folder, begins=begins))
    if has_ended:
        connection.process.wait()
    with pytest.raises(Broken) as broken:
        connection.exchange(request, timeout)
    connection.close()
    return broken.value


@pytest.mark.usefixtures("runs_on")
def test_a_program_that_never_reads_hangs(tmp_path: Path) -> None:
    # Given a program that reads nothing, when it is asked more than a pipe holds, then it is not
    # waited for any longer than one that does not answer.
    broken = broken_by(tmp_path, "for_ever()", {**HELLO, "more": "x" * 1_000_000}, 0.1)
    assert broken.kind == "hang"


@pytest.mark.usefixtures("ends_by_itself")
def test_a_program_that_has_ended_before_it_is_asked_has_crashed(tmp_path: Path) -> None:
    # Given a program that ends at once, when it is asked, then its end is told, with its reason.
    broken = broken_by(tmp_path, "sys.exit('no bridge here')", has_ended=True)
    assert (broken.kind, broken.last_words) == ("crash", ["the bridge creaks", "no bridge here"])


@pytest.mark.usefixtures("ends_by_itself")
def test_a_program_whose_child_keeps_the_output_open_has_crashed_too(tmp_path: Path) -> None:
    # Given a program that ends, while one that it started has its input and output open,
    child = (
        "subprocess.Popen([sys.executable, '-S', '-c', 'import threading; "
        "threading.Event().wait()'], stderr=subprocess.DEVNULL)"
    )
    broken = broken_by(tmp_path, f"{child}; sys.exit(3)", timeout=0.1, has_ended=True)
    # when it is asked, then it has not just been slow.
    assert broken.kind == "crash"
    assert "ended with exit code 3 at 'hello'" in str(broken)


@pytest.mark.usefixtures("ends_by_itself")
def test_only_the_last_lines_are_kept(tmp_path: Path) -> None:
    begins = "print(*range(1000), sep='\\n', file=sys.stderr, flush=True); sys.exit(1)"
    broken = broken_by(tmp_path, begins)
    assert broken.last_words == [str(number) for number in range(980, 1000)]


@pytest.mark.usefixtures("ends_by_itself")
def test_a_flood_on_standard_error_is_cut_into_lines(tmp_path: Path) -> None:
    # Given a program that writes megabytes to standard error without ever ending a line,
    begins = "sys.stderr.write('x' * (1 << 22)); sys.stderr.flush(); sys.exit(1)"
    broken = broken_by(tmp_path, begins)
    # then no more of it is kept than of any other.
    assert len(broken.last_words) == processes.LAST_WORDS
    assert all(len(line) <= processes.LONGEST_LINE for line in broken.last_words)


def test_what_cannot_be_started_is_told(tmp_path: Path, planspec: Planspec) -> None:
    # Given commands that are no programs: one is not there, one cannot be run, one is a folder,
    (tmp_path / "file").touch(stat.S_IRUSR)
    for path in (tmp_path / "none", tmp_path / "file", tmp_path):
        # when the doctor looks at it, then it says so.
        ended = planspec("doctor", "--", str(path))
        assert ended.code == BROKEN
        assert f"(not started): {path} cannot be started: " in ended.err
