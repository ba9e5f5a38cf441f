"""Real leases by a clock that waits for nothing: what is found, and what is not known."""

from dataclasses import replace

from conformance.kit.stages.real_leases import wait_for_leases
from conformance.protocol.messages import Feature
from conformance.vectors.waiting import WAITED_FOR
from spec.catalog import decidable_clauses, rule_id
from spec.editions import CURRENT
from spec.formats.messages import Message
from spec.vocabulary.operations import Operation
from tests.conformance.kit.real_time.unsettable import (
    FAULTY,
    HOUR,
    REAL,
    RIGHT,
    Unsettable,
    program,
)
from tests.conformance.kit.real_time.waiting import FakeClock, leases_of
from tests.conformance.validating import session_of, validated
from tests.profiles import AT_NIGHT

IN_FORCE = {each.id for each in decidable_clauses(CURRENT)}
LONGEST = 3.5
"""How many seconds all leases take together, as they run at the same time."""


def test_programs_that_conform_are_found_to_do_nothing_wrong() -> None:
    for name in RIGHT:
        clock = FakeClock()
        leases = leases_of(program(name, clock.of_program), clock)
        # When all leases are waited for
        played = leases.run()
        # Then nothing differs, everything is known, and every clause of times was put to the test
        assert [each.shown for each in played if each.shown] == [], name
        assert [each.why for each in played if each.why] == [], name
        tested = leases.tested >= WAITED_FOR & IN_FORCE
        assert tested or name == "shows no times"


def test_all_leases_run_at_the_same_time() -> None:
    clock = FakeClock()
    leases = leases_of(program("right", clock.of_program), clock)
    leases.run()
    assert leases.seconds < LONGEST
    assert leases.result().seconds < LONGEST


def test_a_fault_is_a_finding_under_its_rule() -> None:
    for name in FAULTY if AT_NIGHT else list(FAULTY)[::4]:
        _, expected = FAULTY[name]
        # Given a program with one fault of time, when it is validated
        clock = FakeClock()
        session = session_of(program(name, clock.of_program), clock=clock)
        validation = validated(session, wait_for_leases, operations=1)
        # Then a finding names its rule, and a replay of its trace waits
        found = {rule_id(each.clause): each for each in validation.findings}
        assert expected in found, name
        assert found[expected].trace.real_time


def test_the_trace_of_a_fault_shows_it_again() -> None:
    for name in FAULTY if AT_NIGHT else list(FAULTY)[::4]:
        # Given what a fault showed
        clock = FakeClock()
        leases = leases_of(program(name, clock.of_program), clock)
        for shown in filter(None, [each.shown for each in leases.run()]):
            # When its operations are asked once more, as far apart
            again = leases.again(shown.operations).shown
            # Then the same operation shows the fault
            assert again is not None, name
            assert type(again.operations[-1]) is type(shown.operations[-1])
            # and a program without it shows nothing
            right = leases_of(program("right", clock.of_program), clock).again(shown.operations)
            assert (right.shown, right.why) == (None, "")


def test_what_else_is_wrong_is_for_others_to_find() -> None:
    # Given a program that counts wrongly, and whose leases never end
    clock = FakeClock()

    class Miscounting(Unsettable):
        def shown(self, message: object, name: str = "") -> object:
            return -1 if name == "total_remaining" else super().shown(message, name)

    leases = leases_of(Miscounting(clock.of_program, more=HOUR, lied=-HOUR), clock)
    # When its leases are waited for
    found = [clause for each in leases.run() for _, clause in each.found]
    # Then that is found which takes time
    assert found[0] == "CLM-4.4"
    assert all(clause in WAITED_FOR for clause in found)


def test_a_program_that_is_too_slow_for_its_leases_is_not_blamed() -> None:
    # Given a right program whose replies take as long as a lease
    clock = FakeClock(looks=1_500)
    leases = leases_of(program("right", clock.of_program), clock)
    # When its leases are waited for, twice
    played = leases.run()
    # Then nothing is found, and why it is not known is said
    assert [each for each in played if each.shown] == []
    left_out = leases.result().left_out
    assert any("too slowly" in why for why in left_out.values())
    assert leases.tested < WAITED_FOR


def test_what_a_program_is_without_is_not_waited_for() -> None:
    for feature in Feature if AT_NIGHT else tuple(Feature)[:2]:
        # Given a right program that says it lacks something
        clock = FakeClock()
        served = Unsettable(clock.of_program, replace(REAL, without=(feature,)))
        titles = {each.scenario.title for each in leases_of(served, clock).run()}
        # Then only that is left out which needs it
        assert ("an update after the end" in titles) is (feature is not Feature.ITEMS)
        assert ("the times of a forced completion" in titles) is (feature is not Feature.SUBSTEPS)
        assert "a lease that expires" in titles


def test_an_unsettable_clock_is_told_the_time_that_passes() -> None:
    # Given a program that takes the time from the operations after all
    clock = FakeClock()
    seen: list[int] = []

    class Reading(Unsettable):
        def apply(self, operation: Operation) -> Message:
            seen.append(operation.now)
            return super().apply(operation)

    leases_of(Reading(clock.of_program), clock).run()
    # Then no operation comes before the one that was sent before it
    assert seen == sorted(seen)
    assert seen[-1] >= 3_000
