"""Remedies: what is advised after a refusal works in every edition, and a wrong one is found."""

from dataclasses import replace
from typing import Any

import pytest

from model.explorer.property_checks import broken_follow_ups
from spec.amendments.corrections import RESYNC
from spec.editions import EDITIONS
from spec.remedies import catalog
from spec.remedies.catalog import CODES, REMEDIES, remedy_of
from spec.remedies.refusal import Remedy, always
from spec.remedies.requests import changing
from spec.vocabulary.rejections import REASON_WORDS
from tests.met_refusals import Met, refusals


def met_by(word: str, remedy: Remedy) -> Met:
    """Return a refusal for which a remedy is advised."""
    return next(
        met for met in refusals() if met[2].rejected.reason == word and remedy_of(met[2]) is remedy
    )


def test_stp_56_every_refusal_has_a_remedy_that_works() -> None:
    # Given all refusals that vectors meet in the editions, when what is advised is done,
    broken = {
        (edition.name, refusal.rejected.reason)
        for edition, change, refusal in refusals()
        if broken_follow_ups(change, edition)
    }
    # then it works; before A12, drift is not to be settled.
    assert broken == {(one.name, "plan_drift") for one in EDITIONS if not one.has(RESYNC)}


CASES = [(word, remedy) for word, remedies in REMEDIES.items() for remedy in remedies]


def problems_with(word: str, remedy: Remedy, **wrong: Any) -> list[str]:
    """Return what is found where a remedy is advised, if it is another in some fields."""
    edition, change, _ = met_by(word, remedy)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(catalog.REMEDIES, word, (replace(remedy, **wrong),))
        return list(map(str, broken_follow_ups(change, edition)))


def test_a_remedy_that_does_not_work_is_found() -> None:
    # Given each refusal, when what is advised is no more than to try again, then that is found.
    found = {
        f"{word} {remedy.when}": problems_with(word, remedy, operation=changing(), applies=always)
        for word, remedy in CASES
    }
    assert {
        one: problems
        for one, problems in found.items()
        if [problem[:8] for problem in problems] != ["STP-56: "]
    } == {}


def test_every_reason_word_has_remedies_of_which_the_last_always_applies() -> None:
    assert REMEDIES.keys() == {word for code in CODES for word in REASON_WORDS[code]}
    for remedies in REMEDIES.values():
        *conditional, last = remedies
        assert all(remedy.when and remedy.applies is not always for remedy in conditional)
        assert (last.when, last.applies) == ("", always)
