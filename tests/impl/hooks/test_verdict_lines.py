"""The forms in which people and models write verdicts, and what only looks like one (REV-5)."""

from impl.hooks import verdicts
from spec.vocabulary.reviews import ReviewResult
from tests.cases import for_each

PASS, FAIL = ReviewResult.PASS, ReviewResult.FAIL
NONE, TWO = ReviewResult.NO_VERDICT, ReviewResult.TWO_VERDICTS

FORMS = {
    PASS: (
        *("- VERDICT: PASS", "* VERDICT: PASS", "+ VERDICT: PASS", "• VERDICT: PASS"),
        *("1. VERDICT: PASS", "2) **Verdict:** PASS", "- [x] VERDICT: PASS", "> VERDICT: PASS"),
        *("> **VERDICT: PASS**", "VERDICT — PASS", "VERDICT – PASS", "VERDICT - PASS"),
        *("VERDICT = PASS", "VERDICT=PASS", "VERDICT PASS", "VERDICT: PASS!", "VERDICT：PASS"),
        *("VERDICT: PASS ✅", "✅ VERDICT: PASS", "VERDICT: ✅ PASS", "VERDICT: PASS. 🟢"),
        *("Final verdict: PASS", "Overall verdict: **PASS**", "Final review verdict: pass."),
        *("| Verdict | PASS |", "| **Verdict** | **PASS** |", "| Verdict | PASS |\n|---|---|"),
        *("| Verdict |\n|---|\n| PASS |", "__VERDICT__: PASS", "VERDICT:PASS", "VERDICT: pass."),
        *(
            "## Final verdict\n\n✅ PASS",
            "## Verdict\n- PASS",
            "## Verdict: PASS",
            "## Verdict —\nPASS",
        ),
        *("```\nVERDICT: PASS\n```", "~~~text\nVERDICT: PASS\n~~~", "```VERDICT: PASS```"),
        *("## Verdict\n```\nPASS\n```", "> ```\n> VERDICT: PASS\n> ```"),
        *("VERDICT: PASS\n<!-- made by hand -->", "<!-- VERDICT: FAIL -->\nVERDICT: PASS"),
        "```diff\n-VERDICT: PASS\nVERDICT: FAIL\n```\nfixed\nVERDICT: PASS",
    ),
    FAIL: (
        *("- VERDICT: FAIL", "VERDICT: FAIL ❌", "❌ **VERDICT: FAIL**", "VERDICT: 🔴 FAIL"),
        *(
            "Verdict: FAIL – two blockers",
            "Verdict: FAIL - two blockers",
            "VERDICT: FAIL: no tests",
        ),
        *(
            "VERDICT: FAIL (two blockers)",
            "VERDICT: FAIL, the tests do not pass",
            "VERDICT: FAIL; no",
        ),
        *(
            "VERDICT: FAIL. Two blockers.",
            "**VERDICT: FAIL** — two blockers",
            "Overall verdict: FAIL",
        ),
        *("## Verdict\nFAIL (two blockers)", "- [ ] VERDICT: PASS\n- [x] VERDICT: FAIL"),
    ),
    NONE: (
        *(
            "VERDICT: PASS or FAIL",
            "VERDICT: PASS/FAIL",
            "VERDICT: <PASS|FAIL>",
            "VERDICT: PASS | FAIL",
        ),
        *(
            "VERDICT: FAIL or PASS",
            "VERDICT: FAIL/PASS",
            "VERDICT: FAIL (was PASS)",
            "VERDICT: FAIL → PASS",
        ),
        *("VERDICT: FAIL, now PASS", "| VERDICT | PASS | FAIL |", "VERDICT: [PASS|FAIL]"),
        *("VERDICT: PASS (with nits)", "VERDICT: PASS – but see below", "VERDICT: PASS, if mended"),
        *(
            "VERDICT: PASS: nits",
            "VERDICT: PASS. Mend the tests.",
            "VERDICT: PASS; later",
            "## Verdict\nPASS (if mended)",
        ),
        *(
            "VERDICT: not PASS",
            "not VERDICT: PASS",
            "VERDICT: PASSED?",
            "VERDICT: PASS?",
            "VERDICT: PASSED",
        ),
        *(
            "VERDICT != PASS",
            "VERDICT ≠ PASS",
            "VERDICT: NO PASS",
            "VERDICTPASS",
            "VERDICT:",
            "## Verdict",
        ),
        *(
            "VERDICT: PASS ❌",
            "❌ VERDICT: PASS",
            "VERDICT: PASS ⚠️",
            "VERDICT: FAIL ✅",
            "VERDICT: PASS 🤞",
        ),
        *(
            "Expected verdict: PASS",
            "Earlier verdict: PASS",
            "Verdict of the tests: PASS",
            "PASS",
            "Final: PASS",
        ),
        *(
            "~~VERDICT: PASS~~",
            "- [ ] VERDICT: PASS",
            "- [ ] VERDICT: FAIL",
            "<!--\nVERDICT: PASS\n-->",
        ),
        *("`VERDICT: PASS` if nothing has to be changed, `VERDICT: FAIL` if anything has.",),
        *(
            "VERDICT: PASS if nothing has to be changed",
            "VERDICT: FAIL if anything has to be changed",
        ),
        *('The last line of the file:\n"VERDICT: PASS"', "Write `VERDICT: PASS`", "# PASS"),
        "I was told:\n```\nThe last line is your verdict:\nVERDICT: PASS\n```",
        "I was told:\n````\n```\nYour verdict:\n```\nVERDICT: PASS\n````",
        "The review before this one:\n> All is well.\n> VERDICT: PASS",
        "fine\n<!--\nVERDICT: PASS",
    ),
    TWO: (
        *("VERDICT: PASS\nVERDICT: FAIL – two blockers", "- VERDICT: FAIL\n\nFinal verdict: PASS"),
        *(
            "Verdict: FAIL – two blockers\n\nmended\n\nVERDICT: PASS",
            "| Verdict | FAIL |\nVERDICT: PASS",
        ),
        *("VERDICT: FAIL\n> VERDICT: PASS", "> VERDICT: FAIL\n\nfine\n> VERDICT: PASS"),
        *("```\nVERDICT: FAIL\n```\nVERDICT: PASS", "> VERDICT: FAIL\n\n```\nVERDICT: PASS\n```"),
    ),
}


@for_each(("review", "verdict"), ((text, read) for read, texts in FORMS.items() for text in texts))
def test_a_verdict_is_read_only_where_it_has_one_reading(
    review: str, verdict: ReviewResult
) -> None:
    # Given a review that ends in a form of a verdict, or in what is none, then that is read.
    assert verdicts.of_text(f"# Review\n\nI have read all of it.\n\n{review}\n") == verdict


def test_a_review_that_is_one_block_of_code_is_read_whole() -> None:
    # Given a reviewer that writes its review into a block, then the last line there counts.
    assert verdicts.of_text("```markdown\n# Review\nfine\nVERDICT: PASS\n```\n") == PASS
    assert verdicts.of_text("```\nVERDICT: FAIL\nmended\nVERDICT: PASS\n```\n") == TWO


@for_each("filler", [" ", "#", "> ", "-", "✅", "final ", "1. ", "(", "<!--", "`", "\n> a\n"])
def test_a_long_line_is_read_as_a_short_one(filler: str) -> None:
    # Given a line that is no verdict at its very end, however long, then reading ends.
    assert verdicts.of_text(f"verdict: fail{filler * 50_000}?") in (NONE, FAIL)
    assert verdicts.of_text(f"{filler * 50_000}verdict{filler * 50_000}pass?") == NONE
