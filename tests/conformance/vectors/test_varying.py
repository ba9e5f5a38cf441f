"""Variants of vectors: what is near them tells two editions apart, and breaks no property."""

import time

import pytest

from conformance.differential.tally import Tally
from conformance.vectors import varying
from spec.editions import CURRENT, edition_named
from spec.properties.checklists import CHECKLIST_PROPERTIES


def test_editions_that_differ_are_told_apart_by_a_variant_and_one_is_not_from_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(varying, "VARIANTS", 2_000)
    ends, tally = time.monotonic() + 1_000, Tally()
    assert varying.first_apart((CURRENT, CURRENT), ends, tally) is None
    assert tally.asked > 2_000
    assert varying.first_apart((edition_named("2026.1"), CURRENT), ends, tally)


def test_the_model_breaks_no_property_on_variants_and_a_false_one_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(varying, "JUDGED", 1_000)
    assert varying.property_broken_in_variants(lambda: None) is None
    # When a property is broken by every update, then a shortest trace shows it.
    counted = next(each for each in CHECKLIST_PROPERTIES if each.id == "STP-38")
    monkeypatch.setattr(
        "conformance.differential.broken_properties.applicable_step_properties",
        lambda change: [counted] if counted.applies(change) else [],
    )
    monkeypatch.setattr("spec.properties.changes.Change.items", lambda _: iter([(None, 0, 1)] * 9))
    found = varying.property_broken_in_variants(lambda: None)
    assert found is not None
    assert getattr(found.divergence.problems[0], "property", None) == "STP-38"
    assert len(found.operations) <= 3
