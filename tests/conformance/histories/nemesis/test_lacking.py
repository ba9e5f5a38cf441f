"""Concurrent clients of programs that lack something, that decline it, or deviate as is known."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from conformance.adapters.features import plain_request, sweeps
from conformance.adapters.model import WHOLE
from conformance.adapters.sut import SystemUnderTest, UnsupportedRequest
from conformance.histories.format import line_of, read_history
from conformance.histories.linearizability import Verdict
from conformance.histories.nemesis.clients import Client
from conformance.histories.nemesis.disturbing import Conditions
from conformance.histories.nemesis.recording import Recorder
from conformance.histories.nemesis.rounds import judge_rounds
from conformance.histories.recording import Recording
from conformance.protocol.messages import Feature
from spec.formats.histories import Event, History, Info, Invoke, Ok
from spec.formats.messages import outcome_to_json
from spec.vocabulary.claims import Claim
from spec.vocabulary.completion import Complete
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.plans import Register
from spec.vocabulary.state import Show
from tests.conformance.calling import Ended, Planspec
from tests.conformance.changed import last_claimable
from tests.conformance.histories.nemesis import racing
from tests.conformance.histories.nemesis.racing import Locked
from tests.conformance.histories.simulated import PAIR, PROCESSES, answer, operations_of, verdicts
from tests.profiles import requires_ci_profile
from tests.rules.builders import claim, complete, register, release

LACKING = (Feature.CHOICE, Feature.TAKEOVER, Feature.DRIFT, Feature.FENCED)


class Queue(Locked):
    """Takes the last step that may be taken, sweeps before each claim, and knows no document."""

    def __init__(self) -> None:
        super().__init__()
        self.identity = replace(WHOLE, without=LACKING)

    def apply(self, operation: Operation) -> Outcome:
        plan = self.state.plan(operation.plan)
        given = getattr(operation, "document_hash", None)
        assert (
            plan is None or isinstance(operation, Register) or given in (None, plan.document_hash)
        )
        if not isinstance(operation, Claim) or plan is None:
            return super().apply(operation)
        assert not operation.fenced
        with self.lock:
            before = sweeps(operation, self.state, self.edition)
            transition = last_claimable(before, operation, plan, self.edition)
            self.state = transition.state
            return transition.outcome


class Greedy(Queue):
    """Takes every step by force, whoever holds it."""

    def apply(self, operation: Operation) -> Outcome:
        if isinstance(operation, Claim):
            operation = replace(operation, force=True)
        return super().apply(operation)


class Declining(Locked):
    """Offers no fenced claims, no forced completions, and shows no plan alone."""

    def apply(self, operation: Operation) -> Outcome:
        is_forced = isinstance(operation, Complete) and operation.force
        if is_forced or isinstance(operation, Show) or getattr(operation, "fenced", False):
            raise UnsupportedRequest("it is not offered")
        return super().apply(operation)


def clients_of(system: SystemUnderTest) -> list[Client]:
    return [Client(f"client-{number}", lambda: system) for number in range(3)]


def kept(recording: Recording, folder: Path) -> Recording:
    """Return a history as it is read from a file."""
    lines = map(line_of, (recording.history, *recording.events))
    (folder / "history.jsonl").write_text("".join(lines), encoding="utf-8")
    return read_history(folder / "history.jsonl")


def test_a_queue_is_asked_only_what_it_offers_and_explained(tmp_path: Path) -> None:
    # Given a queue whose claims take any step, and which sweeps, when clients use it together,
    with Recorder(clients_of(Queue()), Conditions()) as recorder:
        recording = recorder.run(150)
    # then it is never asked for what it lacks, and all that they saw is explained,
    assert verdicts(recording) == {Verdict.EXPLAINED}
    # and so is the history that was kept.
    assert verdicts(kept(recording, tmp_path)) == {Verdict.EXPLAINED}


@given(st.lists(st.sampled_from([each for name in PROCESSES for each in operations_of(name)])))
@example(
    # A call that changes nothing leaves the sweep of an expired lease for later.
    [claim("one", lease=10), release("a", "two", now=50), complete("b", "one", now=50)]
)
def test_whatever_a_queue_answers_to_one_client_is_explained(operations: list[Operation]) -> None:
    # Given a queue with a plan, when a client asks it one operation after the other,
    queue, events = Queue(), list[Event]()
    for number, operation in enumerate([register(PAIR), *operations]):
        reply = outcome_to_json(queue.apply(plain_request(operation, None, LACKING)))
        events += [Invoke("one", 2 * number, operation), answer("one", 2 * number + 1, reply)]
    # then all its replies are explained.
    history = History("2026.2", without=LACKING)
    assert verdicts(Recording(history, tuple(events))) == {Verdict.EXPLAINED}


def test_one_declined_request_bans_no_other_of_its_kind(tmp_path: Path) -> None:
    # Given a program that declines some claims, and to show one plan,
    conditions = Conditions(seed=0)
    with Recorder(clients_of(Declining()), conditions) as recorder:
        # when clients use it together,
        recording = recorder.run(200)
    # then others of the kind are still sent after one was declined,
    events = recording.events
    first = next(n for n, each in enumerate(events) if isinstance(each, Info) and each.declined)
    later = [each for each in events[first:] if isinstance(each, Invoke)]
    assert any(isinstance(each.operation, Claim) for each in later)
    assert recorder.declined["claim"] >= 1
    assert any(isinstance(each, Ok) and each.outcome.get("answer") == "claimed" for each in events)
    # what was never sent is known, and what was seen of single plans is explained.
    assert "show" in recorder.never_sent
    assert "claim" not in recorder.never_sent
    assert verdicts(kept(recording, tmp_path)) == {Verdict.EXPLAINED}


def test_what_was_recorded_before_an_interrupt_is_judged() -> None:
    # Given clients of a program that shares nothing, when somebody ends the run,
    def interrupted() -> bool:
        if len(recorder.log.events) > 100:
            raise KeyboardInterrupt
        return False

    with Recorder(clients_of(Greedy()), Conditions(seed=0)) as recorder:
        outcome = judge_rounds(recorder, 10_000, interrupted)
    # then what was seen until then decides.
    assert outcome.interrupted
    assert outcome.verdict is Verdict.CONTRADICTED


@requires_ci_profile
def test_known_deviations_are_taken_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, planspec: Planspec
) -> None:
    monkeypatch.chdir(tmp_path)
    asked = ("--operations", "60", "--python", f"{racing.__file__}:misindexed")

    def conform(*words: str) -> Ended:
        return planspec("conform", "--clients", "2", "--json", *words, *asked)

    # Given a program whose answers to claims are wrong in a field, which is known
    planspec("deviations", "update", *asked)
    file = Path("deviations.toml")
    file.write_text(file.read_text().replace("TODO: say why", "So be it"))
    # When clients use it at the same time, then that alone contradicts nothing
    assert conform().document["verdict"] == "contradicted"
    ended = conform("--deviations", "deviations.toml")
    assert (ended.code, ended.document["verdict"]) == (0, "explained")
    assert "--deviations deviations.toml" in ended.document["command"]
