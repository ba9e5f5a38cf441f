"""Files that several processes write: locks, logs with a line for each event, replaced files."""

import errno
import fcntl
import os
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

LONGEST_PAUSE = 0.2

HALF_WRITTEN = 0.05
"""For how many seconds half a line in a log may be one that is being written."""


class LinkInTheWay(OSError):
    """A link stands where a file or folder of ours belongs: what to do about it."""


def lock(descriptor: int, patience: float, place: str) -> float:
    """Lock an open file, and return for how many seconds this has waited.

    Raises `TimeoutError`, an `OSError`, if the lock is not free in time.
    """
    waited = wait_until(lambda: _try_to_lock(descriptor), patience)
    if waited is None:
        raise TimeoutError(f"timed out waiting for the lock on {place} after {patience:g} seconds")
    return waited


def unlock(descriptor: int) -> None:
    """Unlock an open file, also for the processes that have inherited its descriptor."""
    fcntl.flock(descriptor, fcntl.LOCK_UN)


def wait_until(condition: Callable[[], bool], patience: float) -> float | None:
    """Return for how many seconds a condition was waited for, or `None` after `patience`."""
    began, pause, waited = time.monotonic(), 0.01, 0.0
    while not condition():
        waited = time.monotonic() - began
        if waited >= patience:
            return None
        # `flock` has no timeout, except by a signal, which other code may need.
        time.sleep(min(pause, patience - waited))
        pause = min(2 * pause, LONGEST_PAUSE)
    return waited


def append_line(descriptor: int, line: str) -> None:
    """Append a line to an open log in one write. Raises `OSError` if that is not possible.

    A process may have been killed while it wrote the last line, or the disk was full. If it still
    writes after all, its line gets whole, and one that is empty follows.
    """
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        raise OSError(errno.EINVAL, "not a regular file")
    torn = wait_until(lambda: not _is_torn(descriptor), HALF_WRITTEN) is None
    content = ("\n" * torn + line + "\n").encode()
    written = os.write(descriptor, content)
    if written < len(content):
        raise OSError(f"only {written} of {len(content)} bytes could be written")


def _is_torn(descriptor: int) -> bool:
    """Return whether the last line of an open log is torn."""
    size = os.fstat(descriptor).st_size
    return size > 0 and os.pread(descriptor, 1, size - 1) != b"\n"


def require_no_links(root: Path, path: Path) -> None:
    """Refuse a path below `root`, relative to it, that leads through a symbolic link.

    A link that came with a clone could lead out of the repository, or into its git folder.
    """
    place = root
    for part in path.parts:
        place /= part
        if place.is_symlink():
            raise link_in_the_way(place)


def require_one_name(found: os.stat_result, place: Path) -> None:
    """Refuse a file with several names (hard links), one of which may be outside.

    The name under which it was created does not count: whoever creates it may just be about to
    remove that, or was killed before it did.
    """
    if not stat.S_ISREG(found.st_mode) or found.st_nlink == 1:
        return
    _remove_first_names(place, found)
    now = os.lstat(place)
    if now.st_nlink > 1 or not os.path.samestat(now, found):
        raise LinkInTheWay(
            f"{place} is a hard link: what is written to it changes another file too; replace it "
            "by a copy of itself, then repeat the command"
        )


def link_in_the_way(place: Path) -> LinkInTheWay:
    """Return the error for a symbolic link in the place of a file or folder of ours."""
    return LinkInTheWay(
        f"{place} is a symbolic link; expected a file or folder in its place, because "
        "nothing is written through links: remove the link, then repeat the command"
    )


@contextmanager
def opened(path: Path, flags: int, folder: int | None = None) -> Iterator[int]:
    """Open a file and yield its descriptor, which is closed at the end of the block.

    The path is relative to the open `folder`, if there is one.
    """
    descriptor = os.open(path, flags, 0o666, dir_fd=folder)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def read_regular(path: Path, folder: int | None = None, flags: int = 0) -> bytes:
    """Return the content of a file. Raises `OSError`, also for a pipe, which would block.

    The path is relative to the open `folder`, if there is one.
    """
    with opened(path, os.O_RDONLY | os.O_NONBLOCK | flags, folder) as descriptor:
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not stat.S_ISREG(mode):
            raise OSError(errno.EINVAL, "not a regular file", str(path))
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            return file.read()


