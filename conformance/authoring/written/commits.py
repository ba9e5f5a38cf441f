"""Traces of commits."""

from typing import Any

from conformance.authoring.written.claims import HASH, LATER, ONE_STEP, PLAN, claim, registered
from model.explorer.scopes.scope import step
from spec.vocabulary.commits import Commit
from spec.vocabulary.operations import Operation


def commit(now: int = 0, **more: Any) -> Commit:
    """Return a commit of the step that one holds."""
    given = {"document_hash": HASH, "commit_hash": "c" * 40, **more}
    return Commit(PLAN, "build", "one", now=now, **given)


HELD = (ONE_STEP, claim("one"))

OPEN = (registered(step("build", tasks=1)), claim("one"))

COMMIT_TRACES: dict[str, tuple[Operation, ...]] = {
    "completed-though-git-did-not-commit": (*HELD, commit(git_succeeds=False)),
    "lease-renewed-though-git-did-not-commit": (*HELD, commit(LATER, git_succeeds=False)),
    "without-A05-failure-reason": (ONE_STEP, commit(document_hash="b" * 64)),
    "drift-after-the-completion": (ONE_STEP, commit(document_hash="b" * 64)),
    "completion-forced-by-a-commit": (*OPEN, commit()),
    "failed-update-counts-as-a-heartbeat": (*OPEN, commit(LATER)),
    "hash-of-a-second-commit-stored": (
        *HELD,
        commit(),
        commit(commit_hash="d" * 40, document_hash="b" * 64),
    ),
    "kept-hash-always-told": (*HELD, commit(), commit()),
    "continuations-of-trailers-removed": (
        *HELD,
        commit(message="Build\n\nTug-Step: build\n of wood"),
    ),
    "superseded-COM-4.3": (commit(message="Build\n\nTug-Step: other\nTug-Claim: 7"),),
    "white-space-removed-from-every-line": (*HELD, commit(message="Build  \nof wood")),
}
