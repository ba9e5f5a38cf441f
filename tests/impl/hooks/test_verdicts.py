"""Verdicts in what a reviewer prints and in what it writes."""

import json

import pytest

from impl.hooks import verdicts
from spec.vocabulary.reviews import ReviewResult
from tests.cases import for_each

PASS, FAIL = ReviewResult.PASS, ReviewResult.FAIL
NONE, TWO = ReviewResult.NO_VERDICT, ReviewResult.TWO_VERDICTS

OUTPUTS: dict[str, tuple[object, ReviewResult | None]] = {
    "structured output": ({"structured_output": {"verdict": "PASS"}, "result": "x"}, PASS),
    "a result that is an object": ({"result": {"verdict": "FAIL"}}, FAIL),
    "both, of which the first counts": (
        {"structured_output": {"verdict": "FAIL"}, "result": {"verdict": "PASS"}},
        FAIL,
    ),
    "an empty structured output": (
        {"structured_output": None, "result": {"verdict": "PASS"}},
        PASS,
    ),
    "structured output without verdict": ({"structured_output": {"score": 1}}, None),
    "a verdict in small letters": ({"structured_output": {"verdict": "pass"}}, PASS),
    "a verdict in bold": ({"structured_output": {"verdict": "**Fail.**"}}, FAIL),
    "a verdict of another word": ({"structured_output": {"verdict": "passable"}}, NONE),
    "a verdict that is no word": ({"structured_output": {"verdict": ["PASS"]}}, NONE),
    "a result that is a text": ({"result": "All is well."}, None),
    "a result that is JSON": ({"result": '{"verdict": "PASS", "findings": []}'}, PASS),
    "structured output that is JSON": ({"structured_output": '{"verdict": "FAIL"}'}, FAIL),
    "a result with a block of JSON": (
        {"result": 'I have read all.\n\n```json\n{"verdict": "FAIL"}\n```\nThat is it.'},
        FAIL,
    ),
    "a result with two blocks, of which the last counts": (
        {"result": '```\n{"verdict": "FAIL"}\n```\nor\n```JSON\n{"verdict": "PASS"}\n```'},
        PASS,
    ),
    "a result with a block of something else": ({"result": "```\nmake test\n```"}, None),
    "a result that ends in JSON": ({"result": 'I have read all. {"verdict": "FAIL"}'}, FAIL),
    "a result with JSON in the middle": ({"result": 'So:\n{\n"verdict": "PASS"\n}\nBye.'}, PASS),
    "a result with two objects": ({"result": '{"verdict": "PASS"} or {"verdict": "FAIL"}'}, None),
    "a list of all that happened": ([{"result": {"verdict": "FAIL"}}, {"result": "x"}], None),
    "a list with the answer last": ([{}, {"structured_output": {"verdict": "PASS"}}], PASS),
    "an empty list": ([], None),
    "a number": (1, None),
}


@pytest.mark.parametrize(("output", "verdict"), OUTPUTS.values(), ids=OUTPUTS)
def test_a_verdict_is_read_from_structured_output(
    output: object, verdict: ReviewResult | None
) -> None:
    assert verdicts.of_run(json.dumps(output).encode(), b"all well\n") == (verdict or NONE)


@for_each("output", [b"", b"VERDICT: PASS", b"\xff{", b"[" * 100_000])
def test_other_output_has_no_verdict(output: bytes) -> None:
    assert verdicts.of_run(output, b"") == NONE


ERRORS: dict[str, tuple[object, str | None]] = {
    "an error": ({"is_error": True, "result": "no credit"}, "no credit"),
    "an error in the last of all messages": ([{}, {"is_error": True, "result": "no"}], "no"),
    "an error of some kind": ({"is_error": True, "subtype": "error_max_turns"}, "error_max_turns"),
    "an error as an object": ({"is_error": True, "result": {"code": 3}}, '{"code": 3}'),
    "an error without a word": ({"is_error": True}, "it does not say which"),
    "none": ({"is_error": False, "result": "fine"}, None),
    "none that says so": ({"result": "fine"}, None),
    "no object": ("is_error", None),
}


@for_each(("output", "error"), ERRORS.values())
def test_an_error_that_a_reviewer_reports_is_found(output: object, error: str | None) -> None:
    assert verdicts.error_of(json.dumps(output).encode()) == error


