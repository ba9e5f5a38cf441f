"""Reports as they come in: the blocks of real coordinators, JSON, and what is neither."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from impl.documents.iteration_reports import UnreadableReport, read_report
from spec.vocabulary.iterations import IterationReport
from tests.cases import for_each

# From ILC: what an agent returned that halted with five phases to go.
OF_THE_SEED = """\
# Agent returns after iteration 1:
IMPLEMENTATION_COMPLETE: 5
plan_file: /path/to/plan.md
topic_path: /path/to/topic
summary_path: /path/to/summaries/001-summary.md
work_remaining: Phase_6 Phase_7 Phase_8 Phase_9 Phase_10  # 5 phases remaining!
context_exhausted: false
context_usage_percent: 75%
checkpoint_path: null
requires_continuation: false  # BUG: Agent says "no continuation" despite work_remaining
stuck_detected: false
"""
# From ILC: the form that the agent's contract asks for, with its blanks filled in.
OF_THE_CONTRACT = """\
All phases of this iteration are done. Here is my report:

```yaml
IMPLEMENTATION_COMPLETE:
  phase_count: 3
  plan_file: /path/to/plan.md
  summary_path: "/path/to/a summary # 1.md"
  git_commits: [abc123, def456]
  context_exhausted: true
  work_remaining:

  context_usage_percent: 75.5 %
  checkpoint_path: /path/to/checkpoint (if created)
  requires_continuation: True
  phases_with_markers: 3  # informational
```
Have a nice day: bye.
"""
LEAST = {"requires_continuation": True, "summary_path": "s.md"}
LEAST_BLOCK = "requires_continuation: true\nsummary_path: s.md\n"


def test_the_report_that_halted_the_seed_is_read() -> None:
    read = read_report(OF_THE_SEED)
    assert read.report == IterationReport(
        "Phase_6 Phase_7 Phase_8 Phase_9 Phase_10",
        requires_continuation=False,
        context_usage_percent=75,
        summary_path="/path/to/summaries/001-summary.md",
        phase_count=5,
    )
    assert read.fields["topic_path"] == "/path/to/topic"


def test_the_form_of_the_contract_is_read_with_its_heading_fence_and_prose() -> None:
    read = read_report(OF_THE_CONTRACT)
    assert read.report == IterationReport(
        None,
        requires_continuation=True,
        context_exhausted=True,
        context_usage_percent=75,
        checkpoint_path="/path/to/checkpoint (if created)",
        summary_path="/path/to/a summary # 1.md",
        phase_count=3,
        git_commits=("abc123", "def456"),
    )
    assert read.fields["phases_with_markers"] == "3"


def test_json_says_the_same_as_a_block() -> None:
    fields = {
        "work_remaining": ["Phase 6", "Phase_7"],
        "requires_continuation": "false",
        "stuck_detected": True,
        "context_exhausted": True,
        "context_usage_percent": 75.9,
        "checkpoint_path": None,
        "summary_path": "s.md",
        "phase_count": 5,
        "git_commits": ["a", "b"],
        "mood": {"good": [1, 2]},
    }
    read = read_report("\ufeff " + json.dumps(fields))
    assert read.report == IterationReport(
        ("Phase 6", "Phase_7"), False, True, True, 75, None, "s.md", 5, ("a", "b")
    )
    assert read.fields == fields


WORK: dict[str, str | tuple[str, ...] | None] = {
    "": None,
    "null": None,
    "~  # nothing": None,
    "0": "0",
    "[]": (),
    "Phase_4 Phase_5": "Phase_4 Phase_5",
    "'Phase_4 # 5' # two": "Phase_4 # 5",
    '["a", "b # c"] # d]': ("a", "b # c"),
    "[Phase_4, Phase_5]  # no JSON": "[Phase_4, Phase_5]",
    "[1] # no texts": "[1]",
    '["a"] b': '["a"] b',
    "[": "[",
    "Phase#4": "Phase#4",
    "a: b": "a: b",
    "\n  - Phase 4\n  - 'b' # c": ("Phase 4", "b"),
}


@for_each(("written", "expected"), WORK.items())
def test_what_remains_may_be_written_in_many_ways(
    written: str, expected: str | tuple[str, ...] | None
) -> None:
    read = read_report(f"{LEAST_BLOCK}work_remaining: {written}\r\nstuck_detected: TRUE")
    assert read.report.work_remaining == expected
    assert read.report.stuck_detected


@for_each(
    ("written", "expected"),
    [
        *[(word, True) for word in ("true", "True", " TRUE ", True)],
        *[(word, False) for word in ("false", False, None, "", "yes", "maybe", "1", 1, [True])],
    ],
)
def test_every_signal_but_true_is_false(written: object, expected: bool) -> None:
    fields = {"work_remaining": "Phase_4", "requires_continuation": written}
    assert read_report(json.dumps(fields)).report.requires_continuation is expected


def test_a_report_without_a_signal_or_a_summary_is_read() -> None:
    report = read_report("work_remaining: Phase_4").report
    assert (report.requires_continuation, report.summary_path) == (False, None)


PROSE = {
    "after the block": f"{LEAST_BLOCK}That was it.",
    "after a blank line": f"{LEAST_BLOCK}\n  Phase 6 was hard.\n- really\n\nIt: is `done`.",
    "after work": "requires_continuation: true\nsummary_path: s.md\nwork_remaining: a\n\nI rest.",
    "before the block": f"Here is my report. It is long:\n\nmood: fine\n{LEAST_BLOCK}",
    "directly after a list": f"{LEAST_BLOCK}work_remaining: [a, b]\nAll tests: green.",
    "and bold keys": "**summary_path:** s.md\n  **requires_continuation**: true\nThat was it.",
    "and back-quotes": "`summary_path`: `s.md`  # here\n`requires_continuation`: `true`\n",
    "around a fence": f"Look:\n```yaml\n{LEAST_BLOCK}```\nNote: the\nNote: end",
    "around JSON": f"Look:\n{json.dumps(LEAST)}\nThat was it.",
    "around JSON in a fence": f"Look:\n```json\n{json.dumps(LEAST, indent=2)}\n```\nBye: now.",
}


@for_each("text", PROSE.values())
def test_prose_around_a_report_is_no_part_of_it(text: str) -> None:
    report = read_report(text).report
    assert (report.requires_continuation, report.summary_path) == (True, "s.md")


UNREADABLE = {
    "nothing": (" \n", "empty"),
    "not JSON": ('{"summary_path": ', "not JSON"),
    "JSON that goes on": ("{} {}", "not JSON"),
    "JSON nested too deeply": ('{"a":' + "[" * 100_000, "not JSON"),
    "no number": (json.dumps({**LEAST, "a": float("nan")}), "not valid JSON"),
    "no text": (json.dumps({**LEAST, "a": "\ud800"}), "not valid JSON"),
    "a JSON key twice": ('{"a": 1, "b": 2, "b": 3}', "`b` a second time"),
    "JSON twice": (f"{json.dumps(LEAST)}\n\n{json.dumps(LEAST)}", "follows the object"),
    "JSON twice in prose": (
        f"{json.dumps(LEAST)}\nCorrected:\n{json.dumps(LEAST)}",
        "line 3, .* gives `requires_continuation` outside",
    ),
    "JSON after a field": (f"- stuck_detected: true\n{json.dumps(LEAST)}", "line 2, .* outside"),
    "a field twice": (f"{LEAST_BLOCK}\nb: 2\nb: 3", "line 5 gives `b` a second time"),
    "two blocks": (OF_THE_SEED + OF_THE_SEED, "a second time"),
    "two fences": (f"```\n{LEAST_BLOCK}```\n```\n{LEAST_BLOCK}```", "line 6, .* outside"),
    "no fields": ("I have finished everything!", "no line such as `work_remaining: "),
    "elements alone": ("- a", "no line such as"),
    "prose in the heading": (
        f"IMPLEMENTATION_COMPLETE: 3\nSo:\nI am done\n{LEAST_BLOCK}",
        "line 4",
    ),
    "prose in the block": (
        f"{LEAST_BLOCK}\nI am not.\n\nstuck_detected: true",
        "line 6, .* outside",
    ),
    "a field in prose": (f"{LEAST_BLOCK}\nAnd **work_remaining**: all.", "line 4, .* outside"),
    "a line that may go on": (f"{LEAST_BLOCK}work_remaining: a\n  b", "line 4, 'b', is not"),
    "prose at work": (f"{LEAST_BLOCK}work_remaining: a\nand more", "line 4, 'and more', is not"),
    "elements behind work": (f"{LEAST_BLOCK}work_remaining: a\n\n- b", "line 5, '- b', is not"),
    "work below": (f"{LEAST_BLOCK}work_remaining:\n\nPhase_4", "line 5, 'Phase_4', is not"),
    "a deeper line": (f"{LEAST_BLOCK}checkpoint_path: a\n  b", "line 4, 'b', is not"),
    "elements after a value": (f"{LEAST_BLOCK}- c", "line 3, '- c', is not"),
    "no work and no signal": ("summary_path: s.md", "no `work_remaining`"),
    "another stuck": (LEAST_BLOCK + "stuck_detected: perhaps", "`stuck_detected` is"),
    "a stuck that is a number": (json.dumps({**LEAST, "stuck_detected": 0}), "is 0; expected true"),
    "a summary path that is none": (json.dumps({**LEAST, "summary_path": 1}), "expected a path"),
    "a summary path with NUL": (json.dumps({**LEAST, "summary_path": "\0"}), "expected a path"),
    "work that is a number": (json.dumps({**LEAST, "work_remaining": 3}), "is 3; expected names"),
    "work that may be none": (json.dumps({**LEAST, "work_remaining": [0]}), "expected names"),
    "work that is no names": (json.dumps({**LEAST, "work_remaining": [True]}), "expected names"),
    "work that is a flag": (json.dumps({**LEAST, "work_remaining": False}), "expected names"),
}


@for_each(("text", "said"), UNREADABLE.values())
def test_what_cannot_be_read_is_refused_with_its_place(text: str, said: str) -> None:
    with pytest.raises(UnreadableReport, match=said):
        read_report(text)


LINES = st.lists(
    st.one_of(
        st.sampled_from([*OF_THE_SEED.splitlines(), *OF_THE_CONTRACT.splitlines(), "- a", "{}"]),
        st.text(max_size=12),
    )
).map("\n".join)


@given(st.one_of(LINES, st.text(), st.text().map(lambda text: "{" + text)))
def test_every_text_is_a_report_or_unreadable(text: str) -> None:
    try:
        read = read_report(text)
    except UnreadableReport:
        return
    assert {"requires_continuation", "work_remaining"} & set(read.fields)
