"""`planspec explain` tells what the specification knows of a word."""

from collections.abc import Iterator
from typing import Any

import pytest

from conformance.cli.explaining import links
from conformance.cli.explaining.explanations import explanation
from conformance.mutants import registry
from conformance.protocol.unfinished import Unfinished
from conformance.reports.exit_codes import SUCCESS
from spec.amendments.catalog import AMENDMENTS
from spec.catalog import PROPERTIES
from spec.remedies.errors import error_texts
from spec.troubleshooting import QUESTIONS
from spec.vocabulary.rejections import REASON_WORDS
from tests.conformance.calling import Planspec


def explained(word: str, planspec: Planspec) -> dict[str, Any]:
    ended = planspec("explain", word, "--json")
    assert ended.code == SUCCESS
    return ended.document


def test_a_rule_is_told_with_its_code_its_tests_and_an_example(planspec: Planspec) -> None:
    # Given the id of a rule, in any case, when it is explained,
    code, text = planspec("explain", "clm-5")[1:3]
    # then its clauses, the model's function, a test and a shortest example are told,
    assert code == SUCCESS
    assert text.startswith("CLM-5 The holder may claim its own step again at any time\n")
    assert "  CLM-5.2 (since A01)  The store MUST treat a held step as claimable" in text
    assert "def claim_ground(" in text
    assert "test_clm_5_the_holder_may_claim_its_own_step_at_any_time" in text
    assert "  3  one claims plan.md → build" in text
    # and the last line says where the site tells more.
    assert text.endswith("\non the site: reference/claims/#CLM-5\n")


def test_a_clause_is_told_with_its_editions_and_its_rule(planspec: Planspec) -> None:
    # Given the id of a clause, when it is explained,
    code, text = planspec("explain", "cmp-1.4")[1:3]
    # then its text, the editions that have it and the way to its rule are told.
    assert code == SUCCESS
    assert "  CMP-1.4 (until A14)  The store MUST reject a completion" in text
    assert "in force in: origin, seeds\n" in text
    assert "planspec explain CMP-1\n" in text
    assert text.endswith("\non the site: reference/completion/#CMP-1.4\n")


def test_a_clause_is_told_with_what_follows_and_shows_it(planspec: Planspec) -> None:
    # Given a clause, when it is explained,
    parts = explained("COM-5.5", planspec)["parts"]
    # then it is told where each side follows it, and the tests, mutants and vectors that show it.
    assert "model/commits.py, committed_again" in parts["in the model"]
    assert "impl/store/completion.py, ADD_COMMIT" in parts["implemented in"]
    assert any("test_com_5_" in each for each in parts["tests of the rule"])
    assert any(each.startswith("hash-missing-after-a-later-commit: ") for each in parts["mutants"])
    assert "mutant-hash-missing-after-a-later-commit" in parts["vectors"]


@pytest.fixture
def unfinished(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have an amendment for which no mutant can be made yet."""

    def lacking() -> None:
        raise Unfinished("A99 has no clause that binds")

    known = (links.known_mutants, links.rule_links)
    for each in known:
        each.cache_clear()
    monkeypatch.setattr(registry, "all_mutants", lacking)
    yield
    for each in known:
        each.cache_clear()


@pytest.mark.usefixtures("unfinished")
def test_a_rule_is_explained_while_mutants_are_unfinished(planspec: Planspec) -> None:
    # Given mutants that cannot be made, when a rule or a clause is explained,
    # then all is told but the mutants, and why these are not.
    for word in ("COM-5", "COM-5.5"):
        parts = explained(word, planspec)["parts"]
        assert parts["mutants"] == "A99 has no clause that binds"
        assert parts["implemented in"]


def test_the_last_event_of_an_example_is_decided_by_its_rule(planspec: Planspec) -> None:
    # Given a rule of the store and one of the orchestrator, when they are explained,
    for rule in ("CLM-5", "REC-6"):
        example = explained(rule, planspec)["parts"]["shortest example"]
        # then the example ends with an event that the rule decided.
        last = max(number for number, line in enumerate(example) if line[:4].strip().isdigit())
        assert any(rule in line for line in example[last:])


def test_a_code_is_told_with_its_reason_words_and_the_rules_that_answer_it(
    planspec: Planspec,
) -> None:
    # Given a code, and one of several reason words of another, when they are explained,
    code, word = explained("E049", planspec), explained("empty_batch", planspec)
    # then each is told with its details and rules, and has its anchor on the site.
    assert code["page"] == "reference/rejections/#E049"
    assert list(code["parts"]) == ["ownership_violation", "stale_claim"]
    text = error_texts()["ownership_violation"]
    assert code["parts"]["ownership_violation"][:5] == [
        text.means,
        f"usual cause: {text.cause}",
        f"what helps: {text.helps}",
        "names: step, holder, caller",
        "answered by: CLM-12, CLM-13, CLM-14, CHK-1, CMP-1",
    ]
    assert (word["id"], word["page"]) == ("E047", "reference/rejections/#empty_batch")
    # and with who can do what about it.
    remedy = code["parts"]["ownership_violation"][-1]
    assert remedy == "remedy, by the caller: list the steps that are ready (`Ready`)"


def test_every_code_word_amendment_and_property_can_be_explained() -> None:
    # Given every name that the specification has beside its rules,
    words = [name for code, words in REASON_WORDS.items() for name in (code.value, *words)]
    names = [entry.id for entries in (AMENDMENTS, PROPERTIES) for entry in entries]
    # when it is explained, then there is an explanation.
    assert all(explanation(name) for name in (*words, *names))


def test_a_word_of_the_errors_log_leads_to_the_question_that_it_raises(planspec: Planspec) -> None:
    # Given a word that a person finds in the errors log, when it is explained,
    code, text = planspec("explain", "forced_true")[1:3]
    # then the question, the answer and the place on the site are told.
    assert code == SUCCESS
    assert "Why did my loop continue although the agent returned false?" in text
    assert "Because work remained" in text
    assert text.endswith("on the site: reference/iterations/#continued-although-false\n")
    # Every word leads to its question.
    for question in QUESTIONS:
        for word in question.words:
            assert explained(word, planspec)["id"] == question.id
    # So does a whole message of the log.
    violation = "Agent contract violation: requires_continuation={} with work_remaining {}"
    continued = explained(violation.format("false", "non-empty"), planspec)
    ended = explained(violation.format("true", "empty"), planspec)
    assert (continued["id"], ended["id"]) == ("continued-although-false", "ended-although-true")


def test_a_property_and_a_scenario_of_the_core_profile_are_explained(planspec: Planspec) -> None:
    promise = planspec("explain", "one-holder", "--json").document
    assert promise["title"] == "An item has one holder at a time"
    assert "lease-holds" in promise["parts"]["scenarios"]
    scenario = planspec("explain", "lease-holds", "--json").document
    assert scenario["parts"]["steps"][-1] == "bob takes a -> nothing"
