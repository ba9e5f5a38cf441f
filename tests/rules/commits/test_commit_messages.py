"""COM-4: the message that git records."""

from dataclasses import replace
from typing import Any

from spec.vocabulary.commits import Committed
from tests.cases import for_each
from tests.rules import builders as b
from tests.rules.commits.causes import CAUSES
from tests.rules.suts import Sut

TRAILERS = "\n\nTug-Step: a\nTug-Plan: plan.md\n"

MESSAGES = {
    "a subject": ("Work", "Work"),
    "subject and body": ("Work\n\nBecause.", "Work\n\nBecause."),
    # What stands in the message already is taken out, wherever it is
    "the same trailers": ("Work\n\nTug-Step: a\nTug-Plan: plan.md\n", "Work"),
    "other trailers": ("Work\n\nTug-Step: z\nTug-Plan: old.md\n", "Work"),
    "one trailer": ("Work\n\nTug-Plan: old.md", "Work"),
    "an old text and claim": ("Work\n\nTug-Text: z\ntug-claim: 7\ntug-text: y\n", "Work"),
    "trailers twice": ("Work\n\nTug-Step: y\nTug-Step: z\n", "Work"),
    "lower case": ("Work\n\ntug-step: z\ntug-plan: z\n", "Work"),
    "upper case": ("Work\n\nTUG-STEP: z\nTUG-PLAN: z\n", "Work"),
    "mixed case": ("Work\n\ntUG-sTEP: z\nTug-plaN: z\n", "Work"),
    "without a value": ("Work\n\nTug-Step:\nTug-Plan:", "Work"),
    "without a space": ("Work\nTug-Step:z", "Work"),
    "at the beginning": ("Tug-Step: z\nWork", "Work"),
    "in the subject's place, a blank line below": ("Tug-Step: z\n\nWork", "\nWork"),
    "in the middle": ("Work\nTug-Step: z\nMore", "Work\nMore"),
    "between paragraphs": ("Work\n\nTug-Plan: z\n\nMore", "Work\n\n\nMore"),
    "above other trailers": (
        "Work\n\nTug-Step: z\nSigned-off-by: Ann <a@b.c>",
        "Work\n\nSigned-off-by: Ann <a@b.c>",
    ),
    "below other trailers": (
        "Work\n\nSigned-off-by: Ann <a@b.c>\nTug-Step: z",
        "Work\n\nSigned-off-by: Ann <a@b.c>",
    ),
    "before a carriage return": ("Work\r\n\r\nTug-Step: z\r\nTug-Plan: z\r\n", "Work"),
    # What only looks like them stays
    "a line that continues one": ("Work\n\nTug-Step: z\n  and more", "Work\n\n  and more"),
    "a space before it": ("Work\n\n Tug-Step: z", "Work\n\n Tug-Step: z"),
    "a space in it": ("Work\n\nTug-Step : z", "Work\n\nTug-Step : z"),
    "a longer name": (
        "Work\n\nTug-Steps: z\nTug-Planning: z",
        "Work\n\nTug-Steps: z\nTug-Planning: z",
    ),
    "no colon": ("Work\n\nTug-Step z", "Work\n\nTug-Step z"),
    "in a sentence": ("Work on Tug-Step: z", "Work on Tug-Step: z"),
    "quoted": ("Work\n\n> Tug-Step: z", "Work\n\n> Tug-Step: z"),
    "a letter that is s in upper case only": ("Work\n\nTug-ſtep: z", "Work\n\nTug-ſtep: z"),
    "full-width letters": ("Work\n\nＴug-Step: z", "Work\n\nＴug-Step: z"),
    # Lines are separated by line feeds and by nothing else
    "a carriage return is no line": ("Work\rTug-Step: z", "Work\rTug-Step: z"),
    "a vertical tab is no line": ("Work\vTug-Step: z", "Work\vTug-Step: z"),
    "a form feed is no line": ("Work\fTug-Step: z", "Work\fTug-Step: z"),
    "a next line is no line": ("Work\x85Tug-Step: z", "Work\x85Tug-Step: z"),
    "a line separator is no line": ("Work\u2028Tug-Step: z", "Work\u2028Tug-Step: z"),
    "a unit separator is no line": ("Work\x1cTug-Step: z", "Work\x1cTug-Step: z"),
    "and is removed with its line": ("Work\nTug-Step: z\u2028and\rmore\vof it\nEnd", "Work\nEnd"),
    # White space at the end goes, and no other
    "a line feed at the end": ("Work\n", "Work"),
    "many blank lines at the end": ("Work\n\n\n\n\n\n", "Work"),
    "all six at the end": ("Work \t\n\v\f\r", "Work"),
    "white space before a trailer": ("Work \t\n \v\f\nTug-Step: z\n \r\n", "Work"),
    "many blank lines in the middle": ("Work\n\n\n\n\nMore", "Work\n\n\n\n\nMore"),
    "white space at the beginning": ("\n\t Work", "\n\t Work"),
    "white space at the end of a line": ("Work  \nMore", "Work  \nMore"),
    "carriage returns within": ("Work\r\n\r\nMore\r\n", "Work\r\n\r\nMore"),
    "a no-break space at the end": ("Work\xa0", "Work\xa0"),
    "a next line at the end": ("Work\x85", "Work\x85"),
    "a unit separator at the end": ("Work\x1f", "Work\x1f"),
    "an ideographic space at the end": ("Work\u3000", "Work\u3000"),
    "a zero-width space at the end": ("Work\u200b", "Work\u200b"),
    # Everything else is left alone
    "umlauts and emoji": ("Größer 🦀 café", "Größer 🦀 café"),
    "a comment": ("Work\n\n# not for git to take out", "Work\n\n# not for git to take out"),
    "a pair of scissors": ("Work\n# ---- >8 ----\nMore", "Work\n# ---- >8 ----\nMore"),
    "quotes and backslashes": ('It\'s "a" \\n %s $HOME `x`', 'It\'s "a" \\n %s $HOME `x`'),
    # Without anything left the anchor says what was worked on
    "only a trailer": ("Tug-Step: z", "Work on a"),
    "only trailers": ("Tug-Step: z\nTug-Plan: z\n", "Work on a"),
    "trailers and white space": (" \t\nTug-Step: z\n\v\f\r\nTug-Plan: z\n\n", "Work on a"),
    "trailers and a dot": ("Tug-Step: z\n.\n", "."),
}


