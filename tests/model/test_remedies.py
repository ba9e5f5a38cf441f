"""Remedies: what is advised after a refusal works in every edition, and a wrong one is found."""

from dataclasses import replace

import pytest

from model.explorer.property_checks import broken_follow_ups
from spec.amendments.corrections import RESYNC
from spec.editions import EDITIONS, Edition
from spec.remedies import catalog
from spec.remedies.catalog import CODES, REMEDIES, remedy_of
from spec.remedies.refusal import Remedy, always
from spec.remedies.requests import changing, showing
from spec.vocabulary.rejections import REASON_WORDS
from tests.met_refusals import Met, refusals


def met_by(word: str, remedy: Remedy) -> Met:
    """Return a refusal for which a remedy is advised."""
    return next(
        met for met in refusals() if met[2].rejected.reason == word and remedy_of(met[2]) is remedy
    )


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.name)
def test_stp_56_every_refusal_has_a_remedy_that_works(edition: Edition) -> None:
    # Given all refusals that vectors meet in an edition,
    met = [(change, refusal) for found, change, refusal in refusals() if found == edition]
    # when what is advised is done, then it works; before A12, drift is not to be settled.
    broken = {
        refusal.rejected.reason for change, refusal in met if broken_follow_ups(change, edition)
    }
    assert broken == (set() if edition.has(RESYNC) else {"plan_drift"})


CASES = [(word, remedy) for word, remedies in REMEDIES.items() for remedy in remedies]
NAMES = [f"{word} {remedy.when}".strip() for word, remedy in CASES]


@pytest.mark.parametrize(("word", "remedy"), CASES, ids=NAMES)
def test_a_remedy_that_does_not_work_is_found(
    word: str, remedy: Remedy, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given a refusal, when what is advised is no more than to try again,
    edition, change, _ = met_by(word, remedy)
    wrong = replace(remedy, operation=changing(), applies=always)
    monkeypatch.setitem(catalog.REMEDIES, word, (wrong,))
    # then that is found.
    (problem,) = broken_follow_ups(change, edition)
    assert problem.startswith("STP-56: ")


SETTLING = [case for case in CASES if case[1].settles]


@pytest.mark.parametrize(("word", "remedy"), SETTLING, ids=[word for word, _ in SETTLING])
def test_a_remedy_that_settles_nothing_is_found(
    word: str, remedy: Remedy, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given a refusal, when what is advised is accepted but leaves the question as it was,
    edition, change, _ = met_by(word, remedy)
    idle = replace(remedy, operation=showing)
    monkeypatch.setitem(catalog.REMEDIES, word, (idle,))
    # then that is found.
    assert bool(broken_follow_ups(change, edition))


def test_every_reason_word_has_remedies_of_which_the_last_always_applies() -> None:
    assert REMEDIES.keys() == {word for code in CODES for word in REASON_WORDS[code]}
    for remedies in REMEDIES.values():
        *conditional, last = remedies
        assert all(remedy.when and remedy.applies is not always for remedy in conditional)
        assert (last.when, last.applies) == ("", always)
