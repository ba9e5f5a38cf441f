"""The timeline of a history: lanes, bars, leases, and what stands out."""

from xml.etree import ElementTree

import pytest

from conformance.histories.calls import Call, calls_of
from conformance.histories.format import read_history
from conformance.histories.judging import JudgedPlan, judged_plans
from conformance.reports.history_page import MOST_CALLS, history_picture, shown_calls
from conformance.reports.timelines import NAMES, WIDTH, timeline_of
from docs.build.rendering import TEMPLATES
from spec.formats.histories import Dead, Event, History, HistoryClock, Info, Invoke
from spec.vocabulary.claims import Claim

RACE = read_history(TEMPLATES / "race.jsonl")
FIRST = RACE.history
PLAN = "plans/bridge.md"
MILLISECOND = 1_000_000
SVG = "{http://www.w3.org/2000/svg}"


def judged_race() -> JudgedPlan:
    """Return the verdict on the race of the site."""
    [judged] = judged_plans(RACE)
    return judged


def test_a_bar_reaches_from_the_start_of_its_call_to_its_end() -> None:
    # Given calls of 0 to 1, 2 to 4 and 2.3 to 5 ms,
    bars = [bar for lane in timeline_of(FIRST, calls_of(RACE.events)).lanes for bar in lane.bars]
    # when they are laid out, then equal times have equal widths.
    millisecond = bars[0].width
    assert bars[0].x == NAMES
    assert bars[1].x == pytest.approx(NAMES + 2 * millisecond, abs=0.5)
    assert bars[2].width == pytest.approx(2.7 * millisecond, abs=0.5)


def test_only_the_calls_of_a_contradiction_are_numbered_and_set_the_scale() -> None:
    judged = judged_race()
    assert judged.contradiction is not None
    timeline = timeline_of(FIRST, judged.calls, judged.contradiction.calls)
    numbers = {bar.call.process: bar.number for lane in timeline.lanes for bar in lane.bars}
    assert numbers == {"setup": 0, "ann": 1, "bob": 2}
    assert timeline.lanes[1].bars[0].x == NAMES


@pytest.mark.parametrize(("lost", "is_open"), [(Info, True), (Dead, False)])
def test_an_unknown_outcome_is_open_unless_its_process_is_dead(
    lost: type[Info | Dead], is_open: bool
) -> None:
    # Given that nobody knows what became of a claim,
    events: list[Event] = [
        Invoke("ann", 0, Claim(PLAN, "ann", "5e" * 32, 0)),
        lost("ann", 2 * MILLISECOND),
    ]
    # when it is shown, then it ends with the process, or has no end.
    [[bar]] = [lane.bars for lane in timeline_of(FIRST, calls_of(events)).lanes]
    assert bar.is_open == is_open
    assert (bar.x + bar.width == WIDTH) == is_open


def test_a_lease_is_as_long_as_it_was_given_for() -> None:
    # Given a lease of a minute, of which five milliseconds are shown, then it goes on.
    [lease] = timeline_of(FIRST, calls_of(RACE.events)).lanes[1].leases
    assert lease.goes_on
    assert lease.x + lease.width == WIDTH
    # Given the server's clock, by which it ends at 60,002 ms, when that is shown, then it ends.
    by_server = History("2026.2", HistoryClock.SERVER, started_at=60_002 - 3)
    [lease] = timeline_of(by_server, calls_of(RACE.events)).lanes[1].leases
    assert not lease.goes_on


def test_the_picture_says_in_words_what_it_shows() -> None:
    # Given the race, when its picture is read by a machine,
    root = ElementTree.fromstring(history_picture(FIRST, judged_race()))
    # then it has a title and a description, which it names, and every call has a text.
    texts = {each.get("id"): each.text for each in root if each.get("id")}
    title, described = (texts[name] for name in root.attrib["aria-labelledby"].split())
    assert title == "Timeline of calls that contradict the rules"
    assert described == "2 calls of 2 processes. Call 1: ann, claim. Call 2: bob, claim."
    calls = [each for each in root.iter(f"{SVG}g") if "call" in each.attrib["class"]]
    assert [each.attrib["class"] for each in calls] == ["call needed", "call needed"]
    assert all("→ piers, until" in (each.findtext(f"{SVG}title") or "") for each in calls)


def test_a_long_history_is_cut_but_never_what_contradicts() -> None:
    # Given more calls than a picture has room for, of which the first and the last are needed,
    calls = [Call(each, "ann", PLAN, each, each, None, {}) for each in range(2 * MOST_CALLS)]
    # when they are chosen, then both are among them.
    shown = shown_calls(calls, (calls[0], calls[-1]))
    assert len(shown) == MOST_CALLS
    assert (shown[0], shown[-1]) == (calls[0], calls[-1])
