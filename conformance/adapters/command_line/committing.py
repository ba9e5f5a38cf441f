"""Commits by the program, with real git and the faults that an operation wants; and commit logs."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager

from conformance.adapters.command_line.commands import Invocation
from conformance.adapters.command_line.envelopes import Envelope
from conformance.adapters.command_line.git_lines import cleaning, lined_up, making
from conformance.adapters.command_line.replies import accepted, rejection
from conformance.adapters.command_line.sandbox import SandboxRepository, is_plain
from conformance.adapters.repositories import GitRepository
from conformance.adapters.sut import UnsupportedRequest
from conformance.adapters.trailers import claim_named, with_text
from impl.git.commits import recorded
from impl.git.repository import git
from spec.formats.messages import Message
from spec.vocabulary.commits import Commit, Committed, NotCommitted
from spec.vocabulary.completion import CommitLogEntry
from spec.vocabulary.rejections import Code


class RealCommits:
    """The commits of a repository by the names that operations give them."""

    def __init__(self, repository: GitRepository, name_map: dict[str, str]) -> None:
        self.repository = repository
        self.name_map = name_map
        self._made: dict[CommitLogEntry, str] = {}
        git(repository.root, "config", "advice.graftFileDeprecated", "false")

    def add(self, entry: CommitLogEntry, real: str, completed: bool) -> None:
        """Remember a commit that the program made. The one that completed the step has the name."""
        self.name_map[real] = entry.commit_hash
        if completed or entry not in self._made:
            self._made[entry] = real

    def forget(self, plan: str, step: str) -> None:
        """Forget the commits of a step that has changed, which name its earlier text."""
        for entry in [each for each in self._made if (each.plan, each.step) == (plan, step)]:
            del self._made[entry]

    @contextmanager
    def only(
        self, entries: Sequence[CommitLogEntry], recorded: Callable[[], Collection[str]]
    ) -> Iterator[None]:
        """Limit what git knows to these commits for a while, the newest first.

        Raises `UnsupportedRequest` if the program has `recorded` a commit by a name that they give
        to another one, as the operation says that both are the same.
        """
        # Git has every commit once.
        commits = list(dict.fromkeys(self._real(entry) for entry in entries))
        if (namesakes := self._namesakes(entries)) and namesakes & set(recorded()):
            name = self.name_map[namesakes.pop()]
            raise UnsupportedRequest(f"{name} was recorded, and names another commit")
        with self.repository.changed([lined_up(commits)]):
            yield

    def _real(self, entry: CommitLogEntry) -> str:
        if entry not in self._made:
            for value in (entry.plan, entry.step):
                if not value or value != value.strip() or not is_plain(value):
                    raise UnsupportedRequest(f"{value!r} cannot stand in a commit's trailer")
            self.add(entry, self.repository.run(making(entry)).strip(), completed=False)
        return self._made[entry]

    def _namesakes(self, entries: Sequence[CommitLogEntry]) -> set[str]:
        """Return the other commits that have the name of one of these."""
        reals = {entry.commit_hash: set[str]() for entry in entries}
        for real, name in self.name_map.items():
            reals.get(name, set()).add(real)
        return {
            each for entry in entries for each in reals[entry.commit_hash] - {self._made[entry]}
        }


def commit(
    operation: Commit,
    call: Invocation,
    sandbox: SandboxRepository,
    commits: RealCommits,
    ask: Callable[[Invocation], Envelope],
) -> Message:
    """Commit by the program: `ask` calls it.

    What git has recorded is looked up there. That it has recorded nothing although it was asked to
    is the answer that git did not commit, whatever the program says about it.
    """
    linked, store = sandbox.worktree(operation.worktree), sandbox.store
    if not operation.store_reachable and store is None:
        raise UnsupportedRequest("the program's store is not found, so it cannot be made unusable")
    if operation.document_hash is None:
        sandbox.document_place(operation.plan).unlink(missing_ok=True)
    if operation.clean:
        for line in cleaning(operation, linked):
            sandbox.repository.run(line)
        if (name := operation.found_commit) is not None:
            found = CommitLogEntry(operation.plan, operation.step, name)
            commits.add(found, recorded(linked).commit_hash, completed=True)
    before = recorded(linked).commit_hash
    with sandbox.repository.committing(operation, linked, store):
        envelope = ask(call)
    made = recorded(linked).commit_hash
    if envelope.failed:
        # A stale claim is what the program itself refuses; anything else is git's refusal.
        stale = any(each.get("code") == Code.OWNERSHIP_VIOLATION for each in envelope.issues)
        if made != before or stale:
            return rejection(envelope)
        return accepted(NotCommitted, {"step": operation.step})
    message = with_text(recorded(linked, made).message, operation.text)
    claim_id = claim_named(message)
    entry = CommitLogEntry(operation.plan, operation.step, operation.commit_hash, claim_id)
    failed = bool(envelope.data.get("state_update_failed"))
    if made != before:
        commits.add(entry, made, completed=not failed)
    answer = envelope.checked(accepted(Committed, committed(envelope)))
    if operation.clean and operation.found_commit is not None:
        return answer  # The message of that commit is ours.
    return answer | {"message": in_words_of_operations(message, sandbox.name_map)}


def in_words_of_operations(message: str, name_map: Mapping[str, str]) -> str:
    """Return a commit's message with trailers in the words of the operations.

    A program that is given another form of a plan's path, or the hash of the document that was
    written for it, writes what it was given.
    """
    text, blank, trailers = message.rpartition("\n\n")
    lines = [line.partition(": ") for line in trailers.split("\n")]
    told = "\n".join(name + colon + name_map.get(value, value) for name, colon, value in lines)
    return text + blank + told


def committed(envelope: Envelope) -> Message:
    """Take what is told of a commit. Only a failed state update has a reason."""
    envelope.require_done("committed")
    return {
        "commit_hash": envelope.translation.word(envelope.required("commit_hash", object)),
        "state_update_failed": envelope.required("state_update_failed", bool),
        "state_failure_reason": envelope.data.get("state_failure_reason"),
    }
