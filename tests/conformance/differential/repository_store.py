"""The reference implementation with real commits: git does them, in a real repository.

Operations name documents and commits by hashes that are invented. Here a document has its invented
hash as its content, and so another, real one; and git gives each commit a hash of its own. What
goes in is translated to the real hashes, and what comes out back again.
"""

import shutil
import tempfile
from collections import Counter
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Self

from conformance.adapters.repositories import ENVIRONMENT, GitRepository, environment
from conformance.adapters.stores import StoreSystem
from conformance.adapters.sut import UnsupportedRequest
from conformance.adapters.trailers import claim_named, with_text
from impl.git.commit_log import commit_log
from impl.git.commits import recorded
from impl.git.committing import CommitRecord, CommitRequest, StaleClaim, commit_step
from impl.git.layout import STORE
from impl.git.repository import GitError
from impl.store.store import Store
from spec.vocabulary.commits import Commit, Committed, NotCommitted
from spec.vocabulary.completion import CommitLog, CommitLogEntry, Reconcile
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.plans import Register
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.state import Plan, State
from tests.renaming import renamed


class StoreRepository(GitRepository):
    """A repository with a store, in which the implementation commits."""

    @property
    def store(self) -> Path:
        """The file of the store."""
        return self.root / STORE

    def commit_log(self, newest: int) -> CommitLog:
        """Read from git what was committed last, the newest commit first."""
        with environment(ENVIRONMENT):
            return tuple(commit_log(self.root))[:newest]

    def write_document(self, plan: str, content: str | None) -> None:
        """Write a plan's document, or remove it."""
        document = self.root / plan
        if content is None:
            document.unlink(missing_ok=True)
        else:
            document.parent.mkdir(parents=True, exist_ok=True)
            document.write_text(content)

    def commit(self, operation: Commit) -> CommitRecord:
        """Commit with git and in the store, under the faults that the operation wants.

        The store may not be open anywhere if it shall not be reachable. Raises `GitError`.
        """
        linked = self.linked(operation.worktree)
        # The time of the operation counts, not that at which the lock is taken.
        now = environment({"PLANSTATE_NOW": str(operation.now)})
        with now, self.committing(operation, linked, self.store):
            return commit_step(request_of(operation, linked))


def request_of(operation: Commit, linked: Path) -> CommitRequest:
    """Make a request of an operation."""
    return CommitRequest(
        linked,
        operation.worktree,
        operation.plan,
        operation.step,
        operation.message,
        "What was done.",
        operation.now,
        synchronous="OFF",
        claim_id=operation.claim_id,
    )


