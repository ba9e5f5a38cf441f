"""Findings: what is one and what is not, that none is lost behind another, and how stages end."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

from conformance.adapters.connections import Broken
from conformance.adapters.in_process import PythonConnection
from conformance.adapters.model import ModelSystem
from conformance.adapters.remote import RemoteSystem
from conformance.differential.difference import Difference, Presence
from conformance.differential.reducer import Counterexample
from conformance.differential.runner import first_divergence
from conformance.differential.tally import Tally
from conformance.kit.attribution import attribute_findings, cause_of
from conformance.kit.entries import EntryWriter
from conformance.kit.explaining import joined
from conformance.kit.finding import Finding, Severity
from conformance.kit.finding import found as finding_of
from conformance.kit.limits import RunLimits
from conformance.kit.session import Session
from conformance.kit.signatures import role_of_text
from conformance.kit.stages.stage import Broke, Event, Known, Ran
from conformance.kit.target import NamedSystem
from conformance.reports.findings import first_page
from conformance.reports.words.differences import title_of, values_of
from conformance.vectors.vector import Kind
from spec.editions import CURRENT, edition_named
from spec.vocabulary.claims import Claim, Claimed, NothingClaimable
from spec.vocabulary.holding import Heartbeat
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import Register, Registered, StepDefinition
from spec.vocabulary.readiness import Readiness, Ready
from spec.vocabulary.rejections import Code, Rejected
from tests.cases import for_each
from tests.conformance.changed import Changed, answering, with_steps
from tests.conformance.validating import session_of, validated
from tests.rules.builders import (
    OTHER_PLAN,
    PLAN,
    claim,
    complete,
    document,
    heartbeat,
    register,
    release,
    step,
)

YEAR = 365 * 24 * 60 * 60 * 1_000
WITHOUT_A01 = edition_named("2026.2-A01")


def planned(*anchors: str, plan: str = PLAN, now: int = 0) -> Register:
    return register(document(*map(step, anchors)), plan=plan, now=now)


CLAIM = claim("one", now=1)


class Shallow(ModelSystem):
    """Gives one code for all rejections, counts wrongly, and accepts cycles."""

    def apply(self, operation: Operation) -> Any:
        outcome = super().apply(operation)
        if isinstance(outcome, Claimed):
            return replace(outcome, total_remaining=outcome.total_remaining + 1)
        if not isinstance(outcome, Rejected):
            return outcome
        if isinstance(operation, Register) and outcome.code is Code.CIRCULAR_DEPENDENCY:
            steps = tuple(replace(each, dependencies=()) for each in operation.definition.steps)
            definition = replace(operation.definition, steps=steps)
            return super().apply(replace(operation, definition=definition))
        return replace(outcome, code=Code.INVALID_REQUEST)


class More(Shallow):
    """Answers claims with another index too."""

    def apply(self, operation: Operation) -> Any:
        outcome = super().apply(operation)
        return replace(outcome, index=9) if isinstance(outcome, Claimed) else outcome


def shown_by(system: ModelSystem, *operations: Operation) -> Finding:
    divergence = first_divergence(system, operations)
    assert divergence is not None
    return finding_of(Counterexample(divergence, operations), "a test", CURRENT)


def session() -> Session:
    def reopen() -> PythonConnection:
        return PythonConnection(ModelSystem())

    return session_of(RemoteSystem(reopen(), reopen=reopen), vectors=())


def folded(*findings: Finding) -> list[Finding]:
    """Return what a run makes of findings that one stage yields."""
    return validated(session(), lambda *_: iter(findings)).findings


def test_a_cycle_that_is_accepted_is_named_behind_wrong_codes(validate: Any) -> None:
    # Given a program that gives a wrong code for every rejection, and accepts a cycle,
    _, found = validate(Shallow(), 60, kinds=[Kind.RULE, Kind.MUTANT], rules=("PLN-3", "PLN-5"))
    # when it is validated, then that it registers such a plan is a finding of its own,
    accepted = [
        each
        for _, each in found
        if each.divergence.expected.get("reason") == "circular_dependency"
        and each.divergence.reply["reply"] == "ok"
    ]
    assert accepted
    assert all("PLN-5" in each.divergence.decision.rules for each in accepted)
    # whatever else is wrong, and how often: nothing that differed is missing.
    codes = {str(each.divergence.expected.get("reason")) for _, each in found}
    assert len(codes) > 3
    assert any(each.count > 1 for _, each in found)


def test_a_hash_that_nobody_gave_makes_no_other_finding() -> None:
    # Given programs that store hashes of their own, when each is met, then that is one finding.
    def hashed(digit: str, _: object, operation: Any) -> Any:
        other = replace(operation.definition, document_hash=digit * 64)
        return replace(operation, definition=other)

    systems = [Changed(partial(hashed, digit)) for digit in "78"]
    assert len({shown_by(each, planned("a")).signatures for each in systems}) == 1


def test_names_times_and_numbers_make_no_other_finding() -> None:
    # Given a program that counts claims wrongly, when other steps of other plans are claimed,
    plain = shown_by(Shallow(), planned("a", "b"), CLAIM)
    other = planned("c", "d", plan=OTHER_PLAN, now=7)
    renamed = shown_by(Shallow(), other, claim("two", now=90, lease=5, plan=OTHER_PLAN))
    # then that is the same, also with another number of steps.
    more = shown_by(Shallow(), planned("a", "b", "c"), CLAIM)
    assert plain.signatures == renamed.signatures == more.signatures


@for_each(
    ("kind", "change"),
    [
        (Registered, lambda outcome: {"step_count": outcome.step_count + 1}),
        (Readiness, lambda outcome: {"ready": outcome.ready[:-1]}),
    ],
)
def test_a_fault_that_shows_at_every_length_is_one_finding(kind: type, change: Any) -> None:
    # Given a program whose answer is wrong in the same way, whatever there is of something,
    lengths = (1, 2, 3, 7, 120, 300)
    traces = [(planned(*map(str, range(many))), Ready(PLAN, 1)) for many in lengths]
    # when each length shows it, then it is one finding, with a count.
    [finding] = folded(*(shown_by(answering(kind, change), *each) for each in traces))
    assert finding.count == len(lengths)


def test_unlike_numbers_and_lists_are_findings_of_their_own() -> None:
    # Given programs with unlike faults in one place,
    faults: list[Callable[[Any], Any]] = [
        lambda steps: steps[:-1],
        lambda steps: steps[:1],
        lambda steps: steps[::-1],
        lambda steps: (*steps, steps[0]),
        lambda steps: (*steps, "nobody"),
    ]

    def seen(fault: Callable[[Any], Any]) -> object:
        system = answering(Readiness, lambda answer: {"ready": fault(answer.ready)})
        return shown_by(system, planned("a", "b", "c", "d"), Ready(PLAN, 1)).signatures

    # when they are shown, then they are findings of their own.
    assert len({seen(each) for each in faults}) == len(faults)
    # Nor are two codes one, though they differ by their numbers alone.
    assert len({role_of_text(each) for each in ("E049", "E050")}) == 2
    assert role_of_text("plan-17 of 3") == role_of_text("plan-2 of 40")


class Reasonless(ModelSystem):
    """Shows no reason of what was completed by force."""

    def observe(self) -> Any:
        return with_steps(self.state, lambda _, each: replace(each, complete_reason=""))


def test_what_is_empty_is_no_name_that_was_left_empty() -> None:
    # Given a program that drops a reason, where some step has an empty title and where none has,
    forced = complete("a", "one", now=2, force=True, reason="enough")
    seen = []
    for title in ("", "B"):
        plan = register(document(step("a"), StepDefinition("b", title)))
        found = shown_by(Reasonless(), plan, CLAIM, forced).signatures
        seen.append({each for each in found if each.place[-1] == "complete_reason"})
    # when both are shown, then they are one finding.
    assert seen[0] == seen[1] != set()


def test_another_step_is_one_finding_however_far_away_it_is() -> None:
    # Given a program without A01, which gives the step behind the one that is held,
    near, far = (
        shown_by(ModelSystem(WITHOUT_A01), planned(*anchors), CLAIM, *done, replace(CLAIM, now=2))
        for anchors, done in (
            (("a", "b"), ()),
            (("a", "b", "c"), (claim("two", now=1),)),
        )
    )
    # when the next one is nearer or farther, then that is one finding.
    assert {each for each in near.signatures if each.place == ("index",)} == {
        each for each in far.signatures if each.place == ("index",)
    }


def test_an_id_is_the_next_one_also_when_the_last_one_was_let_go() -> None:
    # Given a program that gives out wrong ids from some moment on,
    def misnumbered(operation: Operation, outcome: Any) -> Any:
        is_one = isinstance(outcome, Claimed) and operation.now >= 5
        return replace(outcome, claim_id=99) if is_one else outcome

    system, again = Changed(answered=misnumbered), replace(CLAIM, now=5)
    # when a step is claimed for the first time, and after it was claimed and released,
    first = shown_by(system, planned("a"), again)
    later = shown_by(system, planned("a"), CLAIM, release("a", "one", now=2), again)
    # then that is one finding.
    assert first.signatures == later.signatures


def test_a_time_is_told_by_its_role() -> None:
    # Given a program whose leases end when they begin, and one whose leases never end,
    def leased(factor: int, lease: int) -> object:
        def longer(_: object, operation: Any) -> Any:
            is_one = isinstance(operation, Claim | Heartbeat)
            return replace(operation, lease=operation.lease * factor) if is_one else operation

        return shown_by(Changed(longer), planned("a"), replace(CLAIM, lease=lease)).signatures

    # then each is one finding for all leases, and the two are not the same.
    assert leased(0, 10) == leased(0, 99)
    assert leased(9, 10) == leased(9, 99)
    assert leased(0, 10) != leased(9, 10)


def test_what_is_new_beside_what_is_known_is_a_finding() -> None:
    # Given a finding, when it is met again together with another difference,
    known, both = (shown_by(each, planned("a", "b"), CLAIM) for each in (Shallow(), More()))
    # then the other is a finding of its own, and the known one was met twice.
    found = folded(known, both)
    assert sorted(each.count for each in found) == [1, 2]
    [index] = [each for each in found if each.count == 1]
    assert {each.place for each in index.signatures} == {("index",)}


def test_what_was_met_together_and_then_alone_is_parted() -> None:
    # Given two differences that are met together, when one of them is met alone,
    both, alone = (shown_by(each, planned("a", "b"), CLAIM) for each in (More(), Shallow()))
    # then it is a finding of its own, and was met both times.
    places = {next(iter(each.signatures)).place: each.count for each in folded(both, alone)}
    assert places == {("index",): 1, ("total_remaining",): 2}


def granting(anchor: str) -> ModelSystem:
    """Return a system that grants a step where nothing is claimable."""
    granted = {"reply": "ok", "answer": "claimed", "anchor": anchor}
    return Changed(
        answered=lambda _, outcome: granted if isinstance(outcome, NothingClaimable) else outcome
    )


def test_the_worst_trace_is_kept_beside_the_shortest() -> None:
    # Given a program that grants a step whose dependency is open, and one that another holds,
    plan = register(document(step("a"), step("b", needs=("a",))))
    claims = [CLAIM, claim("two", now=1)]
    harmless = shown_by(granting("b"), plan, *claims)
    theft = shown_by(granting("a"), plan, plan, *claims)
    assert (harmless.severity, theft.severity) == (Severity.WRONG_REPLY, Severity.TWO_HOLDERS)
    # when both are met, in either order,
    for order in ((theft, harmless), (harmless, theft)):
        [kept] = folded(*order)
        # then the shortest trace is kept, and the one that does the most harm.
        assert kept.operations == harmless.operations
        assert kept.most_harmful.operations == theft.operations
        assert kept.severity is Severity.TWO_HOLDERS


def test_a_clock_that_is_off_is_one_cause() -> None:
    # Given a program whose clock is a year ahead, when it shows that by several operations,
    ahead = Changed(lambda _, operation: replace(operation, now=operation.now + YEAR))
    beat = heartbeat("a", "one", now=2)
    alone = [shown_by(ahead, planned("a"), CLAIM, *more) for more in ((), (beat,))]
    found = attribute_findings(alone, Tally())
    # then they have one cause, which is named.
    assert {each.cause for each in found} == {"its clock is 365 days, 0:00:00 ahead"}
    assert len({cause_of(each) for each in found}) == 1


def with_end_below(most: int, outcome: Claimed) -> dict[str, Any]:
    """Keep the end of a lease as a number below another one."""
    return {"lease_expires_at": outcome.lease_expires_at % most}


def test_ends_of_leases_that_are_off_are_no_wrong_clock() -> None:
    # Given programs that keep the ends of leases in 32 and in 31 bits,
    for bits, cause in ((32, "it keeps times in 32 bits"), (31, "")):
        most = 2**bits
        short = answering(Claimed, partial(with_end_below, most))
        # when that shows by the ends alone, then no clock is blamed.
        late = replace(CLAIM, now=most - 1)
        alone = [shown_by(short, planned(each), late) for each in ("a", "b")]
        found = attribute_findings(alone, Tally())
        assert {each.cause for each in found} == {cause}


def reclaimed_by_another_step() -> tuple[Finding, list[Finding]]:
    """Return what a program without A01 shows in one trace, whole and by single differences."""
    found = shown_by(ModelSystem(WITHOUT_A01), planned("a", "b"), CLAIM, CLAIM)
    whole = replace(found, editions=(WITHOUT_A01,))
    return whole, [replace(whole, signatures=frozenset([each])) for each in whole.signatures]


def test_what_an_edition_explains_of_one_trace_is_one_finding() -> None:
    # Given findings that were met apart, until the same trace was left of each,
    whole, apart = reclaimed_by_another_step()
    # when one edition explains the whole trace, then they are one finding,
    [one] = joined(apart)
    assert (one.signatures, one.count) == (whole.signatures, len(apart))
    # and otherwise each may be a fault of its own.
    assert joined([replace(each, editions=()) for each in apart]) == [
        replace(each, editions=()) for each in apart
    ]


def test_a_title_names_what_its_finding_is_about() -> None:
    # Given findings that one trace shows, each about one difference, then none has another's title,
    whole, apart = reclaimed_by_another_step()
    titles = {title_of(each.divergence, each.own_differences) for each in apart}
    assert len(titles) == len(apart)
    assert "`claim` answers `index` 1, not 0" in titles
    # and of all of them, that another step is answered comes first.
    title = title_of(whole.divergence, whole.own_differences)
    assert title.startswith('`claim` answers `anchor` "b", not "a" (and ')


def test_a_title_of_two_rejections_says_in_what_they_differ() -> None:
    # Given a program that names the wrong step of a cycle, when its finding has a title,
    naming = answering(
        Rejected, lambda outcome: {"details": tuple((name, "b") for name, _ in outcome.details)}
    )
    plan = register(document(step("a", needs=("b",)), step("b", needs=("a",))))
    # then it names the place, and not the same code twice.
    title = title_of(shown_by(naming, plan).divergence)
    assert title.endswith('circular_dependency, answers `step` "b", not "a"')


LISTS: tuple[tuple[Difference, str], ...] = (
    (Difference(("ready",), ["a", "b"], ["a"]), '`ready` without ["b"]'),
    (Difference(("ready",), ["a"], ["b"]), '`ready` without ["a"] and with ["b"]'),
    (Difference(("ready",), ["a", "b"], ["b", "a"]), "`ready` in another order"),
    (Difference(("ready",), ["a"], ["a", "a"]), "`ready` with doubles"),
    (
        Difference(("plan.md", "build", "task 1"), Presence.THERE, Presence.MISSING),
        "the state without `task 1` of `build`",
    ),
)


@for_each(("difference", "title"), LISTS)
def test_a_title_says_what_a_list_or_a_state_lacks(difference: Difference, title: str) -> None:
    assert values_of(difference) == title


def listed(findings: list[Finding], traces: Path) -> list[str]:
    """Return the first page of a report."""
    writer = EntryWriter(NamedSystem(("--", "mine")), session().capabilities, traces)
    entries = [*writer.entries(attribute_findings(findings, Tally()), date(2026, 1, 1))]
    return [line.strip() for line in first_page(entries)]


def test_findings_of_one_cause_stand_below_the_worst(tmp_path: Path) -> None:
    # Given findings of one cause,
    _, apart = reclaimed_by_another_step()
    # when the first page lists them, then it names cause and rule once, and each with its trace.
    lines = listed(apart, tmp_path)
    assert [line for line in lines if line.startswith("cause:")] == [
        "cause:    it behaves as before A01 (auto-reclaim)"
    ]
    assert sum(line.startswith("rule:") for line in lines) == 1
    assert f"of the same cause, {len(apart) - 1} findings more:" in lines
    assert sum(line.startswith("shortest:") for line in lines) == len(apart)


def test_findings_of_one_rule_are_not_said_to_have_one_cause(tmp_path: Path) -> None:
    # Given findings that nothing explains, when the first page lists them,
    _, apart = reclaimed_by_another_step()
    lines = listed([replace(each, editions=()) for each in apart], tmp_path)
    # then those of one rule stand together, and no cause is named.
    assert any(line.startswith("of the same rule, ") for line in lines)
    assert not any("cause" in line for line in lines)


def test_what_breaks_ends_its_stage_only() -> None:
    # Given a stage in which the system breaks between two findings,
    def breaking(_: Session, known: Known, __: RunLimits) -> Iterator[Event]:
        assert known == ()
        yield shown_by(Shallow(), planned("a"), CLAIM)
        raise Broken("crash", "it ended")

    seen: list[Known] = []

    def following(session: Session, known: Known, _: RunLimits) -> Iterator[Event]:
        seen.append(known)
        yield Ran("all", session.tally())
        yield Broke(Broken("hang", "it hangs"))

    # when there is another, then it runs, knows what was found, and both ends are kept.
    validation = validated(session(), breaking, following)
    assert [len(known) for known in seen] == [1]
    assert [each.kind for each in validation.broken] == ["crash", "hang"]
