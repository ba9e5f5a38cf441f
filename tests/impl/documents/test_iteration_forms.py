"""Reports whose fields are list items, rows of a table or assignments, as agents write them."""

import pytest

from impl.documents.iteration_reports import UnreadableReport, read_report
from impl.store.work_remaining import names
from tests.cases import for_each

FORMS = {
    "a list": "- work_remaining: {work}\n- requires_continuation: true\n- summary_path: s.md",
    "asterisks": "* work_remaining: {work}\n* requires_continuation: true\n* summary_path: s.md",
    "numbers": "1. work_remaining: {work}\n2. requires_continuation: true\n3. summary_path: s.md",
    "bold keys in a list": (
        "* **work_remaining**: {work}\n* **requires_continuation:** true\n* **summary_path**: s.md"
    ),
    "bold keys and values": (
        "**work_remaining**: **{work}**\n__requires_continuation__: __true__\n"
        "`summary_path`: `s.md`"
    ),
    "keys in italics": (
        "*work_remaining*: {work}\n_requires_continuation_: true\n_summary_path_: s.md"
    ),
    "a table": (
        "| Field | Value |\n|---|---|\n| work_remaining | {work} |\n"
        "| **requires_continuation** | true |\n| `summary_path` | `s.md` |\n| mood | fine |"
    ),
    "a block of code": (
        "```\nwork_remaining: {work}\nrequires_continuation: true\nsummary_path: s.md\n```"
    ),
    "a list in a block of code": (
        "~~~text\n- work_remaining: {work}\n- requires_continuation: true\n"
        "- summary_path: s.md\n~~~"
    ),
    "assignments": "work_remaining = {work}\nrequires_continuation=true\nsummary_path = s.md",
    "no space": "work_remaining:{work}\nrequires_continuation:true\nsummary_path:s.md",
    "other letters": "Work_Remaining: {work}\nREQUIRES_CONTINUATION: True\nSummary_Path: s.md",
    "further fields": (
        "- IMPLEMENTATION_COMPLETE: 3\n- mood: fine\n- work_remaining: {work}\n- url: http://x\n"
        "- requires_continuation: true\n- summary_path: s.md\n- phases_with_markers: 3"
    ),
    "prose around them": (
        "Here is my report:\n\n- work_remaining: {work}\n- requires_continuation: true\n"
        "- summary_path: s.md\n\n- It: was hard.\nBye."
    ),
}


WORK = {
    "Phase_4": ("Phase_4",),
    "Phase_4 Phase_5": ("Phase_4", "Phase_5"),
    "[Phase_4, Phase_5]": ("Phase_4", "Phase_5"),
    "['Phase_4']": ("Phase_4",),
    **dict.fromkeys(("None.", "n/a", "-", "–", "[]", "0", "null", "nothing"), ()),
}


@for_each(
    ("form", "work", "remaining"),
    ((form, *work) for form in FORMS.values() for work in WORK.items()),
)
def test_a_report_is_read_in_every_form_that_has_one_reading(
    form: str, work: str, remaining: tuple[str, ...]
) -> None:
    report = read_report(form.format(work=work)).report
    assert names(report.work_remaining) == remaining
    assert (report.requires_continuation, report.summary_path) == (True, "s.md")


LISTS = {
    "dashes": "work_remaining:\n  - Phase_4\n  - Phase 5: Tests\nstuck_detected: false",
    "dashes at the same place": "work_remaining:\n- Phase_4\n- Phase 5: Tests",
    "asterisks": "work_remaining:\n  * Phase_4\n  * Phase 5: Tests",
    "numbers": "work_remaining:\n  1. Phase_4\n  2. Phase 5: Tests\n",
    "a list in a list": "- work_remaining:\n  - Phase_4\n  - Phase 5: Tests\n- mood: fine",
    "under a bold key": "* **work_remaining**:\n  - Phase_4\n  - Phase 5: Tests",
}


@for_each("text", LISTS.values())
def test_work_may_be_a_list_over_several_lines(text: str) -> None:
    assert read_report(text).report.work_remaining == ("Phase_4", "Phase 5: Tests")


REFUSED = {
    "an item with two readings": (
        "- work_remaining:\n- phase_4: Tests\n- requires_continuation: false",
        "line 2, '- phase_4: Tests', may be a field or an element",
    ),
    "a key with a space": (
        "Work remaining: Phase_4\nrequires_continuation: false",
        "line 1, 'Work remaining: Phase_4', is not `work_remaining: ` and names",
    ),
    "a key with a hyphen": ("- **work-remaining**: a\n- stuck_detected: false", "no `work_rem"),
    "a bold line": (
        "**work_remaining: Phase_4**\nrequires_continuation: false",
        "line 1, .* is not `work_remaining: ` and names",
    ),
    "a row of three": (
        "requires_continuation: false\n\n| work_remaining | a | b |",
        "line 3, .* gives `work_remaining` outside",
    ),
    "the same in two forms": (
        "work_remaining: a\n| work_remaining | b |",
        "line 2 gives `work_remaining` a second time",
    ),
    "in other letters": ("work_remaining: a\nWORK_REMAINING: b", "line 2 gives .* a second time"),
    "a comparison": ("stuck_detected: false\nwork_remaining == 3", "line 2, .* outside"),
}


@for_each(("text", "said"), REFUSED.values())
def test_what_has_two_readings_is_refused_with_its_place(text: str, said: str) -> None:
    with pytest.raises(UnreadableReport, match=said):
        read_report(text)
