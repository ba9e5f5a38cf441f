"""A dialect is a file that says what differs; what is wrong with it is named by key and line."""

from itertools import product
from pathlib import Path

import pytest

from conformance.adapters.command_line.commands import COMMANDS, ITEMS, Invocation, PassedArgument
from conformance.adapters.command_line.dialects.dialect import (
    PLAIN,
    Dialect,
    read_dialect,
    template,
)
from conformance.adapters.command_line.dialects.spelling import spelled
from conformance.adapters.command_line.invocations import change_option
from conformance.adapters.sut import UnsupportedRequest
from conformance.protocol.usage import UsageError
from spec.vocabulary.checklists import StatusChange
from spec.vocabulary.items import ItemKind
from tests.cases import for_each

ROOT = Path("/srv/bridge")
CLAIM = Invocation(
    "state claim",
    (
        PassedArgument("PLAN", "plans/a.md"),
        PassedArgument("--worktree", "/srv/linked/worker-1"),
        PassedArgument("--lease-duration", "60"),
        PassedArgument("--force"),
    ),
)


def dialect(tmp_path: Path, text: str) -> Dialect:
    file = tmp_path / "mine.toml"
    file.write_text(text)
    return read_dialect(file)


def test_every_example_of_the_template_can_be_used(tmp_path: Path) -> None:
    # Given the template, when every example in it is used, then it is a dialect
    lines = template().splitlines()
    used = [
        line.removeprefix("# ") if " = " in line or line.startswith("# [[") else line
        for line in lines
    ]
    found = dialect(tmp_path, "\n".join(used))
    assert found.commands["state artifact"] is False
    assert found.errors[0].reason == "ownership_violation"
    assert found.default_code == "E047"


WRONG_KEYS = (
    ("[paths]\nplans = 'absolute'", "line 2, paths.plans: Extra inputs are not permitted"),
    ("[commands]\n'state inti' = 'x'", 'line 2, commands."state inti": unknown subcommand'),
    ("[commands]\ncommit = true", "line 2, commands.commit: Input should be"),
    ("[options]\n'--lese' = 'x'", "line 2, options.\"--lese\": unknown argument '--lese'"),
    (
        "[options]\n'state show --force' = ''",
        "unknown argument '--force'; expected one of PLAN",
    ),
    ("[exit]\nok = [0, 2]", "line 1, exit: 2 cannot be in 'usage' and in 'ok' or 'error'"),
    ("[exit]\nerror = [256]", "line 2, exit.error.1: Input should be less than"),
    ("[setup]\nworktree = ['a \"b']", "line 2, setup.worktree.1: No closing quotation"),
    ("code_pattern = 'E[0-9]+'", "line 1, code_pattern: expected a group for the code"),
    ("default_code = 'E046'", "line 1, default_code: E046 rejects no operation"),
    (
        "[[errors]]\nmatch = 'a'\ncode = 'E047'\n[[errors]]\nmatch = '('\ncode = 'E047'",
        "line 5, errors.2.match: Input should be a valid regular expression",
    ),
    (
        "[[errors]]\nmatch = 'a'\ncode = 'E049'\nreason = 'unknown_plan'",
        "line 1, errors.1: 'unknown_plan' is no reason of E049; expected ownership_violation",
    ),
    ("[paths", "is not TOML: Expected ']' at the end of a table declaration (at "),
)


@for_each(("text", "expected"), WRONG_KEYS)
def test_a_key_that_is_wrong_is_named(tmp_path: Path, text: str, expected: str) -> None:
    with pytest.raises(UsageError) as error:
        dialect(tmp_path, text)
    assert expected in str(error.value)
    assert "'planspec dialect' prints a template with every key" in str(error.value)


SEVERAL = Invocation(
    "state update", (PassedArgument("--task", "1:open"), PassedArgument("--task", "2:open"))
)


@pytest.mark.parametrize("name", ["--task", "state update --task"])
def test_an_option_that_may_be_given_once_is_unsupported_twice(name: str) -> None:
    once = Dialect(once=frozenset([name]))
    assert spelled(CLAIM, once, ROOT) == spelled(CLAIM, PLAIN, ROOT)
    with pytest.raises(UnsupportedRequest, match="takes --task only once"):
        spelled(SEVERAL, once, ROOT)
    assert spelled(SEVERAL, PLAIN, ROOT).count("--task") == 2


CALLS = (
    ("", "state claim --json plans/a.md --worktree /srv/linked/worker-1"),
    ("[commands]\n'state claim' = 'step take'", "step take --json plans/a.md --worktree"),
    ("[options]\nPLAN = '--plan={}'", "--json --plan=plans/a.md --worktree"),
    ("[options]\n'--json' = ''", "state claim plans/a.md"),
    ("[options]\n'--json' = '--format json'", "state claim --format json plans/a.md"),
    ("[options]\n'--lease-duration' = '--ttl {}s'", "worker-1 --ttl 60s --force"),
    ("[options]\n'state claim --force' = '--steal'", "60 --steal"),
    ("[options]\n'--force' = 'a'\n'state claim --force' = 'b'", "60 b"),
    ("[paths]\nplan = 'absolute'", "--json /srv/bridge/plans/a.md --worktree"),
    ("[paths]\nplan_of = {'state claim' = 'absolute'}", "--json /srv/bridge/plans/a.md --worktree"),
    ("[paths]\nplan_of = {commit = 'absolute'}", "--json plans/a.md --worktree"),
    ("[paths]\nworktree = 'relative'", "--worktree ../linked/worker-1 --lease"),
    ("[paths]\nworktree = 'name'", "--worktree worker-1 --lease-duration 60 --force"),
)


@for_each(("text", "expected"), CALLS)
def test_a_call_is_written_as_the_dialect_says(tmp_path: Path, text: str, expected: str) -> None:
    assert expected in " ".join(spelled(CLAIM, dialect(tmp_path, text), ROOT))


@pytest.mark.parametrize(
    "text", ["[commands]\n'state claim' = false", "[options]\n'--force' = false"]
)
def test_what_is_not_there_is_unsupported(tmp_path: Path, text: str) -> None:
    with pytest.raises(UnsupportedRequest, match="dialect says"):
        spelled(CLAIM, dialect(tmp_path, text), ROOT)


@pytest.mark.parametrize(
    ("spelling", "expected"),
    [("--reason", ("--reason=-x",)), ("--why {}", ("--why", "-x")), ("because", ("because=-x",))],
)
def test_a_value_like_an_option_is_not_taken_for_one(
    spelling: str, expected: tuple[str, ...]
) -> None:
    said = Invocation("state complete", (PassedArgument("--reason", "-x"),))
    found = spelled(said, Dialect(options={"--reason": spelling}), ROOT)
    assert found[3:] == expected


def test_every_option_that_names_items_is_one_of_the_fixed_command_line() -> None:
    kinds = [*product(ItemKind, (0, None))]
    changes = [StatusChange("open", kind, ordinal) for kind, ordinal in (*kinds, (None, None))]
    assert {change_option(each).name for each in changes} == {*ITEMS} < {*COMMANDS["state update"]}
