"""Faults that are real: each is there while a commit is made, and mended after it."""

import multiprocessing
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from multiprocessing.connection import Connection
from pathlib import Path

from impl.git.committing import CommitRecord
from tests.impl.git.sites import DOCUMENT, Site

NOBODY = 65_534


@contextmanager
def put_aside(path: Path) -> Iterator[None]:
    """Move a file away, and restore it afterwards."""
    aside = path.with_suffix(".aside")
    path.rename(aside)
    yield
    if path.is_dir():
        path.rmdir()
    path.unlink(missing_ok=True)
    aside.rename(path)


@contextmanager
def edited_document(site: Site) -> Iterator[None]:
    """Change the document, as a person does who corrects a word."""
    site.document.write_text(DOCUMENT.replace("Pour", "Pour slowly"))
    yield
    site.document.write_text(DOCUMENT)


@contextmanager
def missing_document(site: Site) -> Iterator[None]:
    """Remove the document."""
    with put_aside(site.document):
        yield


@contextmanager
def folder_as_document(site: Site) -> Iterator[None]:
    """Replace the document by a folder."""
    with put_aside(site.document):
        site.document.mkdir()
        yield


@contextmanager
def missing_store(site: Site) -> Iterator[None]:
    """Remove the store."""
    with put_aside(site.store):
        yield
        assert not site.store.exists()  # a commit makes none


@contextmanager
def folder_as_store(site: Site) -> Iterator[None]:
    """Replace the store by a folder."""
    with put_aside(site.store):
        site.store.mkdir()
        yield


@contextmanager
def overwritten_store(site: Site, start: int, end: int) -> Iterator[None]:
    """Overwrite some bytes of the store's file."""
    whole = site.store.read_bytes()
    broken = whole[:start] + b"\xa5" * (end - start) + whole[end:]
    site.store.write_bytes(broken)
    yield
    assert site.store.read_bytes() == broken
    site.store.write_bytes(whole)


def corrupted_header(site: Site) -> AbstractContextManager[None]:
    """Overwrite the words by which SQLite knows its files."""
    return overwritten_store(site, 0, 16)


def corrupted_pages(site: Site) -> AbstractContextManager[None]:
    """Overwrite everything behind the first page, which holds the schema."""
    return overwritten_store(site, 4_096, site.store.stat().st_size)


@contextmanager
def store_of_something_else(site: Site) -> Iterator[None]:
    """Replace the store by the database of another application."""
    with put_aside(site.store):
        command = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('CREATE TABLE t (x)')"
        subprocess.run([sys.executable, "-c", command, site.store], check=True)
        yield


LOCK = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.read()
"""


@contextmanager
def locked_store(site: Site) -> Iterator[None]:
    """Hold the write lock in another process for as long as the fault lasts."""
    command = [sys.executable, "-c", LOCK, str(site.store)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        yield
        holder.communicate()


@contextmanager
def no_main_worktree(site: Site) -> Iterator[None]:
    """Leave the main worktree unnamed by the repository, so that only its linked ones are known."""
    bare = site.root.parent / "bridge.git"
    shutil.move(site.root / ".git", bare)
    pointer = site.linked / ".git"
    before = pointer.read_text()
    pointer.write_text(before.replace(str(site.root / ".git"), str(bare)))
    yield
    shutil.move(bare, site.root / ".git")
    pointer.write_text(before)


class OrdinaryUser:
    """Somebody whom the permissions of files bind, even if the tests are run by root.

    The repository lies in a folder of its own, because those of pytest are for root alone.
    """

    def __init__(self, build: Callable[[Path], Site]) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.site = build(self.folder)

    def own(self, owner: int) -> None:
        """Change the owner of the repository: git trusts only the user's own."""
        for path in (self.folder, *self.folder.rglob("*")):
            os.chown(path, owner, owner, follow_symlinks=False)

    def commit(self) -> CommitRecord:
        """Commit the step, in a process that has given up the rights of root."""
        if os.geteuid() != 0:
            return self.site.commit()
        self.own(NOBODY)
        ours, theirs = multiprocessing.Pipe()
        fork = multiprocessing.get_context("fork")
        child = fork.Process(target=self._commit_as_nobody, args=(theirs,))
        child.start()
        theirs.close()
        record: CommitRecord = ours.recv()
        child.join()
        self.own(0)
        return record

    def _commit_as_nobody(self, pipe: Connection) -> None:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)
        pipe.send(self.site.commit())

    def remove(self) -> None:
        """Remove the repository."""
        self.site.store.parent.chmod(0o700)
        shutil.rmtree(self.folder)
