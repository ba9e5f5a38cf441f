"""Model and implementation agree on operations where every commit and every fault is a real one."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from conformance.differential.runner import DifferentialRunner
from conformance.differential.search import Limits, search
from conformance.differential.tally import Tally
from conformance.generators.documents import workspaces
from spec.vocabulary.checklists import Batch
from spec.vocabulary.claims import Claim
from spec.vocabulary.commits import Commit, FailureReason
from spec.vocabulary.completion import CommitLogEntry, Reconcile
from spec.vocabulary.items import ItemKind
from spec.vocabulary.plans import ItemDefinition, PlanDefinition, Register, StepDefinition
from tests.conformance.differential.repository_store import RepositoryStores
from tests.profiles import requires_ci_profile

EXAMPLES = {"ci": 10, "nightly": 500}
EVERYTHING = {"completed", "not_committed", "commit_log_read", *FailureReason}


@pytest.fixture
def stores() -> Iterator[RepositoryStores]:
    with RepositoryStores() as opened:
        yield opened


@requires_ci_profile
def test_they_agree_on_the_same_sequences_with_real_git(
    stores: RepositoryStores, profile: str, record_property: Callable[[str, object], None]
) -> None:
    # Given a repository with a linked worktree for each worker,
    limits = Limits(EXAMPLES[profile], steps=50, seed=1)
    tally = Tally()
    # when they do what is asked at random, and the faults of a commit are real ones,
    finding = search(stores.open, workspaces(), limits, tally)
    # then they agree with the model, and git still has every commit.
    assert finding is None, finding and finding.divergence
    counts = ", ".join(f"{count} {word}" for word, count in stores.seen.most_common())
    record_property(
        "random plans with real git", f"{tally.operations:,} operations agreed; commits: {counts}"
    )
    if profile == "nightly":
        assert set(stores.seen) == EVERYTHING


PLAN, HASH, OTHER_HASH = "plans/bridge.md", "a" * 64, "b" * 64
DECK = StepDefinition("deck", "Lay the deck", items=(ItemDefinition(ItemKind.TASK, "Lay"),))
BRIDGE = PlanDefinition("A bridge", HASH, (DECK, replace(DECK, anchor="rails")))

COMMIT = Commit(PLAN, "deck", "ann", HASH, 30, "0" * 40, "Lay it\n\nTug-Step: old")
FINISH = Batch(PLAN, "deck", "ann", (), HASH, 20, complete_remaining=True)


def test_a_step_that_the_commit_log_completes_has_the_hash_that_git_gave(
    stores: RepositoryStores,
) -> None:
    # Given a commit that could not complete its step, and a later one of another,
    pair = DifferentialRunner(stores.open(), everything_every=1)
    pair.apply(Register(PLAN, BRIDGE, 0))
    pair.apply(Claim(PLAN, "ann", HASH, 10))
    pair.apply(replace(COMMIT, commit_hash="1" * 40))
    pair.apply(replace(COMMIT, commit_hash="2" * 40, step="rails"))
    # when the commit log is read, and then one that names the same commits by force,
    pair.apply(Reconcile(PLAN, pair.commit_log, 40))
    crossed = (CommitLogEntry(PLAN, "deck", "2" * 40), CommitLogEntry(PLAN, "rails", "3" * 40))
    pair.apply(Reconcile(PLAN, crossed, 50))
    pair.apply(Reconcile(PLAN, crossed, 60, force=True))
    # then both sides hold the same hashes.
    pair.finish()
