"""A large plan is registered, and others go on working on the same store."""

import pytest

from impl.store import claims, cycles
from impl.store.store import Store
from spec.vocabulary.claims import Claim, Claimed
from spec.vocabulary.plans import PlanDefinition
from tests.impl.cli.desk import PLAN, Desk


def test_no_lock_is_held_while_a_document_is_searched_for_cycles(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given another program that waits for no lock,
    desk.write(PLAN)
    stored_hash = desk.state("init")["plan_hash"]
    search, answers = cycles.on_cycles, []
    with Store.open(desk.root / ".planstate" / "state.db", timeout_seconds=0) as other:

        def searching(definition: PlanDefinition) -> list[str]:
            answers.append(other.run(claims.claim, Claim(PLAN, "ann", stored_hash, 0)))
            return search(definition)

        # when it claims a step while a document is searched,
        monkeypatch.setattr(cycles, "on_cycles", searching)
        desk.write("plans/second.md")
        assert desk.json("state", "init", "plans/second.md").code == 0
    # then it gets the step.
    [answer] = answers
    assert isinstance(answer, Claimed)
