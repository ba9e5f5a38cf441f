"""Model and implementation agree on what is wrong with commands, whatever their text."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from conformance.generators.shell_commands import shell_commands
from impl.store.store import Store
from model.apply import apply
from spec.vocabulary.agents import CheckCommand
from spec.vocabulary.state import State

SIGNS = ("'", '"', "\\", "$", "(", ")", "`", "|", "&", ";", "<", ">", "#", "\n", " ", "\t", "\r")
LETTERS = "aenq-=/5{!\x00\x0b\xa0ü٣\ud800*"
TOKENS = ("$(", "$((", "))", "<(", ">(", "<<", "<<-", "&&", "\\\n", " | ", "--", "A=", "+=", "2>")
WORDS = ("cat", "tail", "grep", "ls", "cd", "sudo", "sed", "find", "git", "commit", "echo", "if")
OPTIONS = (" -n", " -q", " -f", " -", " -C", " -i", " -delete", "${a}", "&>", "1>")

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
# A backslash at the end of quotes is one of their characters.
@example('x "a\\')
# Neither digits of other scripts nor other white space mean anything.
@example("x | cat ٣<f")
@example("x |\x0bcat\xa0")
@example("make\r; cat a")
# A `$` means something by what follows it.
@example('x "a$" $" a')
@example("cat ${a} ${a-} ${}")
# An operator is the longest that fits.
@example("x 2&>a 2>&1 a2>b &>>c >|d")
@example("x & > a")
# The order of rules comes before that of places.
@example("grep x; cat f; ls; grep y")
# What is read before reading stops tells of a commit.
@example("A=1 git -c commit commit `\n")
def test_they_agree_on_any_text(store: Store, text: str) -> None:
    # Given what means something to a shell in any order, when both check it, then they agree.
    assert_agreed(store, text)
