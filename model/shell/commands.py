"""Simple commands and pipelines of a level (command format)."""

import re
from dataclasses import dataclass
from typing import TypeGuard

from model.shell.parser import CommandLevel, Operator, ShellWord, Token
from spec.formats.shell_operators import CONTROL_OPERATORS

PIPES = ("|", "|&")
_DIGITS = re.compile("[0-9]+")


@dataclass(frozen=True, slots=True)
class ParsedCommand:
    """The words of a command, and the signs of its redirections. It may be empty."""

    words: tuple[ShellWord, ...]
    redirections: tuple[str, ...]


Pipeline = tuple[ParsedCommand, ...]


def pipelines(level: CommandLevel) -> list[Pipeline]:
    """Split a level into pipelines, at every control operator that is not a pipe."""
    done: list[Pipeline] = []
    pipeline: list[ParsedCommand] = []
    tokens: list[Token] = []
    for token in level:
        if not is_control(token):
            tokens.append(token)
            continue
        pipeline.append(simple_command(tokens))
        tokens = []
        if token.sign not in PIPES:
            done.append(tuple(pipeline))
            pipeline = []
    return [*done, (*pipeline, simple_command(tokens))]


def is_control(token: Token) -> TypeGuard[Operator]:
    """Return whether a token is a control operator."""
    return isinstance(token, Operator) and token.sign in CONTROL_OPERATORS


def simple_command(tokens: list[Token]) -> ParsedCommand:
    """Separate the words of a command from its redirections, with their numbers and targets."""
    before: list[Token | None] = [None, *tokens]
    after: list[Token | None] = [*tokens[1:], None]
    words = tuple(
        token
        for last, token, following in zip(before, tokens, after, strict=False)
        if isinstance(token, ShellWord)
        and not isinstance(last, Operator)
        and not is_number_of(token, following)
    )
    signs = tuple(token.sign for token in tokens if isinstance(token, Operator))
    return ParsedCommand(words, signs)


def is_number_of(word: ShellWord, following: Token | None) -> bool:
    """Return whether a word is digits that belong to the redirection directly behind it."""
    return (
        isinstance(following, Operator)
        and following.start == word.end
        and following.sign.startswith(("<", ">"))
        and _DIGITS.fullmatch(word.text, word.start, word.end) is not None
    )
