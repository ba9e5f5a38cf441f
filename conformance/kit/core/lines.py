"""Playing a scenario, line by line."""

from contextlib import closing

from conformance.kit.core import acting, disturbing, races
from conformance.kit.core.meanings import CONDITION, meaning_of
from conformance.kit.core.playing import Play, Traced

FILES = (acting, disturbing, races)
"""The files that say what each line means."""


def play_lines(play: Play) -> None:
    """Play all lines of a scenario. Raises `Outcome` or `Broken`."""
    with closing(play):
        if "opens the store" not in " ".join(play.scenario.play):
            for worker in ("ann", "bob"):
                play.process(worker)
        for text in play.scenario.play:
            play.trace.append(Traced(text))
            if not text.startswith(CONDITION) or play.said == "accepted":
                play.expected = text.partition(" -> ")[2]
                meaning, named = meaning_of(text)
                meaning(play, **named)
