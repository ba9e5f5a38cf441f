"""Playing the whole profile, and the verdict of each property."""

import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import count

from conformance.adapters.connections import Broken
from conformance.kit.core import acting, disturbing, races, taking
from conformance.kit.core.lines import CONDITION, NotTested, Outcome, TooSlow, meaning_of
from conformance.kit.core.playing import Play, Traced
from conformance.kit.core.processes import INTERRUPTED, Program, Store, Time
from conformance.kit.core.profile import CoreProperty, Scenario, core_properties
from conformance.kit.core.words import Greeting
from conformance.protocol.documents.core import CoreGrade
from conformance.protocol.messages import Clock

GRADES: tuple[CoreGrade, ...] = ("violated", "not tested", "holds")
"""The verdicts on a scenario, each of which decides about the property before those after it."""
AT_ONCE = 6
"""How many scenarios are played at the same time where they have to wait."""
SLOWER = 4
"""How many times longer leases are on a second try, if a program was too slow for them."""
GOLDEN = (5**0.5 - 1) / 2
"""Multiples of it, without their whole part, are spread evenly however many they are."""
LONG, LONGEST = 20.0, 60.0
"""For how many seconds a kill is repeated at most, if few take longer, and if none came about."""
FEW, MANY = 3, 20
"""How often a process is killed in the middle of a request at least, and if no kill was in time."""
FILES = (taking, acting, disturbing, races)
"""The files that say what each line means."""
WITHOUT_CLAIMS = ("acknowledged-is-stored", "nothing-lost", "dependencies-kept")
"""The properties that can be offered by a program whose items nobody holds."""


@dataclass(frozen=True)
class Played:
    """How a scenario ended: it held, was violated, was not offered or was not tested, and why."""

    scenario: Scenario
    apart: bool
    verdict: CoreGrade
    why: str = ""
    line: str = ""
    expected: str = ""
    observed: str = ""
    trace: tuple[Traced, ...] = ()
    broken: Broken | None = None


@dataclass(frozen=True)
class CoreRun:
    """A run of the profile: who was judged, and how each scenario ended."""

    greeting: Greeting
    played: tuple[Played, ...]

    def of(self, about: CoreProperty) -> tuple[Played, ...]:
        """Return how the scenarios of a property ended."""
        return tuple(each for each in self.played if each.scenario.promise == about.id)


def verdict_of(played: Iterable[Played]) -> CoreGrade:
    """Return the verdict of a property: what is offered holds only if all of it was tested."""
    found = {each.verdict for each in played}
    return next((grade for grade in GRADES if grade in found), "not offered")


def judge(
    program: Program, only: Sequence[str] = (), note: Callable[[str], None] = lambda _: None
) -> CoreRun:
    """Play the scenarios of the profile, or some. Raises `Broken` if the program never begins.

    What was not played before an interruption was not tested.
    """
    try:
        greeting = greeting_of(program)
        chosen = [
            (scenario, apart)
            for each in core_properties()
            for scenario in each.scenarios
            if not only or scenario.id in only
            for apart in modes(scenario, greeting)
        ]

        def play(pair: tuple[Scenario, bool]) -> Played:
            note(pair[0].id)
            return play_scenario(program, greeting, *pair)

        workers = AT_ONCE if greeting.identity.clock is Clock.NONE else 1
        with ThreadPoolExecutor(workers) as pool:
            asked = [pool.submit(play, pair) for pair in chosen]
            try:
                wait(asked)
            except KeyboardInterrupt:
                program.stopped.set()
                pool.shutdown(cancel_futures=True)
        found = (None if each.cancelled() else each.result() for each in asked)
        left = (Played(*pair, "not tested", INTERRUPTED) for pair in chosen)
        return CoreRun(greeting, tuple(map(unless_stopped, found, left)))
    finally:
        program.close()


def unless_stopped(found: Played | None, left: Played) -> Played:
    """Return how a scenario ended, which is left if it was not begun or not finished."""
    return left if found is None or str(found.broken) == INTERRUPTED else found


