"""Random commands of agents: good ones pass, several lines are found, and nothing crashes."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from impl.shell.command_findings import check_command
from impl.shell.reading import read

TOOLS = st.sampled_from(
    [
        "cargo build",
        "cargo nextest run",
        "make test",
        "pytest -q",
        "python -m pytest",
        "npm run test",
        "go test ./...",
        "bazel build //...",
        "git commit -m",
        "./gradlew check",
    ]
)
NAMES = st.text("abcdefxyz0123456789_-./=:,@%+~", min_size=1, max_size=8)
ANYTHING = st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"]), max_size=12)
ARGUMENTS = st.one_of(
    NAMES,
    ANYTHING.map(lambda text: "'" + text.replace("'", "") + "'"),
    st.text("abc |&;<>()#*?!{}[]'", max_size=12).map(lambda text: f'"{text}"'),
    st.sampled_from(["\\;", "\\|", "$HOME", '"$1"', "--", "-", "*.rs", "cat", "ls", "grep"]),
)
FOLDERS = st.sampled_from(["", "cd crates && ", 'cd "my crates" && '])
SETTINGS = st.sampled_from(["", "A=1 ", "A=1 B='x y' ", "time ", "nice -n 5 ", "timeout 60 "])
OUTPUTS = st.sampled_from(["", " 2>&1", " > out.log", " &>> out.log", " 2>/dev/null", " < in"])
FILTERS = st.sampled_from([" | tail -20", " |& grep -n FAILED", " | grep x | head", " | cat -n"])

QUOTES = ("'", '"', "\\", "`", "$(", "$((", ")", "))", "(", "<(", ">(", "#")
OPERATORS = ("&&", "||", "|", "|&", ";", "&", "<", "<<", "<<<", "<<-", ">", ">>", "2>&1", "&>")
WORDS = ("cat", "ls", "grep", "head", "find", "cd", "xargs", "-e", "-", "--")
SIGNS = (*QUOTES, *OPERATORS, *WORDS, " ", "\n", "\t")

SHELL = st.lists(st.one_of(st.sampled_from(SIGNS), st.text(max_size=3)), max_size=25).map("".join)


@st.composite
def good_commands(draw: st.DrawFn) -> str:
    arguments = "".join(" " + argument for argument in draw(st.lists(ARGUMENTS, max_size=4)))
    return draw(FOLDERS) + draw(SETTINGS) + draw(TOOLS) + arguments + draw(OUTPUTS)


@given(good_commands())
def test_a_build_or_test_command_in_one_line_passes(command: str) -> None:
    checked = check_command(command)
    assert checked.allowed
    assert checked.findings == ()


@given(good_commands(), FILTERS)
def test_a_filter_at_its_end_brings_nothing_but_advice(command: str, filters: str) -> None:
    checked = check_command(command + filters)
    assert checked.allowed
    assert len(checked.findings) == filters.count("|")


@given(SHELL, SHELL.filter(bool))
def test_a_newline_is_found_wherever_it_stands(before: str, after: str) -> None:
    checked = check_command(f"{before}\n{after}")
    assert not checked.allowed
    assert checked.findings[0].words == "newline"


@given(st.one_of(SHELL, st.text()))
def test_every_text_is_answered_in_order(text: str) -> None:
    checked = check_command(text)
    rules = [finding.rule for finding in checked.findings]
    assert rules == sorted(rules)
    assert checked.allowed == all(finding.advice for finding in checked.findings)
    assert check_command(text) == checked
    for finding in checked.findings:
        assert (finding.instead is None) == (finding.rule in ("AGT-1", "AGT-5"))


@given(st.one_of(SHELL, st.text()))
def test_no_character_is_read_twice_at_one_level(text: str) -> None:
    for pipeline in read(text).pipelines:
        words = [word for command in pipeline for word in command.words]
        assert all(word.text for word in words)
        assert all(one.end <= other.start for one, other in pairwise(words))


@given(good_commands(), st.sampled_from(["ls -la", "cat a", "grep -r x .", "find . | head"]))
def test_a_forbidden_command_is_found_in_a_substitution(command: str, forbidden: str) -> None:
    expected = check_command(forbidden).findings
    for around in (f" $({forbidden})", f' "`{forbidden}`"', f" <({forbidden})"):
        assert check_command(command + around).findings == expected
    assert check_command(f"{command} '{forbidden}'").findings == ()