@for_each(("message", "kept"), MESSAGES.values())
def test_com_4_the_message_keeps_its_text_and_ends_with_trailers(
    sut: Sut, message: str, kept: str
) -> None:
    # Given a held step
    sut.given(b.register(b.document(b.step("a"))), b.claim())
    # When it is committed
    outcome = sut.apply(b.git_commit("a", message=message))
    # Then what git records is the message without old trailers, and new ones below it
    assert isinstance(outcome, Committed)
    assert outcome.message == kept + TRAILERS + "Tug-Claim: 1\n"


@for_each("message", [one for one, _ in MESSAGES.values()])
def test_com_4_a_recorded_message_is_recorded_as_it_is(sut: Sut, message: str) -> None:
    # Given what git recorded of a request
    first = sut.apply(b.git_commit("a", message=message))
    assert isinstance(first, Committed)
    # When that is the message of another one, then git records the same
    second = sut.apply(b.git_commit("a", message=first.message))
    assert isinstance(second, Committed)
    assert second.message == first.message


@for_each("claimed", [False, True])
def test_a54_com_4_a_commit_names_claim_and_text(sut: Sut, claimed: bool) -> None:
    # Given a step that is held, or not
    sut.given(b.register(b.document(b.step("a"))), *[b.claim()] * claimed)
    # When it is committed without the id of a claim, and with what it asks for
    outcome = sut.apply(b.git_commit("a", text="0" * 64))
    # Then what git records names the claim, if there is one, and then the text
    assert isinstance(outcome, Committed)
    claim = "Tug-Claim: 1\n" * claimed
    assert outcome.message == f"Work{TRAILERS}{claim}Tug-Text: {'0' * 64}\n"
    # and so does another commit of the step that is completed then.
    again = sut.apply(b.git_commit("a", text="0" * 64, commit_hash="2" * 40, now=9))
    assert isinstance(again, Committed)
    assert again.message == outcome.message


FAILING = [*(fields for fields, _, _ in CAUSES.values()), {"step": "nowhere"}, {"step": "b"}]


@for_each("wrong", FAILING)
def test_com_4_a_failed_update_answers_the_message_too(sut: Sut, wrong: dict[str, Any]) -> None:
    # Given a plan with a held step
    sut.given(b.register(b.FAMILY), b.claim())
    # When the update of the state fails
    operation = replace(b.git_commit("a"), **wrong)
    outcome = sut.apply(operation)
    # Then git has recorded the message with the step and the plan that were asked for
    assert isinstance(outcome, Committed)
    assert outcome.state_update_failed
    trailers = f"Tug-Step: {operation.step}\nTug-Plan: {operation.plan}\n"
    assert outcome.message.startswith(f"Work\n\n{trailers}")
    # and with the claim of that step, if root, store and step can be found.
    found = operation.root_found and operation.store_reachable and operation.plan == b.PLAN
    assert ("Tug-Claim: 1\n" in outcome.message) == (found and operation.step == "a")
