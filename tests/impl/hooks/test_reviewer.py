"""Running a reviewer: its arguments, its surroundings, how it ends, and what is left of it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from impl.hooks import reviewer
from tests.cases import for_each
from tests.impl.cli.stop_hook.hooks import reviewer_script


def run(folder: Path, *lines: str, seconds: float = 60) -> reviewer.ReviewerRun:
    return reviewer.run([reviewer_script(folder, *lines)], folder, {"EXTRA": "here"}, seconds)


def test_the_default_command_is_that_of_claude() -> None:
    assert reviewer.command_line(reviewer.DEFAULT_COMMAND, "opus", "Review it") == [
        "claude",
        "--print",
        "--model",
        "opus",
        "--output-format",
        "json",
        "--json-schema",
        reviewer.SCHEMA,
        "--dangerously-skip-permissions",
        "Review it",
    ]


COMMANDS = {
    "a prompt without a place": (["r", "-m", "{model}"], ["r", "-m", "opus", "{model}{prompt}"]),
    "a prompt in a word": (["r", "ask={prompt}."], ["r", "ask={model}{prompt}."]),
    "other braces": (["r", "{}", "{Model}"], ["r", "{}", "{Model}", "{model}{prompt}"]),
}


@for_each(("command", "line"), COMMANDS.values())
def test_nothing_in_a_prompt_is_a_placeholder(command: list[str], line: list[str]) -> None:
    assert reviewer.command_line(command, "opus", "{model}{prompt}") == line


def test_a_reviewer_gets_no_input_its_folder_the_guard_and_the_variables(tmp_path: Path) -> None:
    ended = run(tmp_path, "cat", "pwd -P", 'echo "$EXTRA $PLANSTATE_REVIEWING"')
    assert ended.exit_code == 0
    assert ended.output.decode().splitlines() == [os.path.realpath(tmp_path), "here 1"]


def test_a_reviewer_is_run_by_no_shell(tmp_path: Path) -> None:
    words = ["$(touch made)", "; touch made", "`touch made`", "a  b", "*", "one\ntwo", "'\""]
    command = [sys.executable, "-S", "-c", "import sys; print(sys.argv[1:])", *words]
    ended = reviewer.run(command, tmp_path, {}, 60)
    assert ended.output.decode().strip() == str(words)
    assert list(tmp_path.iterdir()) == []


NOT_STARTED = {
    "not there": (["/nowhere/reviewer"], "No such file"),
    "no program": (["{folder}/text"], "Permission denied"),
    "with NUL": (["/bin/echo", "a\0b"], "null byte"),
    "too long": (["/bin/echo", "x" * 3_000_000], "too long"),
    "half a character": (["/bin/echo", "\ud800"], "surrogates"),
}


@pytest.mark.parametrize(("command", "complaint"), NOT_STARTED.values(), ids=NOT_STARTED)
def test_a_reviewer_that_cannot_be_started_has_no_exit_code(
    tmp_path: Path, command: list[str], complaint: str
) -> None:
    (tmp_path / "text").write_text("no program")
    words = [word.replace("{folder}", str(tmp_path)) for word in command]
    ended = reviewer.run(words, tmp_path, {}, 60)
    assert (ended.exit_code, ended.timed_out) == (None, False)
    assert complaint in ended.complaint


def test_at_the_limit_a_reviewer_is_killed_with_all_its_children(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given a limit that is over once the reviewer has started its children,
    pipe = tmp_path / "alive"
    os.mkfifo(pipe)
    wait, opened = subprocess.Popen.wait, []

    def wait_until_started(process: subprocess.Popen[bytes], timeout: float | None = None) -> int:
        if timeout is None:
            return wait(process)
        opened.append(pipe.open("rb"))
        assert opened[0].readline() == b"started\n"
        raise subprocess.TimeoutExpired(process.args, timeout)

    monkeypatch.setattr(subprocess.Popen, "wait", wait_until_started)
    # when it is run, then it is killed, and so are they:
    ended = run(
        tmp_path,
        f"exec 9> {pipe}",
        "trap '' TERM INT HUP",
        "sleep 1000 &",
        "(sleep 1000 & sleep 1000) &",
        "echo started >&9",
        "wait",
    )
    assert (ended.exit_code, ended.timed_out) == (None, True)
    # whoever has the pipe open for writing is alive, and its end shows when nobody has.
    with opened[0] as reading:
        assert reading.read() == b""


def test_a_child_that_lives_on_keeps_nobody_waiting(tmp_path: Path) -> None:
    pipe = tmp_path / "go"
    os.mkfifo(pipe)
    waiting = os.open(pipe, os.O_RDWR)
    try:
        # The pipe is open before the child begins, so that what is written to it is not lost.
        ended = run(tmp_path, f"exec 3< {pipe}", "(read line <&3) &", "echo done")
        assert (ended.exit_code, ended.output) == (0, b"done\n")
    finally:
        os.write(waiting, b"go\n")
        os.close(waiting)


def test_of_more_output_than_anybody_reads_the_end_is_kept(tmp_path: Path) -> None:
    limit = reviewer.MOST_OUTPUT
    ended = run(tmp_path, f"head -c {limit} /dev/zero", "printf end")
    assert len(ended.output) == limit
    assert ended.output.endswith(b"\0end")


def test_a_reviewer_is_ended_without_another_wait_when_the_first_is_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given a wait that an interrupt may leave with its lock, so that another never ends,
    waiting = list[subprocess.Popen[bytes]]()

    def interrupted(process: subprocess.Popen[bytes], _: float | None = None) -> int:
        waiting.append(process)
        raise KeyboardInterrupt

    monkeypatch.setattr(subprocess.Popen, "wait", interrupted)
    # when a reviewer is interrupted, then it is gone, and nobody waits like that again.
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path, "sleep 1000")
    [process] = waiting
    with pytest.raises(ProcessLookupError):
        os.kill(process.pid, 0)
