"""Commits that are recorded for completed steps but that git has lost, as after a loss of power."""

import shlex
from collections.abc import Iterator

from impl.cli.location import Location
from impl.command_words import plan_word, with_value
from impl.git.commits import missing_commits
from spec.vocabulary.state import Plan


def lost_commits(plan: Plan, location: Location) -> Iterator[str]:
    """Yield the steps of a plan whose commits git has lost, and what to do. Raises `GitError`."""
    named = {step.anchor: step.commit_hash for step in plan.steps if step.commit_hash}
    lost = missing_commits(location.root, named.values()) if named else ()
    store = with_value("--store", location.named_store)
    again = shlex.join(("planstate", "state", "reconcile", *store, plan_word(plan.path), "--force"))
    for anchor, commit_hash in named.items():
        if commit_hash in lost:
            yield (
                f"step {anchor} was completed by commit {commit_hash}, which git does not have "
                "whole: fetch it from another clone; if there is none, do the work again, commit "
                f"it with `planstate commit`, then run `{again}`"
            )