def greeting_of(program: Program) -> Greeting:
    """Start the program and return who it is. Raises `Broken`."""
    with closing(Store(program.folder)) as store:
        process = program.process(store.path)
        greeting = process.words.greeting
        if not process.open(store.path, program.shortest_lease, next(program.moments)):
            greeting = replace(greeting, offers={**greeting.offers, "store": "memory"})
        process.close()
    return greeting


def modes(scenario: Scenario, greeting: Greeting) -> Iterable[bool]:
    """Return whether to play a scenario with all workers in one process, and each in its own."""
    return (False, True) if greeting.has("shared") and not scenario.apart else (scenario.apart,)


def play_scenario(program: Program, greeting: Greeting, scenario: Scenario, apart: bool) -> Played:
    """Play a scenario, again and again if it depends on the moment at which something happens."""
    if greeting.is_nobodys and scenario.promise not in WITHOUT_CLAIMS:
        return Played(scenario, apart, "not offered", "nobody holds an item")
    if missing := sorted(need for need in scenario.needs if not greeting.has(need)):
        return Played(scenario, apart, "not offered", f"without {', '.join(missing)}")
    places = [program]
    if scenario.races or scenario.kills:
        # Some moments are long only where a disk takes its time, others only where none does.
        places = [replace(program, folder=each, spent={}) for each in (None, program.folder)]
    begun, held = time.monotonic(), None
    for number in count(1):
        place, share = places[number % 2 if number > FEW else 0], (number * GOLDEN - 0.118) % 1
        played = played_once(place, greeting, scenario, apart, share)
        held = played if played.verdict == "holds" else held
        seconds = time.monotonic() - begun
        ended = played.verdict in ("violated", "not offered") or played.broken
        if ended or is_enough(scenario, number, seconds, held is not None):
            return played if ended else held or played
    raise AssertionError


def is_enough(scenario: Scenario, rounds: int, seconds: float, is_tested: bool) -> bool:
    """Return whether a scenario was played often enough."""
    if not scenario.kills:
        return not scenario.races or seconds >= scenario.seconds
    if is_tested:
        return seconds >= (scenario.seconds if rounds >= FEW else LONG)
    return seconds >= (scenario.seconds if rounds >= MANY else LONGEST)


def played_once(
    program: Program, greeting: Greeting, scenario: Scenario, apart: bool, share: float
) -> Played:
    """Play a scenario once, and again with longer leases if the program was too slow for it."""
    for scale in (1, SLOWER):
        clock = Time(greeting.identity.clock, next(program.moments))
        play = Play(scenario, program, greeting, apart, clock, scale, share)
        try:
            play_lines(play)
            if play.late:
                raise NotTested("no kill came before the answer")
        except TooSlow as error:
            slow = str(error)
            continue
        except (Outcome, Broken) as error:
            return ended(play, error)
        return Played(scenario, apart, "holds")
    return Played(scenario, apart, "not tested", f"the program answers too slowly: {slow}")


def play_lines(play: Play) -> None:
    """Play all lines of a scenario. Raises `Outcome` or `Broken`."""
    with closing(play):
        if "opens the store" not in (lines := " ".join(play.scenario.play)):
            for worker in ("ann", "bob", "cid")[: 3 if "cid" in lines else 2]:
                play.process(worker)
        for text in play.scenario.play:
            play.trace.append(Traced(text))
            if not text.startswith(CONDITION) or play.said == "accepted":
                play.expected = text.partition(" -> ")[2]
                meaning, named = meaning_of(text)
                meaning(play, **named)


def ended(play: Play, error: Outcome | Broken) -> Played:
    """Return how a scenario ended before its last line."""
    line = play.trace[-1].line if play.trace else ""
    found = Played(play.scenario, play.apart, "not tested", line=line, trace=tuple(play.trace))
    if isinstance(error, Broken):
        found = replace(found, broken=error)
    else:
        found = replace(
            found, verdict=error.grade, expected=error.expected, observed=error.observed
        )
    untested = found.verdict == "not tested" and line
    return replace(found, why=f"{line!r}: {error}" if untested else str(error))
