"""Builders of commits: what the agent asks, and what git, the store and the document do then."""

from conformance.generators.builders import Request
from spec.vocabulary.commits import Commit
from spec.vocabulary.operations import Operation

MESSAGES = (
    "Build it",
    "Größe prüfen ✓\n\nWith a body.",
    "Again\n\nTug-Step: another\nTug-Plan: old.md\n",
    "Signed\n\nSigned-off-by: One <one@example.org>\ntug-step: lower\n\n",
    "# Kept \n\n\nwith every space ",
    "TUG-PLAN:\n \t\n",
    "",
    "Tug-ſtep: kept\nas it is\u00a0",
    "One\u2028Tug-Step: line\r\nTug-Step: another\r\n\v\f",
)


def commit(request: Request) -> Operation:
    """Commit the work on a step; rarely something around the store fails."""
    choices = request.choices
    git_fails, no_root, no_store, no_document = (choices.rarely(12) for _ in range(4))
    document_hash = None if no_document else request.document.document_hash
    return Commit(
        plan=request.plan,
        step=request.step,
        worktree=request.worktree,
        document_hash=document_hash,
        now=request.now,
        commit_hash=commit_hash(request),
        message=choices.one_of(MESSAGES),
        git_succeeds=not git_fails,
        root_found=not no_root,
        store_reachable=not no_store,
    )


def commit_hash(request: Request) -> str:
    """Choose the hash of a commit: a new one nearly always, as git would."""
    return "".join(f"{request.choices.below(256):02x}" for _ in range(2)) * 10
