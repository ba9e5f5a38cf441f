"""Model and implementation agree on what is wrong with commands, whatever their text."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from conformance.generators.shell_commands import shell_commands
from impl.store.store import Store
from model.apply import apply
from spec.vocabulary.agents import CheckCommand, CommandChecked
from spec.vocabulary.state import State

SIGNS = ("'", '"', "\\", "$", "(", ")", "`", "|", "&", ";", "<", ">", "#", "\n", " ", "\t", "\r")
LETTERS = (
    "a",
    "e",
    "n",
    "z",
    "-",
    "=",
    "/",
    "5",
    "{",
    "!",
    "\x00",
    "\x0b",
    "\xa0",
    "ü",
    "٣",
    "\ud800",
)
TOKENS = ("$(", "$((", "))", "<(", ">(", "<<", "<<-", "&&", "\\\n", " | ", "--", "A=", "+=", "2>")
WORDS = ("cat", "head", "grep", "ls", "cd", "sudo", "xargs", "env", "timeout", "command")
OPTIONS = (" -n", " -e", " -v", " -", " --lines", " --regexp", " --file=")

pieces = st.sampled_from((*SIGNS, " ", " ", *LETTERS, *TOKENS, *WORDS, *OPTIONS, " cat ", " head "))
texts = st.lists(pieces, max_size=40).map("".join)


@pytest.fixture(scope="module")
def store() -> Store:
    return Store.in_memory()


def assert_agreed(store: Store, text: str) -> None:
    operation = CheckCommand("plans/unknown.md", text, 0)
    assert store.apply(operation) == apply(State(), operation).outcome


@given(command=shell_commands())
def test_they_agree_on_commands_as_agents_write_them(store: Store, command: str) -> None:
    # Given a command of programs, options and operators, when both check it, then they agree.
    assert_agreed(store, command)


@given(text=texts)
# A word with quotes is taken as it is written if something in it is never closed or goes on.
@example("x | head '-n'\"")
@example("x | head '-n'\\")
@example("x | head '-n'`y`")
@example("x | head '-n'$((1))")
@example("x | head '-n'\"$(y)\"z")
# Neither digits of other scripts nor other white space mean anything.
@example("x | cat ٣<f")
@example("x | cat ٣>f")
@example("x |\x0bcat\xa0")
# What is no substitution in quotes, and what is one.
@example('x | cat "<(ls)" >(ls)')
@example('x "$((`ls`" ls')
# A newline ends the text behind a here-document, but not in quotes.
@example("x | <(cat << E\nls $(ls)")
@example('x << E "\n" | cat\nls')
@example("x << E\n\n")
@example("x\\\\\n\\")
# The order of rules comes before that of places.
@example("grep x; cat f; ls; grep y")
# An assignment is one, whatever it is named; a pattern is given by a letter of a short option.
@example("A=/env -i cat f")
@example("x | grep --exclude=x f")
@example("x | fgrep -e -- f")
def test_they_agree_on_any_text(store: Store, text: str) -> None:
    # Given what means something to a shell in any order, when both check it, then they agree.
    assert_agreed(store, text)


@pytest.mark.parametrize(
    "piece",
    [
        "$(",
        '"$(',
        "`",
        "(",
        "'",
        '"',
        "\\",
        "$((",
        "env ",
        "cat|",
        "x $(",
        "A=$(",
        "\n",
        "<< ",
        "a",
    ],
)
def test_they_agree_on_long_and_deep_texts(store: Store, piece: str) -> None:
    # Given a text of 20,000 times the same, when both check it, then they agree, and neither fails.
    assert_agreed(store, piece * 20_000 + " | cat")


def test_findings_stay_short_however_deep_commands_are_nested() -> None:
    # Given a command in a command in a command, thousands of times, when both sides check it,
    operation = CheckCommand("plan.md", "cat $(" * 5_000, 0)
    checked = apply(State(), operation).outcome
    assert isinstance(checked, CommandChecked)
    with Store.in_memory() as store:
        assert store.apply(operation) == checked
    # then every one is found, and the answer is not the length of the command squared.
    assert len(checked.findings) > 5_000
    assert max(len(finding.words) for finding in checked.findings) == 200
