"""Replies in any form: what says the same is no difference, and whatever else is said is one."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

import pytest

from conformance.adapters.connections import Broken
from conformance.adapters.model import ModelSystem
from conformance.adapters.remote import RemoteSystem
from conformance.differential.comparator import Comparator
from conformance.reports.words.differences import render_differences
from conformance.vectors.playing import KnownStep, Player
from conformance.vectors.touring import requests_of
from conformance.vectors.tours import Tour
from model.explorer.scopes.themes import LEASES
from spec.formats.messages import Message
from tests.conformance.vectors.ahead import AheadConnection
from tests.profiles import requires_ci_profile

Spoil = Callable[[bytes], bytes]
STEPS, SPOILED_FROM = 120, 61
"""Steps that are played, and the first reply of which is spoiled what is spoiled."""


def added(line: bytes) -> bytes:
    return line[:-1] + b',"more":1}'


def reordered(line: bytes) -> bytes:
    return b'{"reply":"ok",' + line.replace(b'"reply":"ok",', b"", 1)[1:]


def twice(name: bytes, first: bytes) -> Spoil:
    """Return a change that says a field twice, the right value last."""
    return lambda line: line.replace(b'"%s":' % name, b'"%s":%s,"%s":' % (name, first, name), 1)


def twice_wrong(line: bytes) -> bytes:
    return re.sub(rb'("status":"[a-z_]*")', rb'\1,"status":"completed"', line)


def respelled(pattern: bytes, spelling: bytes) -> Spoil:
    """Return a change of how the first number in a field is spelled."""
    return lambda line: re.sub(rb'("%s":\d+)' % pattern, rb"\g<1>" + spelling, line, count=1)


SAME: dict[str, Spoil] = {
    "an unknown field": added,
    "fields in another order": reordered,
    "white space": lambda line: b" " + line.replace(b":", b" : ") + b" ",
    "a field twice, right at last": twice(b"title", b'"other"'),
    "a letter escaped": lambda line: re.sub(rb'("title":")A', rb"\g<1>\\u0041", line),
    "what is null left out": lambda line: line.replace(b'"parent":null,', b""),
}
OTHER: dict[str, Spoil] = {
    "a field twice, wrong at last": twice_wrong,
    "a number as a fraction": respelled(b"index", b".0"),
    "a number with an exponent": respelled(b"index", b"e0"),
    "a truth value for a number": lambda line: line.replace(b'"index":0', b'"index":false'),
    "a text for null": lambda line: line.replace(b'"parent":null', b'"parent":"a"'),
    "half a line": lambda line: line[: len(line) // 2],
    "two objects": lambda line: line + line,
    "bad text": lambda line: line.replace(b'"title":"', b'"title":"\xff'),
}


class Spoiling(AheadConnection):
    """Spoils the lines that answer one kind of request, from some reply on."""

    def __init__(self, spoil: Spoil, word: str) -> None:
        super().__init__(ModelSystem())
        self.spoil, self.word = spoil, word

    def receive(self, request: Message, timeout: float) -> bytes:
        """Return the next reply."""
        line = super().receive(request, timeout)
        spoiled = request["request"] == self.word and self.received >= SPOILED_FROM
        return self.spoil(line) if spoiled else line


def played(connection: AheadConnection) -> list[Sequence[str]]:
    """Return what differs in each step."""
    system = RemoteSystem(connection)
    player = Player(system, Comparator(system.identity))
    found: list[Sequence[str]] = []
    try:
        for each in player.play(islice(steps(), STEPS)):
            found.append(
                [
                    line
                    for one in each.unexpected
                    for line in (*render_differences(one.differences), one.error)
                ]
            )
    except Broken as broken:
        found.append([str(broken)])
    return found


def steps() -> Iterator[KnownStep]:
    return requests_of(Tour(LEASES), lambda: True)


@pytest.mark.parametrize("word", ["observe", "op"])
def test_what_says_the_same_in_another_form_is_no_difference(word: str) -> None:
    # Given systems that write replies otherwise from some reply on, when each is played to,
    found = {form: played(Spoiling(spoil, word)) for form, spoil in SAME.items()}
    # then nothing differs.
    assert [form for form, each in found.items() if each != [[]] * STEPS] == []


@requires_ci_profile
def test_a_state_that_says_something_else_differs() -> None:
    # Given systems that say something else from some reply on, when each is played to,
    found = {form: played(Spoiling(spoil, "observe")) for form, spoil in OTHER.items()}
    # then it differs.
    assert [form for form, each in found.items() if not any(each)] == []
