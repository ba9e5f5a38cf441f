"""What the playground computes, without a browser: runs, offers, links, and what it loads."""

import json
from itertools import pairwise
from typing import Any

from conformance.protocol.links import playground_link
from conformance.protocol.traces import FORMAT
from docs.build.evidence import evidence
from docs.build.playground import ROOT, SOURCES, loaded
from docs.playground.answering import answer
from docs.playground.playing import first_difference, run_of
from spec.editions import CURRENT, EDITIONS, edition_named
from spec.formats.messages import operation_to_json
from spec.vocabulary.claims import Claim
from tests.conformance.calling import run_in

WORKER = {"plan": "bridge.md", "worktree": "ann", "step": "piers", "now": 0, "lease": 60_000}


def ask(question: str, **argument: Any) -> Any:
    found = json.loads(answer(question, json.dumps(argument)))
    assert "error" not in found, found
    return found["answer"]


def sample_choice() -> dict[str, Any]:
    text = ask("describe")["samples"]["bridge"]
    return {**WORKER, "definition": ask("read", text=text)["definition"]}


def registered() -> dict[str, Any]:
    """Return the registration of the sample, as an operation."""
    definition = sample_choice()["definition"]
    return {"operation": "register", "plan": "bridge.md", "definition": definition, "now": 0}


def test_the_trace_of_every_amendment_parts_its_editions() -> None:
    # Given the shortest trace of each amendment that one shows,
    wrong = []
    for before, edition in pairwise(EDITIONS):
        found = evidence(f"diff-{before.name}-{edition.name}")
        assert found
        for change in (each for each in found.result["amendments"] if each["differs"]):
            if any(step["then"] for step in change["steps"]["a"]):
                continue  # an orchestrator shows it, and no store
            trace = [each for each in change["trace"] if "operation" in each]
            # when it is played under both of its editions,
            one, other = (run_of(change["editions"][side], trace) for side in "ab")
            # then they part, and answer its last operation differently.
            last = one.played[-1].shown["reply"] != other.played[-1].shown["reply"]
            if first_difference(one, other) is None or not last:
                wrong.append(change["id"])
    assert wrong == []


def test_what_is_offered_as_accepted_is_accepted_and_comes_first() -> None:
    # Given a run, when each of its steps is the first offer that stores something,
    done: list[dict[str, Any]] = []
    choice = sample_choice()
    for _ in range(8):
        played = ask("play", edition=CURRENT.name, operations=done, choice=choice)
        offers = played["offers"]
        accepted = [each["accepted"] for each in offers]
        # then what is accepted comes first, and is accepted when it is done.
        assert accepted == sorted(accepted, reverse=True)
        kinds = [each["operation"] for each in done]
        done.append(
            next(
                each["request"]
                for each in offers
                if each["changes"] and each["request"]["operation"] not in kinds
            )
        )
    steps = ask("play", edition=CURRENT.name, operations=done)["run"]["steps"]
    assert all(each["accepted"] and each["clauses"] for each in steps)


def test_a_holder_of_a_fenced_claim_is_offered_requests_with_its_id() -> None:
    # Given a fenced claim, when its holder is offered what to do, then under the id of the claim.
    choice = sample_choice()
    claim = Claim("bridge.md", "ann", choice["definition"]["document_hash"], 0, fenced=True)
    done = [registered(), operation_to_json(claim)]
    offers = ask("play", edition=CURRENT.name, operations=done, choice=choice)["offers"]
    starts = [each for each in offers if each["request"]["operation"] == "start"]
    assert [(each["accepted"], each["request"]["claim_id"]) for each in starts] == [(True, 1)]


def test_a_field_that_one_edition_lacks_is_named() -> None:
    # Given a plan registered under 2026.2 and 2026.1, which answer alike but for new fields,
    done = [registered()]
    # when they are compared, then what is shown at the first difference is the fields.
    found = ask("play", edition="2026.2", beside="2026.1", operations=done)
    assert found["differs"] == 0
    assert "claim_id" in found["fields"]


def test_a_document_without_steps_is_told_what_a_step_is() -> None:
    # Given a document with a heading that is nearly a step, when it is read,
    found = ask("read", text="# Plan\n\n## 1. Build it\n\n- [ ] Dig\n")["problems"]
    # then the reader learns how steps are written, and of that heading.
    assert found[0].startswith("No steps found. Write `#### Step 1: Build {#build}`")
    assert any(each.startswith("line 3: ") for each in found)


def test_a_commit_that_completes_nothing_is_offered_with_the_reason() -> None:
    # Given a registered plan, when the offers are asked for,
    done = [registered()]
    offers = ask("play", edition=CURRENT.name, operations=done, choice=sample_choice())["offers"]
    # then a commit of a step that nobody holds says so, and before there is none.
    reasons = [each["why"] for each in offers if each["request"]["operation"] == "commit"]
    assert "the step is not completed: ownership" in reasons
    offers = ask("play", edition=CURRENT.name, operations=[], choice=sample_choice())["offers"]
    assert "commit" not in [each["request"]["operation"] for each in offers]


def test_a_bad_request_is_refused_in_words() -> None:
    for request, problem in (
        ({"operation": "clam"}, "operation: found 'clam'; expected one of register, claim"),
        ({"operation": "ready", "plan": "p"}, "ready: no now; give every field without a default"),
        ({"operation": "ready", "plan": "p", "now": -1}, "ready.now: found -1; expected whole"),
        ({"operation": "ready", "plan": "p", "now": 0, "x": 1}, "ready: no field x; expected"),
        ({"operation": "stop", "plan": "p", "now": 0, "review": "?"}, "stop.review: found '?'"),
    ):
        # Given a request that is none, when it is played, then the place is named.
        question = {"edition": CURRENT.name, "operations": [request]}
        found = json.loads(answer("play", json.dumps(question)))
        assert found["error"].startswith(problem)


def test_a_link_has_the_whole_run() -> None:
    # Given a run, when its link is read as the page does, then it is the trace.
    claim = Claim("plän.md", "ann", "a" * 64, 0)
    link = playground_link("https://example.org/x/", [claim], CURRENT, edition_named("seeds"))
    assert link
    assert link.startswith("https://example.org/x/playground/#run=")
    run = run_in(link)
    assert (run["format"], run["edition"], run["beside"]) == (FORMAT, CURRENT.name, "seeds")
    assert run["operations"] == [operation_to_json(claim)]


def test_the_page_loads_nothing_that_needs_a_package() -> None:
    # Given what the page imports, without any package, when it is collected,
    files = {path.relative_to(ROOT).parts[0] for path in loaded()}
    # then it is there, and from no other room.
    assert files == {"spec", "model", "impl", "conformance", "docs"}


def test_the_scripts_stay_small() -> None:
    # Given the scripts of the page, when their lines are counted, then there are at most 2,000.
    scripts = [path.read_text(encoding="utf-8") for path in (SOURCES / "source").glob("*.ts")]
    assert 0 < sum(text.count("\n") for text in scripts) <= 2_000
