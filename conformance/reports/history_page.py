"""The verdict on a history as one page of HTML that needs no script, and its picture alone."""

from collections.abc import Iterator, Sequence
from typing import Any

from jinja2 import Template
from markupsafe import Markup

from conformance.histories.attempts import TriedOrder
from conformance.histories.calls import Call
from conformance.histories.contradictions import Contradiction
from conformance.histories.judging import JudgedPlan
from conformance.histories.linearizability import Verdict
from conformance.reports.histories import (
    MOST_CLAUSES,
    call_line,
    contradiction_title,
    failure_sentence,
    milliseconds,
    order_of,
    overlap_sentences,
    sample_sentence,
)
from conformance.reports.rendering import environment
from conformance.reports.timelines import (
    BAR,
    LONGEST_NAME,
    TOP,
    WIDTH,
    Timeline,
    name_of,
    timeline_of,
)
from conformance.reports.words.messages import render_message
from spec.catalog import clause as clause_named
from spec.formats.histories import History
from spec.formats.messages import operation_to_json

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
    return template("history.html").render(
        source=source, history=history, grade=GRADES[verdict], sentence=sentence, parts=parts
    )


def history_picture(history: History, judged: JudgedPlan) -> str:
    """Return the timeline of a plan as an SVG image. Raises `ValueError` without calls."""
    needed = judged.contradiction.calls if judged.contradiction else ()
    return picture_of(history, shown_calls(judged.calls, needed), needed, "timeline")


def part_of(
    history: History, judged: JudgedPlan, number: int, *, has_picture: bool
) -> dict[str, Any]:
    """Return what the page shows of a plan."""
    found = judged.contradiction
    needed = found.calls if found else ()
    calls = shown_calls(judged.calls, needed) if has_picture else []
    first = min((call.began for call in calls), default=0)
    numbers = {call.number: place for place, call in enumerate(needed, start=1)}
    left_out = len(judged.calls) - len(calls)
    return {
        "heading": f"{judged.plan or 'all plans'}: {judged.judgement.verdict}",
        "picture": Markup(picture_of(history, calls, needed, f"plan-{number}")) if calls else "",
        "left_out": f"Not shown: {left_out:,} of {len(judged.calls):,} calls." if left_out else "",
        "rows": [row_of(call, first, numbers.get(call.number, 0)) for call in calls],
        **(contradiction_of(found) if found else {"needed": (), "attempts": ()}),
    }


def contradiction_of(found: Contradiction) -> dict[str, Any]:
    """Return what the page says about a contradiction."""
    first = min(call.began for call in found.calls)
    return {
        "needed": found.calls,
        "lines": [call_line(call, first) for call in found.calls],
        "title": contradiction_title(found),
        "overlaps": list(overlap_sentences(found)),
        "sample": sample_sentence() if found.is_sample else "",
        "attempts": [attempt_of(attempt, found.calls) for attempt in found.attempts],
        "clauses": [(each, clause_named(each).text) for each in found.clauses[:MOST_CLAUSES]],
    }


def attempt_of(attempt: TriedOrder, calls: Sequence[Call]) -> dict[str, Any]:
    """Return an order that was tried, what is wrong with it, and by which clauses."""
    return {
        "order": order_of(attempt, calls),
        "failure": failure_sentence(attempt, calls),
        "clauses": attempt.clauses[:MOST_CLAUSES],
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
    return template("timeline.svg").render(
        timeline=timeline,
        name=name,
        title="Timeline of calls that contradict the rules" if needed else "Timeline of calls",
        description=" ".join(description(timeline)),
        width=WIDTH,
        top=TOP,
        height=BAR,
    )


def description(timeline: Timeline) -> Iterator[str]:
    """Yield sentences that say what a picture shows."""
    count = sum(len(lane.bars) for lane in timeline.lanes)
    yield f"{count} calls of {len(timeline.lanes)} processes."
    bars = [bar for lane in timeline.lanes for bar in lane.bars if bar.number]
    for bar in sorted(bars, key=lambda each: each.number):
        yield f"Call {bar.number}: {bar.call.process}, {name_of(bar.call)}."


def row_of(call: Call, first: int, number: int) -> dict[str, Any]:
    """Return a call as a row of a table."""
    return {
        "number": number,
        "process": call.process,
        "began": milliseconds(call.began - first),
        "ended": "unknown" if call.ended is None else milliseconds(call.ended - first),
        "operation": render_message(operation_to_json(call.operation))
        if call.operation
        else "observe",
        "reply": render_message(call.reply) if call.reply else "unknown",
    }


def template(name: str) -> Template:
    """Return a template that can show calls."""
    made = environment()
    made.filters |= {
        "called": lambda call: call_line(call, call.began),
        "shortened": lambda text: text if len(text) <= LONGEST_NAME else f"{text[:LONGEST_NAME]}…",
    }
    return made.get_template(name)