class RepositoryStore(StoreSystem):
    """A store beside a git repository: a system that can be compared with the model."""

    def __init__(self, repository: StoreRepository, seen: Counter[str]) -> None:
        self.repository = repository
        self.seen = seen
        super().__init__(self._open())
        self.reset()

    def reset(self) -> None:
        """Forget everything; earlier commits in the repository count no longer."""
        self.store.load(State())
        self.invented: dict[str, str] = {}
        self.commits: CommitLog = ()

    def apply(self, operation: Operation) -> Outcome:
        """Answer an operation."""
        outcome: Outcome
        if isinstance(operation, Commit):
            outcome = self._commit(operation)
        elif isinstance(operation, Reconcile):
            outcome = self.store.apply(replace(operation, history=self._commit_log(operation)))
        else:
            outcome = self.store.apply(self._with_real_document(operation))
        return renamed(outcome, self.invented)

    def observe(self) -> State:
        """Return everything that is stored."""
        return renamed(super().observe(), self.invented)

    def observe_plan(self, plan: str, family: str | None = None) -> Plan | None:
        """Return a plan, or `None`; with `family`, only that top-level step and its substeps."""
        return renamed(super().observe_plan(plan, family), self.invented)

    def load(self, state: State) -> None:
        """Hold exactly this state from now on."""
        names = {plan.document_hash: self._real(plan.document_hash) for plan in state.plans}
        self.store.load(renamed(state, names))

    def integrity_problems(self) -> list[str]:
        """Return what is wrong with the store's file, and commits that git no longer has."""
        found = self.repository.commit_log(len(self.commits))
        lost = [] if found == self.commits else [f"git has {found}, committed was {self.commits}"]
        return self.store.integrity_problems() + lost

    def _open(self) -> Store:
        return Store.open(self.repository.store, synchronous="OFF")

    def _real(self, document_hash: str) -> str:
        """Return the hash of the document whose content is an invented hash."""
        real = sha256(document_hash.encode()).hexdigest()
        self.invented[real] = document_hash
        return real

    def _with_real_document(self, operation: Operation) -> Operation:
        document_hash: str | None
        if isinstance(operation, Register):
            document_hash = operation.definition.document_hash
        else:
            document_hash = getattr(operation, "document_hash", None)
        return renamed(
            operation, {document_hash: self._real(document_hash)} if document_hash else {}
        )

    def _commit(self, operation: Commit) -> Committed | NotCommitted | Rejected:
        """Commit with git and update the store; every fault of the operation is real."""
        if operation.clean:
            raise UnsupportedRequest("what git has committed already is not invented")
        if operation.git_succeeds and operation.commit_hash in self.invented.values():
            raise UnsupportedRequest("git makes no commit twice")
        if operation.step != operation.step.strip() or operation.plan != operation.plan.strip():
            raise UnsupportedRequest("a trailer does not keep white space around a name")
        if operation.document_hash is not None:
            self._real(operation.document_hash)
        self.repository.write_document(operation.plan, operation.document_hash)
        self.store.close()  # its file may have to be put aside
        try:
            record = self.repository.commit(operation)
        except StaleClaim as stale:
            return stale.rejected
        except GitError:
            self.seen["not_committed"] += 1
            return NotCommitted(operation.step)
        finally:
            self.store = self._open()
        made = record.answer
        self.seen[made.state_failure_reason or "completed"] += 1
        self.invented[made.commit_hash] = operation.commit_hash
        # Not what the implementation says that git has recorded, but what git has.
        linked = self.repository.linked(operation.worktree)
        message = with_text(recorded(linked, made.commit_hash).message, operation.text)
        claim_id = claim_named(message)
        entry = CommitLogEntry(operation.plan, operation.step, made.commit_hash, claim_id)
        self.commits = (entry, *self.commits)
        return replace(made, message=message)

    def _commit_log(self, operation: Reconcile) -> CommitLog:
        """Read the commit log from git if the operation gives that, and translate others."""
        if self.commits and operation.history == renamed(self.commits, self.invented):
            self.seen["commit_log_read"] += 1
            return self.repository.commit_log(len(self.commits))
        return tuple(self._real_entry(entry) for entry in operation.history)

    def _real_entry(self, entry: CommitLogEntry) -> CommitLogEntry:
        """Return an entry with the real commit that is meant: of several, the step's own first."""
        plan = self.store.snapshot(entry.plan)
        steps = plan.steps if plan is not None else ()
        own = [step.commit_hash for step in steps if step.anchor == entry.step]
        made = [commit.commit_hash for commit in self.commits]
        for real in (*own, *made):
            if real is not None and self.invented.get(real) == entry.commit_hash:
                return replace(entry, commit_hash=real)
        return entry


class RepositoryStores:
    """Opens one repository in a temporary folder again and again, with an empty store each time.

    `seen` counts what became of the commits, over all of them.
    """

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="planspec-"))
        self.repository = StoreRepository(self.folder)
        self.repository.store.parent.mkdir()
        self.seen: Counter[str] = Counter()

    def open(self) -> RepositoryStore:
        """Return an empty store beside the repository, whose earlier commits do not count."""
        return RepositoryStore(self.repository, self.seen)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
