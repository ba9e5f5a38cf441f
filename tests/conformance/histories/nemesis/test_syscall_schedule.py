"""Where operations are held: everywhere once, and mostly where others can do something."""

from random import Random

from conformance.histories.nemesis.requests import claim
from conformance.histories.nemesis.syscall_schedule import NO_BREAKPOINT, SyscallSchedule


def test_every_place_is_tried() -> None:
    # Given an operation that was not seen to its end yet, then it is first,
    places = SyscallSchedule(Random(0))
    assert places.next(claim) == NO_BREAKPOINT
    places.record_length(claim, 5)
    # and then each of its places is tried once, and its end again.
    assert places.next(claim) == NO_BREAKPOINT
    assert sorted(places.next(claim) for _ in range(5)) == [1, 2, 3, 4, 5]
    assert places.next(claim) == NO_BREAKPOINT


def test_a_gap_between_places_that_block_others_is_tried_most() -> None:
    # Given an operation of 20 calls that blocks others from the fifth to the tenth but for one
    places = SyscallSchedule(Random(0))
    places.next(claim)
    places.record_length(claim, 20)
    for place in (5, 6, 8, 9, 10):
        places.record_blocking(claim, place, others=True)
    # when places are drawn, then that one comes up most, and those that block come up least,
    drawn = [places.next(claim) for _ in range(1_000)]
    counts = {place: drawn.count(place) for place in range(1, 21)}
    assert max(counts, key=lambda place: counts[place] if place not in (4, 11) else 0) == 7
    assert max(counts[place] for place in (5, 6, 8, 9, 10)) < min(counts[1], counts[20])
    # until it client_plans out that they do not.
    for place in (5, 6, 8, 9, 10):
        places.record_blocking(claim, place, others=False)
    again = [places.next(claim) for _ in range(1_000)]
    assert again.count(5) > counts[5]
