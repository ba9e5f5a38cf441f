"""A real repository for a run: plan documents, worktrees, summaries, and the names of it all.

Operations name workers, documents and commits by words of their own. Here a worker is the folder of
a linked worktree, a document has the hash of its real bytes, and git gives every commit a hash of
its own.
"""

import os
import shlex
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path, PurePosixPath
from threading import Lock, get_ident

from conformance.adapters.command_line.dialects.dialect import Paths
from conformance.adapters.command_line.dialects.spelling import plan_text, worktree_text
from conformance.adapters.command_line.documents import UNKNOWN, Documents
from conformance.adapters.repositories import GitRepository
from conformance.adapters.sut import UnsupportedRequest
from impl.git.repository import git
from spec.vocabulary.operations import Operation
from spec.vocabulary.reviews import ReviewResult

HIDDEN_STORES = ".*/state.db"
"""Where a store is, under the root, unless it is said."""
REVIEW_FOLDERS = Path(".taskie", "plans")
LARGEST_SUMMARY = 1_000_000
"""The largest summary that is written, in bytes."""
REVIEWER = """\
#!/bin/sh
# Makes the review whose result is the first argument.
case $1 in
pass) printf 'Nothing to change.\\nVERDICT: PASS\\n' > "$PLANSTATE_REVIEW_FILE" ;;
fail) printf 'Something to change.\\nVERDICT: FAIL\\n' > "$PLANSTATE_REVIEW_FILE" ;;
no_verdict) printf 'Something to change.\\n' > "$PLANSTATE_REVIEW_FILE" ;;
two_verdicts) printf 'VERDICT: PASS\\nVERDICT: FAIL\\n' > "$PLANSTATE_REVIEW_FILE" ;;
crashed) exit 3 ;;
timed_out) exec sleep 3600 ;;
esac
"""


class SandboxRepository:
    """A repository in a new folder. `name_map` has the words of the operations by the real names.

    `paths` is how the program writes paths; `prepare` is called with each new worktree. `unit` is
    how many milliseconds of the program stand for one of the operations. `plans` are the plans that
    are registered, `contexts` the paths of summaries as the operations gave them, by those of the
    program's copies.
    """

    def __init__(
        self,
        folder: Path,
        store: str | None,
        paths: Paths,
        prepare: Callable[[Path], None],
        unit: int = 1,
    ) -> None:
        folder.mkdir()
        self.unit = unit
        self.paths = paths
        self.prepare = prepare
        self.repository = GitRepository(folder)
        self.root = self.repository.root
        self.name_map: dict[str, str] = {}
        self.named_store = store
        self.plans: dict[str, None] = {}
        self.contexts: dict[str, str | None] = {}
        self.making = Lock()
        self._documents = Documents()
        self._workers: dict[str, Path] = {}
        self._plan_numbers: dict[str, int] = {}

    @property
    def store(self) -> Path | None:
        """The file of the store, once the program has made it."""
        if self.named_store is not None:
            named = self.root / self.named_store
            return named if named.is_file() else None
        return next(iter(sorted(self.root.glob(HIDDEN_STORES))), None)

    def worktree(self, worker: str) -> Path:
        """Return the folder of a worker's linked worktree, which is made when first asked for."""
        with self.making:
            if worker not in self._workers:
                linked = self.repository.linked(f"worker-{len(self._workers) + 1}")
                self.prepare(linked)
                # A program may show the folder as it was given, or in the one form that it keeps.
                kept = (str(linked), os.path.relpath(linked, self.root))
                shown = (*kept, worktree_text(linked, self.paths, self.root))
                self.name_map |= dict.fromkeys(shown, worker)
                self._workers[worker] = linked
            return self._workers[worker]

    def ignore_untracked(self, folder: Path) -> None:
        """Make git ignore what is in a worktree now, so that no commit holds it, nor removes it."""
        listed = git(folder, "ls-files", "--others", "--exclude-standard", "--directory")
        ignored = self.root / ".git" / "info" / "exclude"
        ignored.parent.mkdir(exist_ok=True)
        with ignored.open("a") as lines:
            lines.writelines(f"/{name}\n" for name in listed.splitlines())

    def write_document(self, operation: Operation) -> None:
        """Write the document of an operation's plan as it is then. Raises `UnsupportedRequest`."""
        document_hash, plan = self._documents.named(operation), operation.plan
        place = self.document_place(plan)
        if document_hash is None:
            if place.exists():
                return
            document_hash = UNKNOWN
        text = self._documents.text(document_hash)
        self.name_map[sha256(text.encode()).hexdigest()] = document_hash
        for form in (self.paths.plan, *self.paths.plan_of.values()):
            self.name_map[plan_text(plan, form, self.root)] = plan
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            with self.making:
                # Another client may be reading it.
                if not place.exists() or place.read_text() != text:
                    place.write_text(text)
        except OSError as error:
            raise UnsupportedRequest(f"no document can be called {plan!r} ({error})") from error

    def review_folder(self, plan: str) -> str:
        """Return the folder that stands for a plan, which exists if that is registered."""
        number = self._plan_numbers.setdefault(plan, len(self._plan_numbers) + 1)
        folder = REVIEW_FOLDERS / f"plan-{number}"
        if plan in self.plans:
            place = self.root / folder
            place.mkdir(parents=True, exist_ok=True)
            if not (place / "plan.md").exists():
                (place / "plan.md").write_text(plan)
        return str(folder)

    def reviewer(self, result: ReviewResult) -> str:
        """Return the command that makes a review with a result."""
        script = self.repository.folder / "reviewer.sh"
        if not script.exists():
            # Another client may be running it, so it must never be there in part.
            written = script.with_name(f"reviewer-{get_ident()}.sh")
            written.write_text(REVIEWER)
            written.replace(script)
        return shlex.join(("sh", str(script), result))

    def summary(self, size: int | None) -> str:
        """Return the path of a summary of so many bytes, or of one that does not exist."""
        # Another client may be reporting too.
        path = self.repository.folder / f"summaries-{get_ident()}" / "summary.md"
        path.parent.mkdir(exist_ok=True)
        path.unlink(missing_ok=True)
        if size is not None:
            if size > LARGEST_SUMMARY:
                most = f"no summary of more than {LARGEST_SUMMARY} bytes is written"
                raise UnsupportedRequest(most)
            path.write_bytes(b"s" * size)
        return str(path)

    def document_place(self, plan: str) -> Path:
        """Return the file of a plan's document. Raises `UnsupportedRequest`."""
        path = PurePosixPath(plan)
        inside = path.parts and ".." not in path.parts and not path.is_absolute()
        if not inside or str(path) != plan or path.parts[0].startswith(".") or not is_plain(plan):
            raise UnsupportedRequest(
                f"the plan {plan!r} is no path of a document in a repository, as it would be shown"
            )
        return self.root / plan


def is_plain(text: str) -> bool:
    """Return whether a text can be an argument that stands in one line."""
    return all(character.isprintable() for character in text)
