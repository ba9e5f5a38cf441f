"""Stop programs before their system calls with ptrace: every race window contains one.

Linux only, without privileges: a process may trace what it has started. Nothing is read or changed.
"""

import ctypes
import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Set
from contextlib import suppress
from functools import cache
from signal import SIGCONT, SIGTRAP

from conformance.histories.nemesis.disturbing import Hold

SEIZE, INTERRUPT, NEXT_CALL, DETACH = 0x4206, 0x4207, 24, 17
"""Requests of ptrace."""
MARK_CALLS, WITH_THREADS = 1, 8
"""Options of ptrace: system calls have a signal of their own, and new threads are traced too."""
AT_CALL = SIGTRAP | 0x80
"""The signal of a system call, at its beginning and at its end."""
ALL_TASKS, OWN_TASKS = 0x40000000, 0x20000000
"""Options of wait: threads too, and only those that this thread traces."""
TIMEOUT = 10.0
"""The longest time that tracing may take to begin and to end, in seconds."""


@cache
def is_traceable() -> bool:
    """Return whether this machine allows ptrace."""
    if sys.platform != "linux":
        return False
    command = [sys.executable, "-c", "input()"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL) as child:
        request = ctypes.CDLL(None, use_errno=True).ptrace
        request.argtypes = [ctypes.c_long] * 4
        is_allowed = request(SEIZE, child.pid, 0, 0) >= 0
        child.kill()
    return bool(is_allowed)


class Tracer(Hold):
    """Holds the processes of a session before a system call, counted from where it begins.

    `seen` is how many calls began until it was over. Before a process is held, nobody may wait for
    the session to end.
    """

    def __init__(self, session: int, place: int) -> None:
        super().__init__()
        self.session = session
        self.place = place
        self._begun = threading.Event()
        self._released = threading.Event()
        self._tasks: set[int] = set()
        self._inside: set[int] = set()
        self._interrupted: set[int] = set()
        self._stopping: set[int] = set()
        self._thread = threading.Thread(target=self._trace, daemon=True)

    def begin(self) -> None:
        """Begin to count, once all threads were interrupted."""
        self._thread.start()
        self._begun.wait(TIMEOUT)

    def release(self) -> None:
        """Resume the stopped process, and end tracing."""
        self._released.set()
        if not self._begun.is_set():
            return
        if not self.is_held:
            for pid in members(self.session):
                # Wakes the tracer, which does not pass it on.
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, SIGCONT)
        self._thread.join(TIMEOUT)

    def _trace(self) -> None:
        """Follow the processes; only the thread that began to trace them may go on with that."""
        self._ptrace = ctypes.CDLL(None, use_errno=True).ptrace
        self._ptrace.argtypes = [ctypes.c_long] * 4
        for pid in members(self.session):
            for task in threads_of(pid):
                with suppress(OSError):
                    self._ask(SEIZE, task, MARK_CALLS | WITH_THREADS)
                    self._tasks.add(task)
                    self._ask(INTERRUPT, task)
                    self._interrupted.add(task)
        self._stopping = set(self._interrupted)
        try:
            with suppress(ProcessLookupError, ChildProcessError):
                self._follow()
        finally:
            self._begun.set()

    def _follow(self) -> None:
        while self._tasks:
            event = os.waitid(
                os.P_ALL, 0, os.WEXITED | os.WSTOPPED | os.WNOWAIT | ALL_TASKS | OWN_TASKS
            )
            assert event is not None  # it waits
            task = event.si_pid
            if event.si_code in (os.CLD_EXITED, os.CLD_KILLED, os.CLD_DUMPED):
                if is_process(task):
                    return  # whoever started it is told how it ended
                os.waitpid(task, ALL_TASKS)
                self._tasks.discard(task)
                continue
            _, status = os.waitpid(task, ALL_TASKS)
            self._tasks.add(task)
            if self._released.is_set():
                self._leave(self._tasks - {task})
                self._ask(DETACH, task, passed_on(status))
                return
            if os.WSTOPSIG(status) == AT_CALL:
                self._inside ^= {task}
                if self._is_new_call(task):
                    self.seen += 1
                    if self.seen == self.place:
                        self._hold(task)
                        return
            self._ask(NEXT_CALL, task, passed_on(status))
            self._stopping.discard(task)
            if not self._stopping:
                self._begun.set()

    def _is_new_call(self, task: int) -> bool:
        """Return whether a call begins in which the thread did not wait when it was interrupted.

        That one begins again; a thread that waits all the time makes no other.
        """
        begins = task in self._inside
        if begins and task in self._interrupted:
            self._interrupted.discard(task)
            return False
        return begins

    def _hold(self, task: int) -> None:
        """Stop a thread until it is resumed. The others continue."""
        self._leave(self._tasks - {task})
        self._begun.set()
        self.is_held = True
        self._met.set()
        self._released.wait()
        with suppress(OSError):
            self._ask(DETACH, task)

    def _leave(self, tasks: Set[int]) -> None:
        """Detach from running threads."""
        for task in tasks:
            with suppress(OSError):
                self._ask(INTERRUPT, task)
                _, status = os.waitpid(task, ALL_TASKS)
                self._ask(DETACH, task, passed_on(status))

    def _ask(self, request: int, task: int, data: int = 0) -> None:
        if self._ptrace(request, task, 0, data) < 0:
            raise ProcessLookupError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def passed_on(status: int) -> int:
    """Return the signal to deliver to a stopped thread, or 0 for none."""
    signal = os.WSTOPSIG(status)
    is_event = status >> 16 or signal in (AT_CALL, SIGTRAP, SIGCONT)
    return 0 if is_event else signal


def members(session: int) -> Iterator[int]:
    """Yield the processes of a session."""
    for name in os.listdir("/proc"):
        if name.isdigit():
            with suppress(OSError):
                if os.getsid(int(name)) == session:
                    yield int(name)


def threads_of(pid: int) -> Iterator[int]:
    """Yield the threads of a process."""
    with suppress(OSError):
        yield from map(int, os.listdir(f"/proc/{pid}/task"))


def is_process(task: int) -> bool:
    """Return whether a thread is the first of its process."""
    try:
        return os.getsid(task) >= 0 and str(task) in os.listdir("/proc")
    except OSError:
        return True
