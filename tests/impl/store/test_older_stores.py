"""Stores of every older version go on after they were migrated, with all that they had."""

from pathlib import Path

import pytest

from impl.store.database import migrating, schema
from impl.store.store import Store
from spec.properties.invariants import INVARIANTS
from spec.properties.predicate import broken
from spec.vocabulary.checklists import ArtifactRecorded, RecordArtifact
from spec.vocabulary.claims import Claim, Claimed
from spec.vocabulary.holding import Heartbeat, LeaseRenewed
from spec.vocabulary.rejections import stale_claim
from spec.vocabulary.state import Plan
from tests.impl.bridge import PLAN
from tests.impl.store.older_stores import VERSIONS, contents, tables, write_store

TUNNEL = "plans/tunnel.md"


@pytest.fixture(params=VERSIONS)
def old_file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return write_store(request.param, tmp_path / "plans.db")


@pytest.fixture
def store(old_file: Path) -> Store:
    migrating.migrate(old_file, timeout_seconds=0)
    return Store.open(old_file)


def plan_of(store: Store, path: str) -> Plan:
    found = store.snapshot(path)
    assert found is not None
    return found


def test_a_migrated_store_has_the_tables_of_a_new_one(old_file: Path, tmp_path: Path) -> None:
    # Given a store of an older version and a new one, when the older one is migrated,
    before = contents(old_file)
    found = migrating.migrate(old_file, timeout_seconds=0)
    Store.open(tmp_path / "new.db").close()
    # then their tables are the same, and the copy has what the older store had.
    assert tables(old_file) == tables(tmp_path / "new.db")
    assert len(found.changes) == schema.VERSION - found.version
    assert found.copy is not None
    assert contents(found.copy) == before


def test_what_was_done_is_kept(store: Store) -> None:
    # Given a store in which ann had started a step and completed its substep and its first task,
    # when it is migrated,
    bridge, tunnel = plan_of(store, PLAN), plan_of(store, TUNNEL)
    # then she has, under a claim that counts as the first one.
    steps = [(step.anchor, step.status, step.claimed_by, step.claim_id) for step in bridge.steps]
    assert steps == [
        ("deck", "in_progress", "ann", 1),
        ("piers", "completed", "ann", 1),
        ("paint", "pending", None, None),
    ]
    items = {item.text: item.status for step in bridge.steps for item in step.items}
    assert items == {
        "Measure": "completed",
        "Lay": "open",
        "The engineer agrees": "open",
        "Pour": "completed",
    }
    assert [(step.anchor, step.claimed_by) for step in tunnel.steps] == [("dig", "bob")]
    assert (bridge.last_claim_id, tunnel.last_claim_id) == (1, 1)
    # and nothing is wrong with the store.
    assert store.integrity_problems() == []
    assert [*broken(INVARIANTS, bridge), *broken(INVARIANTS, tunnel)] == []


def test_a_claim_of_an_older_version_goes_on_until_the_next_claim(store: Store) -> None:
    # Given a claim of an older version, when its holder goes on, then it needs no id,
    assert store.apply(Heartbeat(PLAN, "deck", "ann", 4_000, 10_000)) == LeaseRenewed(14_000)
    # and the next claim has the next id.
    claimed = store.apply(Claim(PLAN, "bob", plan_of(store, PLAN).document_hash, 20_000))
    assert isinstance(claimed, Claimed)
    assert claimed.claim_id == 2
    late = Heartbeat(PLAN, "deck", "ann", 21_000, claim_id=1)
    assert store.apply(late) == stale_claim(1, "bob", 20_000)


def test_artifacts_keep_their_ids_and_no_id_is_given_again(store: Store) -> None:
    # Given a store in which each of two plans has an artifact, when it is migrated,
    plans = store.snapshot_state().plans
    taken = {
        plan.path: {note.id for step in plan.steps for note in step.artifacts} for plan in plans
    }
    # then both have theirs, and the next one has an id that its plan never gave.
    assert [len(ids) for ids in taken.values()] == [1, 1]
    recorded = store.apply(RecordArtifact(TUNNEL, "dig", "bob", "log", "deeper", 5_000))
    assert isinstance(recorded, ArtifactRecorded)
    assert recorded.artifact_id > max(taken[TUNNEL])
