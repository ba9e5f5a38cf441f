"""A field that always has one value was not put to the test, and is named."""

from dataclasses import replace

from conformance.differential.variety import Variety, all_fields
from spec.vocabulary.claims import Claim
from spec.vocabulary.holding import Heartbeat

BEAT = Heartbeat("plan.md", "build", "one", 0)


def of(kind: type, variety: Variety) -> list[str]:
    return [name for name in variety.never_varied() if name.startswith(f"{kind.__name__}.")]


def test_a_field_is_named_until_it_had_two_values() -> None:
    # Given nothing, then every field of an operation has yet to vary, by the types alone.
    variety = Variety()
    assert of(Heartbeat, variety) == [
        name for name in all_fields() if name.startswith("Heartbeat.")
    ]
    # When operations differ in a lease, then only the others have.
    variety.note(BEAT)
    variety.note(replace(BEAT, lease=1))
    assert "Heartbeat.lease" not in of(Heartbeat, variety)
    assert "Heartbeat.claim_id" in of(Heartbeat, variety)


def test_what_two_searches_noted_is_put_together() -> None:
    # Given two searches, each with one value of a field, and the same of another,
    one, two = Variety(), Variety()
    one.note(Claim("plan.md", "one", "", 0))
    two.note(Claim("plan.md", "two", "", 0))
    # when they are added, then that has varied, and the other has not.
    one.add(two)
    assert "Claim.worktree" not in of(Claim, one)
    assert "Claim.plan" in of(Claim, one)
