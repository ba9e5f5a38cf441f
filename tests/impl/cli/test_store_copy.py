"""`planstate store copy`: everything is moved, or nothing, and both stores are compared."""

from pathlib import Path

import pytest

from impl.store.database.loading import CopiedContents
from impl.store.store import Store
from spec.vocabulary.holding import Reset
from tests.impl.cli.desk import NOW, PLAN, Desk, refusal

DEFAULT = ".planstate/state.db"


def contents(path: Path) -> CopiedContents:
    with Store.open(path) as store:
        return store.contents()


@pytest.fixture
def worked(desk: Desk) -> Desk:
    """Return a repository in whose store something of each kind was done."""
    desk.held()
    desk.at(NOW + 5_000)
    held = ("deck", "--worktree", "ann")
    desk.state("start", *held)
    desk.state("update", *held, "--task", "1:completed")
    desk.state("artifact", *held, "--kind", "note", "--summary", "x")
    desk.write("second.md")
    desk.json("state", "init", "second.md")
    return desk


def test_a_copy_holds_the_same_with_its_times(worked: Desk) -> None:
    # Given a store with plans, when it is copied,
    data = worked.json("store", "copy", DEFAULT, "copy.db").data
    # then the copy holds all, and says when plans were registered and changed.
    assert data == {"source": DEFAULT, "target": "copy.db", "plans": 2, "steps": 8}
    copy = contents(worked.root / "copy.db")
    assert copy == contents(worked.root / DEFAULT)
    assert copy.times[PLAN] == (NOW, NOW + 5_000, str(worked.root))
    # And work goes on there, with the ids that follow.
    where = ("--store", "copy.db")
    assert worked.state("claim", "--worktree", "bob", *where)["claim_id"] == 2


def test_what_is_not_empty_is_left_alone(worked: Desk) -> None:
    # Given two stores with plans, when one is copied into the other, or into itself,
    worked.json("state", "init", PLAN, "--store", "other.db")
    before = contents(worked.root / "other.db")
    for target in ("other.db", DEFAULT):
        reply = worked.json("store", "copy", DEFAULT, target)
        # then that is refused, and nothing was changed.
        assert refusal(reply) == ("E047", "invalid_request")
        assert f"{target} has plans already ({PLAN}" in reply.envelope["issues"][0]["message"]
    assert contents(worked.root / "other.db") == before


def test_a_missing_store_is_not_copied(worked: Desk) -> None:
    reply = worked.json("store", "copy", "none.db", "copy.db")
    assert reply.code == 4
    assert not (worked.root / "copy.db").exists()


@pytest.mark.parametrize("which", ["target", "source"])
def test_a_copy_that_differs_is_reported(
    worked: Desk, monkeypatch: pytest.MonkeyPatch, which: str
) -> None:
    # Given a store that somebody changes while it is copied,
    place = {"target": "copy.db", "source": DEFAULT}[which]
    fill = Store.fill

    def disturbed(store: Store, found: CopiedContents) -> None:
        fill(store, found)
        with monkeypatch.context() as patch:
            patch.setattr(Store, "fill", fill)
            with Store.open(worked.root / place) as other:
                other.apply(Reset(PLAN, "deck", NOW))

    monkeypatch.setattr(Store, "fill", disturbed)
    # when it is copied, then the difference is found, with the plan in which it is.
    reply = worked.json("store", "copy", DEFAULT, "copy.db")
    message = reply.envelope["issues"][0]["message"]
    assert reply.code == 4
    expected = {"target": "copy.db differs from the original", "source": f"{DEFAULT} has cha"}
    assert message.startswith(expected[which])
    assert f": {PLAN}; the copy is unusable" in message
