"""Programs that break: each is told apart, with its last words, and nothing is left running."""

import json
import os
import select
import stat
from pathlib import Path

import pytest

from conformance.adapters import connections, processes
from conformance.adapters.connections import Broken
from conformance.adapters.processes import ProcessConnection
from conformance.cli.main import main
from conformance.reports.exit_codes import BROKEN, SUCCESS
from tests.conformance.protocol.programs import IDENTITY, program

SHORT = "0.3"
"""Seconds that a program gets which is known to say nothing."""


@pytest.fixture(autouse=True)
def _impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    """End at once what does not end by itself, and call little a flood."""
    monkeypatch.setattr(processes, "GRACE", 0.2)
    monkeypatch.setattr(connections, "MOST_BYTES", 1 << 20)


BREAKING = {
    "it ends": ("sys.exit(3)", "crash", "the program ended with exit code 3 at 'observe'"),
    "it is killed": (
        "os.kill(os.getpid(), signal.SIGKILL)",
        "crash",
        "the program ended by signal SIGKILL at 'observe'",
    ),
    "it raises": ("raise OSError", "crash", "the program ended with exit code 1 at 'observe'"),
    "it waits": ("for_ever()", "hang", f"no reply to 'reset' within {SHORT} s"),
    "it waits in a line": (
        "say('{\"reply\":'); for_ever()",
        "hang",
        f"no reply to 'reset' within {SHORT} s, only '{{\"reply\":'",
    ),
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
    "it closes its output": (
        "os.close(1)\n        for_ever()",
        "closed",
        "the program closed its output, and runs on, at 'observe'",
    ),
    "it floods": (
        "while True: say('x' * 65536)",
        "flood",
        "came in reply to 'observe'",
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


@pytest.mark.parametrize("way", BREAKING)
def test_a_program_that_breaks_is_told_apart(
    way: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    # Given a program that breaks in its own way, and has another one started before,
    breaks, kind, sentence = BREAKING[way]
    os.mkfifo(tmp_path / "alive")
    alive = os.open(tmp_path / "alive", os.O_RDONLY | os.O_NONBLOCK)
    begins = (
        f"alive = os.open({str(tmp_path / 'alive')!r}, os.O_WRONLY)\n"
        "subprocess.Popen([sys.executable, '-S', '-c', 'import threading; "
        "threading.Event().wait()'], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, "
        "pass_fds=[alive])"
    )
    # (one that hangs does so at the first request that has the short timeout)
    at, hasty = ("reset", ["--timeout", SHORT]) if kind == "hang" else ("observe", [])
    command = program(tmp_path, breaks, begins, at=at)
    # when the doctor looks at it,
    code = main(["doctor", *hasty, "--", *command])
    # then that is said in a sentence, below the last that the program said,
    assert code == BROKEN
    out, err = capfd.readouterr()
    assert out == ""
    told = err.splitlines()
    assert told[-1].startswith(f"planspec: the implementation broke ({kind}): ")
    assert sentence in told[-1]
    assert told[:-1].count("| the bridge creaks") == 1
    # and neither of the two programs runs any more: nobody has the pipe open for writing.
    readable, _, _ = select.select([alive], [], [], 10)
    assert readable
    assert os.read(alive, 1) == b""
    os.close(alive)


@pytest.mark.parametrize(
    ("hello", "kind", "sentence"),
    [
        (
            IDENTITY.replace("planspec 1", "planspec 9"),
            "refused",
            "the protocol 'planspec 9' was chosen; offered was 'planspec 1'",
        ),
        (
            '{"reply":"error","message":"I speak 2 only"}',
            "refused",
            "'hello' was answered with an error: I speak 2 only",
        ),
        (
            IDENTITY.replace('"tiny"', "3"),
            "garbage",
            "`name` must be a string, got the number 3",
        ),
        (IDENTITY.replace("[]", '["moon"]'), "garbage", "`areas.0` must be 'plans', "),
        (
            IDENTITY.replace('"version":"1",', ""),
            "garbage",
            "`version` is missing; expected an object with ",
        ),
    ],
)
def test_a_bad_handshake_is_told_apart(
    hello: str, kind: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # Given a program that introduces itself wrongly, when the doctor looks at it,
    code = main(["doctor", "--", *program(tmp_path, hello=hello)])
    # then it is told what was wrong with it.
    assert code == BROKEN
    last = capsys.readouterr().err.splitlines()[-1]
    assert f"({kind})" in last
    assert sentence in last


def test_what_is_said_before_it_is_asked_is_no_reply(tmp_path: Path) -> None:
    # Given a program that has spoken before anybody asked,
    connection = ProcessConnection(program(tmp_path, begins=r"say('Welcome!\n')"))
    select.select([connection.replies], [], [], 10)
    # when it is asked, then what it said is not taken for the reply.
    with pytest.raises(Broken, match="'Welcome!' came before 'hello' was asked"):
        connection.exchange({"request": "hello"}, 10)
    connection.close()


def test_a_program_that_never_reads_hangs(tmp_path: Path) -> None:
    # Given a program that reads nothing, when it is asked more than a pipe holds,
    connection = ProcessConnection(program(tmp_path, begins="for_ever()"))
    with pytest.raises(Broken) as broken:
        connection.exchange({"request": "hello", "more": "x" * 1_000_000}, float(SHORT))
    connection.close()
    # then it is not waited for any longer than for one that does not answer.
    assert broken.value.kind == "hang"


def test_a_program_that_has_ended_before_it_is_asked_has_crashed(tmp_path: Path) -> None:
    # Given a program that ends at once, when it is asked, then its end is told, with its reason.
    connection = ProcessConnection(program(tmp_path, begins="sys.exit('no bridge here')"))
    connection.process.wait()
    with pytest.raises(Broken) as broken:
        connection.exchange({"request": "hello"}, 10)
    connection.close()
    assert (broken.value.kind, broken.value.last_words) == (
        "crash",
        ["the bridge creaks", "no bridge here"],
    )


def test_a_program_whose_child_keeps_the_output_open_has_crashed_too(tmp_path: Path) -> None:
    # Given a program that ends, while one that it started could still write to its output,
    child = "subprocess.Popen([sys.executable, '-S', '-c', 'input()'], stdin=os.pipe()[0])"
    connection = ProcessConnection(program(tmp_path, begins=f"{child}; sys.exit(3)"))
    connection.process.wait()
    # when it is asked, then it has not just been slow.
    with pytest.raises(Broken, match="ended with exit code 3 at 'hello'") as broken:
        connection.exchange({"request": "hello"}, float(SHORT))
    connection.close()
    assert broken.value.kind == "crash"


def test_only_the_last_lines_are_kept(tmp_path: Path) -> None:
    begins = "print(*range(1000), sep='\\n', file=sys.stderr, flush=True); sys.exit(1)"
    connection = ProcessConnection(program(tmp_path, begins=begins))
    with pytest.raises(Broken) as broken:
        connection.exchange({"request": "hello"}, 10)
    connection.close()
    assert broken.value.last_words == [str(number) for number in range(980, 1000)]


def test_a_flood_on_standard_error_is_cut_into_lines(tmp_path: Path) -> None:
    # Given a program that writes megabytes to standard error without ever ending a line,
    begins = "sys.stderr.write('x' * (1 << 22)); sys.stderr.flush(); sys.exit(1)"
    connection = ProcessConnection(program(tmp_path, begins=begins))
    with pytest.raises(Broken) as broken:
        connection.exchange({"request": "hello"}, 10)
    # then no more of it is kept than of any other.
    assert len(broken.value.last_words) == processes.LAST_WORDS
    assert all(len(line) <= processes.LONGEST_LINE for line in broken.value.last_words)


@pytest.mark.parametrize("kind", ["none", "not executable", "a folder"])
def test_what_cannot_be_started_is_told(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # Given a command that is no program, when the doctor looks at it, then it says so.
    path = tmp_path / "adapter"
    if kind == "not executable":
        path.touch(stat.S_IRUSR)
    elif kind == "a folder":
        path.mkdir()
    assert main(["doctor", "--", str(path)]) == BROKEN
    assert f"(not started): {path} cannot be started: " in capsys.readouterr().err


def test_what_broke_is_one_json_document_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # Given a program that crashes, when the doctor reports as JSON,
    code = main(["doctor", "--json", "--", *program(tmp_path, "sys.exit(3)")])
    # then standard output is one document that says how.
    report = json.loads(capsys.readouterr().out)
    assert code == BROKEN
    assert report == {
        "verdict": "broken",
        "kind": "crash",
        "problem": "the program ended with exit code 3 at 'observe'",
        "last_words": ["the bridge creaks"],
    }


def test_a_sound_program_is_found_sound(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # Given a program that answers everything, and talks on standard error,
    command = program(tmp_path, 'say(\'{"reply":"ok"}\\n\')')
    # when the doctor looks at it, then all is well.
    assert main(["doctor", "--", *command]) == SUCCESS
    assert "it speaks the protocol" in capsys.readouterr().out.splitlines()[-1]
