"""Additions: what editions before an amendment do not know."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from spec import additions
from spec.additions import ADDITIONS, is_known, lacking
from spec.amendments.corrections import RESYNC
from spec.editions import CURRENT, EDITION_2026_1, SEEDS
from spec.vocabulary.claims import Claim
from spec.vocabulary.operations import OPERATIONS, Outcome
from spec.vocabulary.plans import PlanDefinition, Register, StepDefinition
from spec.vocabulary.state import State

FROZEN = Path(__file__).parents[1] / "data" / "vocabulary_2026_1.json"


def names_of(kind: Any) -> Iterator[str]:
    """Yield a class of messages with its fields, and those of its parts."""
    waiting, seen = [kind], set()
    while waiting:
        found = waiting.pop()
        waiting.extend(get_args(found))
        if is_dataclass(found) and isinstance(found, type) and found not in seen:
            seen.add(found)
            yield found.__name__
            yield from (f"{found.__name__}.{field.name}" for field in fields(found))
            waiting.extend(get_type_hints(found).values())


def test_whatever_2026_1_does_not_have_names_the_amendment_that_added_it() -> None:
    # Given the operations, answers and fields of 2026.1, which are frozen,
    frozen = set(json.loads(FROZEN.read_text("utf-8")))
    # when those of today are compared, then every other one stands among the additions,
    today = {name for kind in (*OPERATIONS, Outcome, State) for name in names_of(kind)}
    classes = {name for name in ADDITIONS if "." not in name}
    added = {name for name in ADDITIONS if name.partition(".")[0] not in classes} | classes
    new = {name for name in today - frozen if name.partition(".")[0] not in classes}
    assert new | classes == added, "list each addition with its amendment in spec/additions.py"
    # nothing is gone, and 2026.1 has none of them.
    assert frozen <= today
    assert set(ADDITIONS) == lacking(EDITION_2026_1)
    assert not lacking(CURRENT)


@pytest.fixture
def added(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Pretend that an amendment brought two fields and a class."""
    names = ("Claim.force", "StepDefinition.dependencies", "Renew")
    monkeypatch.setattr(additions, "ADDITIONS", dict.fromkeys(names, RESYNC))
    lacking.cache_clear()
    yield
    lacking.cache_clear()


@dataclass(frozen=True)
class Renew:
    """An operation that nobody has."""

    plan: str


@pytest.mark.usefixtures("added")
def test_an_edition_knows_what_makes_no_use_of_a_later_addition() -> None:
    # Given operations with and without what an amendment brought,
    plain, forced = (Claim("plan.md", "one", "0" * 64, 0, 1, force) for force in (False, True))
    steps = (StepDefinition("build", "Build", dependencies=("dig",)),)
    nested = Register("plan.md", PlanDefinition("Plan", "0" * 64, steps), 0)
    # then an edition with the amendment knows all of them,
    assert all(is_known(each, CURRENT) for each in (plain, forced, nested, Renew("plan.md")))
    # and one without it only what leaves those fields at their default.
    assert is_known(plain, SEEDS)
    assert not any(is_known(each, SEEDS) for each in (forced, nested, Renew("plan.md")))
