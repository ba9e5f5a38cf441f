"""Commits: the request, and how git, the store and the document respond."""

from dataclasses import replace
from itertools import product
from typing import Any

from hypothesis import strategies as st

from conformance.generators.context import (
    choose_claim_id,
    choose_document,
    choose_target,
    choose_worktree,
    completable,
    current_context,
)
from conformance.generators.draws import booleans_with_odds, mostly_usual, one_in
from spec.vocabulary.commits import Commit
from spec.vocabulary.domains import Message

commit_hashes = st.integers(0, 2**16 - 1).map(lambda number: f"{number:04x}" * 10)
"""Hashes of commits: a new one nearly always, as git would give."""

NO_FAULT: dict[str, Any] = {}
FAULTS: tuple[dict[str, Any], ...] = (
    {"git_succeeds": False},
    {"root_found": False},
    {"store_reachable": False},
    {"document_hash": None},
)
attempts = st.sampled_from(list(product(mostly_usual(Message), (NO_FAULT,) * 9 + FAULTS)))
"""A commit's message, and what fails around the store when it is made: mostly nothing."""

FOUND: tuple[dict[str, Any], ...] = (
    {"found_commit": True, "clean": True},
    {"found_commit": True},
    {"clean": True},
)
findings = st.sampled_from((NO_FAULT,) * 9 + FOUND[:1] * 3 + FOUND[1:])
"""The state of git before the commit: mostly no commit of the step, and something to commit."""


texts = st.sampled_from((None, "0" * 64, "f" * 64))
"""The hash of what the step asks for, if it is known."""


@st.composite
def commits(draw: st.DrawFn) -> Commit:
    """Commit the work on a step, mostly a closed one; rarely something fails around it."""
    context = draw(current_context)
    other_worktree, other_document = draw(booleans_with_odds(other_worktree=8, other_document=12))
    target = choose_target(draw, context, draw(completable))
    message, fault = draw(attempts)
    request = Commit(
        plan=target.plan,
        step=target.step,
        worktree=choose_worktree(draw, context, target, other=other_worktree),
        document_hash=choose_document(draw, context, target.plan, other=other_document),
        now=context.now,
        commit_hash=draw(commit_hashes),
        message=message,
        claim_id=choose_claim_id(draw, target),
        text=draw(texts),
    )
    found = dict(draw(findings))
    if "found_commit" in found:
        stored = target.stored.commit_hash if target.stored else None
        found["found_commit"] = stored if stored and draw(one_in(2)) else draw(commit_hashes)
    return replace(request, **fault, **found)