@contextmanager
def folder_below(root: Path, path: Path, *, make: bool = False) -> Iterator[int]:
    """Open a folder below `root` through no symbolic link, even one that is made meanwhile.

    Yields its descriptor; what is done by that stays in the folder. `make` creates the folders
    that are missing. Raises `LinkInTheWay`.
    """
    place, descriptor = root, os.open(root, os.O_RDONLY | os.O_DIRECTORY)
    try:
        for part in path.parts:
            place /= part
            outer, descriptor = descriptor, _open_folder(descriptor, part, place, make)
            os.close(outer)
        yield descriptor
    finally:
        os.close(descriptor)


def _open_folder(outer: int, name: str, place: Path, make: bool) -> int:
    """Open a folder in the folder `outer`, which stays open if this fails."""
    try:
        if make:
            with suppress(FileExistsError):
                os.mkdir(name, dir_fd=outer)
        return os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=outer)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENOTDIR) and place.is_symlink():
            raise link_in_the_way(place) from error
        raise OSError(error.errno, error.strerror, str(place)) from error


def read_below(root: Path, path: Path) -> bytes | None:
    """Return the content of a file below `root`, through no link, or `None` if it is missing."""
    try:
        with folder_below(root, path.parent) as folder:
            return read_regular(Path(path.name), folder, os.O_NOFOLLOW)
    except FileNotFoundError:
        return None
    except LinkInTheWay:
        raise
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise link_in_the_way(root / path) from error
        raise OSError(error.errno, error.strerror, str(root / path)) from error


def replace_below(root: Path, path: Path, content: bytes) -> None:
    """Replace a file below `root` atomically, and through no link; create its folders."""
    with folder_below(root, path.parent, make=True) as folder:
        replace_file(Path(path.name), content, folder=folder)


def create_below(root: Path, path: Path, content: bytes) -> None:
    """Create a file below `root`, through no link, unless it exists; create its folders."""
    with folder_below(root, path.parent, make=True) as folder, suppress(FileExistsError):
        _write_new(Path(path.name), content, None, folder)


def remove_below(root: Path, path: Path) -> None:
    """Remove a file below `root`, through no link, unless it is missing."""
    with suppress(FileNotFoundError), folder_below(root, path.parent) as folder:
        os.unlink(path.name, dir_fd=folder)


def temporary_name(path: Path) -> Path:
    """Return under which name a file is written before it takes the place of the old one."""
    return path.with_name(f".{path.name}.tmp")


def replace_file(
    path: Path, content: bytes, mode: int | None = None, folder: int | None = None
) -> None:
    """Replace a file atomically: a process that is killed leaves the old content or the new.

    The path is relative to the open `folder`, if there is one.
    """
    temporary = temporary_name(path)
    write_durably(temporary, content, mode, folder)
    os.replace(temporary, path, src_dir_fd=folder, dst_dir_fd=folder)


def write_durably(
    path: Path, content: bytes, mode: int | None = None, folder: int | None = None
) -> None:
    """Write a new file, with the permissions of `mode`, and flush it to the disk."""
    # Never through a symbolic link.
    with suppress(FileNotFoundError):
        os.unlink(path, dir_fd=folder)
    _write_new(path, content, mode, folder)


def create_durably(path: Path, content: bytes) -> None:
    """Create a file with its content at once, unless there is one; flush it to the disk."""
    _remove_first_names(path)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.{time.monotonic_ns()}.tmp")
    try:
        write_durably(temporary, content)
        with suppress(FileExistsError):
            os.link(temporary, path)
    finally:
        with suppress(FileNotFoundError):
            os.unlink(temporary)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Flush the names in a folder to the disk, so that they survive a power failure too."""
    with opened(folder, os.O_RDONLY | os.O_DIRECTORY) as descriptor:
        os.fsync(descriptor)


def _remove_first_names(path: Path, found: os.stat_result | None = None) -> None:
    """Remove the names under which a file was created, and what killed processes have left."""
    for temporary, pid in _first_names(path):
        with suppress(FileNotFoundError):
            is_own = found is not None and os.path.samestat(os.lstat(temporary), found)
            if is_own or not _is_alive(pid):
                os.unlink(temporary)


def _first_names(path: Path) -> Iterator[tuple[Path, int]]:
    """Yield the names under which processes create a file, each with the process's id."""
    beginning = f".{path.name}."
    for name in os.listdir(path.parent):
        pid, _, rest = name.removeprefix(beginning).partition(".")
        if name.startswith(beginning) and rest.endswith(".tmp") and pid.isdecimal():
            yield path.with_name(name), int(pid)


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        pass
    return True


def _write_new(path: Path, content: bytes, mode: int | None, folder: int | None) -> None:
    with opened(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, folder) as descriptor:
        if mode is not None:
            os.fchmod(descriptor, stat.S_IMODE(mode))
        while content:
            content = content[os.write(descriptor, content) :]
        os.fsync(descriptor)


def _try_to_lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
