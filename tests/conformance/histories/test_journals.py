"""Journals of real `planstate` calls are explained; what is altered in them is found."""

import random
from collections import Counter

import pytest

from conformance.histories.calls import calls_of
from conformance.histories.format import read_history
from conformance.histories.recording import Recording
from tests.conformance.histories.altered import ALTERATIONS, altered, verdict
from tests.conformance.histories.workers import PLANS, take_turns
from tests.profiles import AT_NIGHT

CALLS, SAMPLES = (400, 50) if AT_NIGHT else (60, 10)


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Recording:
    """Return the journal of workers who call `planstate` in turn."""
    folder = tmp_path_factory.mktemp("journals")
    with pytest.MonkeyPatch.context() as patch:
        take_turns(folder / "root", folder / "journal.jsonl", CALLS, patch)
    return read_history(folder / "journal.jsonl")


def test_a_journal_of_workers_in_several_worktrees_is_explained(recording: Recording) -> None:
    # Given such a journal, then every call has its answer,
    calls = calls_of(recording.events)
    assert len(calls) >= CALLS
    assert all(call.is_certain for call in calls)
    assert {call.plan for call in calls} == set(PLANS)
    # and an order explains all, which is proven by following it.
    assert verdict(recording.history, recording.events) == "undetectable"


@pytest.mark.parametrize("how", ALTERATIONS)
def test_what_is_altered_is_found_or_an_order_explains_it_all_the_same(
    how: str, recording: Recording
) -> None:
    # Given a journal with one thing altered, at a random place of one plan
    chance, verdicts = random.Random(how), Counter[str]()
    for _ in range(SAMPLES):
        plan = chance.choice(PLANS)
        asked = {call.process for call in calls_of(recording.events) if call.plan == plan}
        events = tuple(each for each in recording.events if each.process in asked)
        # when it is judged
        verdicts[verdict(recording.history, altered(events, how, chance))] += 1
    # then it is found, unless what is left has an order, which is proven by going through it.
    assert verdicts["found"] + verdicts["undetectable"] == SAMPLES, verdicts
    assert verdicts["found"] > 0
    if how in ("doubled", "falsified"):
        assert verdicts["undetectable"] == 0