BOTH: dict[str, tuple[object, bytes, ReviewResult]] = {
    "the same": ("PASS", b"VERDICT: PASS\n", PASS),
    "the other one": ("PASS", b"VERDICT: FAIL\n", TWO),
    "the other way round": ("FAIL", b"VERDICT: PASS\n", TWO),
    "the other one, but not last": ("PASS", b"VERDICT: FAIL\nmore\n", TWO),
    "two in the file": ("PASS", b"VERDICT: FAIL\nVERDICT: PASS\n", TWO),
    "none in the file": ("PASS", b"all well\n", PASS),
    "another word": ("OK", b"VERDICT: PASS\n", NONE),
}


@for_each(("word", "review", "verdict"), BOTH.values())
def test_structured_output_that_the_review_contradicts_is_two_verdicts(
    word: object, review: bytes, verdict: ReviewResult
) -> None:
    output = json.dumps({"structured_output": {"verdict": word}}).encode()
    assert verdicts.of_run(output, review) == verdict


def test_structured_output_that_the_text_beside_it_contradicts_is_two_verdicts() -> None:
    answer = {"structured_output": {"verdict": "PASS"}, "result": "Fix it.\n\nVERDICT: FAIL"}
    assert verdicts.of_run(json.dumps(answer).encode(), b"all well\n") == TWO
    assert verdicts.of_run(json.dumps(answer | {"result": "VERDICT: PASS"}).encode(), b"") == PASS


SAID: dict[str, tuple[str, bytes, ReviewResult]] = {
    "in the text alone": ("Written.\n\n**VERDICT: PASS**", b"all well\n", PASS),
    "in both": ("VERDICT: FAIL", b"VERDICT: FAIL\n", FAIL),
    "the other one": ("VERDICT: FAIL", b"VERDICT: PASS\n", TWO),
    "in the file alone": ("Written.", b"VERDICT: PASS\n", PASS),
    "two in the text": ("VERDICT: FAIL\nVERDICT: PASS", b"all well\n", NONE),
}


@pytest.mark.parametrize(("said", "review", "verdict"), SAID.values(), ids=SAID)
def test_the_last_line_of_what_a_reviewer_says_counts_with_the_file(
    said: str, review: bytes, verdict: ReviewResult
) -> None:
    output = json.dumps({"result": said, "is_error": False}).encode()
    assert verdicts.of_run(output, review) == verdict


REVIEWS = {
    "PASS at the end": (b"fine\nVERDICT: PASS\n", PASS),
    "FAIL at the end": (b"no\nVERDICT: FAIL", FAIL),
    "blank lines after it": (b"VERDICT: PASS\r\n \n\n", PASS),
    "the same twice": (b"VERDICT: FAIL\nmore\nVERDICT: FAIL\n", FAIL),
    "bytes that are no text": (b"\xff\xfe\nVERDICT: PASS\n", PASS),
    "both": (b"VERDICT: FAIL\nmended\nVERDICT: PASS\n", TWO),
    "both, the other way round": (b"VERDICT: PASS\nVERDICT: FAIL\n", TWO),
    "a line after it": (b"VERDICT: PASS\nwell, almost\n", NONE),
    "in the midst of a line": (b"my VERDICT: PASS\n", NONE),
    "another word": (b"VERDICT: MAYBE\n", NONE),
    "nothing": (b"", NONE),
    "in bold": (b"**VERDICT: PASS**\n", PASS),
    "a heading before it": (b"## Verdict\n\n**PASS**\n", PASS),
    "a heading with a colon before it": (b"### Verdict:\nFAIL.\n", FAIL),
    "a rule after it": (b"VERDICT: PASS\n\n---\n", PASS),
    "a byte order mark": ("\ufeffVERDICT: PASS\n".encode(), PASS),
    "line ends of Windows": (b"VERDICT: PASS\r\n\r\n", PASS),
    "a verdict that is quoted": (b"> VERDICT: FAIL\nis gone\nVERDICT: PASS\n", PASS),
}


@pytest.mark.parametrize(("review", "verdict"), REVIEWS.values(), ids=REVIEWS)
def test_a_verdict_is_the_last_line_of_a_review(review: bytes, verdict: ReviewResult) -> None:
    assert verdicts.of_text(review.decode("utf-8", "replace")) == verdict
    assert verdicts.of_run(b"", review) == verdict
