"""The verdict on a history as one page of HTML that needs no script, and its picture alone."""

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from conformance.histories.calls import Call
from conformance.histories.judging import JudgedPlan
from conformance.histories.linearizability import Verdict
from conformance.reports.histories import call_line, verdict_lines
from conformance.reports.rendering import rendered
from conformance.reports.timelines import BAR, LONGEST_NAME, TOP, WIDTH, timeline_of
from spec.formats.histories import History

MOST_CALLS, MOST_PICTURES = 200, 10
"""The most calls in a picture, and the most plans that have one."""
GRADES = {
    Verdict.EXPLAINED: "pass",
    Verdict.CONTRADICTED: "fail",
    Verdict.UNKNOWN: "inconclusive",
}


def history_page(
    source: str, history: History, judged: Sequence[JudgedPlan], verdict: Verdict, sentence: str
) -> str:
    """Return the page: a section for each plan, those that contradict the rules first."""
    ordered = sorted(judged, key=lambda each: each.contradiction is None)
    parts = [
        part_of(history, each, number, has_picture=number <= MOST_PICTURES)
        for number, each in enumerate(ordered, start=1)
    ]
    return rendered(
        "history.html",
        source=source,
        history=history,
        grade=GRADES[verdict],
        sentence=sentence,
        parts=parts,
    )


def history_picture(history: History, judged: JudgedPlan) -> str:
    """Return the timeline of a plan as an SVG image. Raises `ValueError` without calls."""
    needed = judged.contradiction.calls if judged.contradiction else ()
    return picture_of(history, shown_calls(judged.calls, needed), needed, "timeline")


def part_of(
    history: History, judged: JudgedPlan, number: int, *, has_picture: bool
) -> dict[str, Any]:
    """Return what the page shows of a plan: the lines of the report, and a picture."""
    heading, *lines = verdict_lines(judged)
    needed = judged.contradiction.calls if judged.contradiction else ()
    calls = shown_calls(judged.calls, needed) if has_picture else []
    left_out = len(judged.calls) - len(calls)
    return {
        "heading": heading,
        "lines": lines,
        "picture": Markup(picture_of(history, calls, needed, f"plan-{number}")) if calls else "",
        "left_out": f"Not shown: {left_out:,} of {len(judged.calls):,} calls." if left_out else "",
        "is_contradicted": bool(needed),
    }


def shown_calls(calls: Sequence[Call], needed: Sequence[Call]) -> list[Call]:
    """Return the calls of a picture: the needed ones with what overlaps them, or the first."""
    if not needed:
        return list(calls[:MOST_CALLS])
    first = min(call.began for call in needed)
    last = max(call.ended or call.began for call in needed)
    numbers = {call.number for call in needed}
    others = [
        call
        for call in calls
        if call.number not in numbers
        and call.began <= last
        and (call.ended is None or call.ended >= first)
    ]
    most = max(MOST_CALLS - len(needed), 0)
    return sorted([*needed, *others[-most:]], key=lambda call: call.began)


def picture_of(history: History, calls: Sequence[Call], needed: Sequence[Call], name: str) -> str:
    """Return the picture of calls as SVG; `name` tells its ids from those of others."""
    timeline = timeline_of(history, calls, needed)
    return rendered(
        "timeline.svg",
        timeline=timeline,
        name=name,
        title="Timeline of calls that contradict the rules" if needed else "Timeline of calls",
        width=WIDTH,
        top=TOP,
        height=BAR,
        called=lambda call: call_line(call, call.began),
        shortened=lambda text: text if len(text) <= LONGEST_NAME else f"{text[:LONGEST_NAME]}…",
    )
