"""The worst of all input in every place where input is read, one place at a time."""

import json
from collections.abc import Iterator
from dataclasses import replace

from tests.fuzzing import inputs, sites
from tests.fuzzing.calls import Call, Form
from tests.fuzzing.entries import (
    ALWAYS,
    FOR_INPUT,
    GIVEN,
    ONLY,
    VARIABLES,
    EntryPoint,
    as_words,
    ending,
    may_be_pipe,
    read_by,
    valid_values,
)

WORDS = (inputs.MANY_DIGITS, "\udc80", "x" * 5_000, "-%(prog)s {0}\x1b[31m\r\n")
VALUES = (inputs.MANY_DIGITS, inputs.nested(984), inputs.nested(5_000), r'"\ud800"', r'"\u0000"')
USUAL = ("--review", "--deviations", "trace")
"""Arguments that are given to find more, although they need not be."""

BEFORE, AFTER = b"\xef\xbb\xbf\r", b"\0\xff\xed\xa0\x80"


def worst_calls(entry: EntryPoint) -> Iterator[Call]:
    """Yield calls of an entry point, each with the worst input in one place."""
    key = " ".join(entry.words)
    valid = Call(entry.program, words_of(entry), GIVEN.get(key, b""))
    yield valid
    for number, choice in enumerate(entry.arguments):
        for word in choice.words:
            values = ONLY.get(word.name, WORDS) if word.takes_value else ("",)
            for value in values:
                yield replace(valid, arguments=words_of(entry, number, as_words(word, value)))
    for name in VARIABLES:
        for value in WORDS:
            yield replace(valid, variables={name: value})
    reading = replace(valid, arguments=(*valid.arguments, *FOR_INPUT.get(key, ())))
    for content in worst_contents(GIVEN.get(key, b"")):
        yield replace(reading, given=content)
    for name in read_by(key):
        for content in worst_contents(sites.FILES.get(name, "").encode()):
            yield replace(valid, files={name: content})
        for form in Form:
            if form is not Form.PIPE or not may_be_pipe(key, name):
                yield replace(valid, files={name: form})


def words_of(
    entry: EntryPoint, attacked: int | None = None, worst: list[str] | None = None
) -> tuple[str, ...]:
    """Return the words of a call with all arguments that are required, one of them the worst."""
    words = [*entry.words, *ALWAYS.get(" ".join(entry.words), ())]
    for number, choice in enumerate(entry.arguments):
        first = choice.words[0]
        if number == attacked:
            words += worst or ()
        elif choice.required or first.name in USUAL:
            words += as_words(first, valid_values(first)[0])
    return (*words, *ending(entry, words))


def worst_contents(valid: bytes) -> Iterator[bytes]:
    """Yield what may stand in place of a valid file or standard input."""
    yield from (b"", BEFORE + valid, valid + AFTER, valid.replace(b"\n", b"\r"), valid[:-2])
    yield from (value.encode() for value in VALUES)
    yield b"a = " + inputs.nested(5_000).encode()
    lines = inputs.json_lines(valid)
    fields = lines[-1] if lines and isinstance(lines[-1], dict) else {}
    for name in fields:
        for value in VALUES:
            changed = json.dumps({**fields, name: "the worst"})
            lines_before = b"".join(json.dumps(line).encode() + b"\n" for line in lines[:-1])
            yield lines_before + changed.replace('"the worst"', value).encode()
