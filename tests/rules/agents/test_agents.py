"""AGT-1, AGT-5, AGT-6: one line, one command, and an answer that lists everything."""

import pytest

from spec.editions import CURRENT, ORIGIN, Edition, edition_named
from spec.vocabulary.agents import CommandChecked, Finding
from tests.rules.agents.command_builders import (
    BACKSLASH,
    HERE_DOCUMENT,
    NEWLINE,
    UNCLOSED,
    Commands,
    another,
    answer,
    check,
    each,
    edit,
    files,
    read,
    search,
    write,
)
from tests.rules.builders import FAMILY, OTHER_PLAN, PLAN, claim, register
from tests.rules.suts import ModelSut, Sut

IN_ONE_LINE = "git commit -m"

LINES: Commands = {
    "make\ntest": [NEWLINE],
    "make\n\n": [NEWLINE],
    "\n\n": [NEWLINE],
    "cat a\ncat b": [NEWLINE],
    "make \\": [BACKSLASH],
    "make \\\n": [BACKSLASH],
    "make \\\\\\": [BACKSLASH],
    "make \\\n    test \\\n    lint": [NEWLINE, BACKSLASH],
    "make test\nmake lint \\": [NEWLINE, BACKSLASH],
    "echo 'a\\\nb'": [NEWLINE, BACKSLASH],
    "python <<EOF\nprint(1)\nEOF": [NEWLINE, HERE_DOCUMENT],
    "python <<-EOF\n\tprint(1)\n\tEOF": [NEWLINE, HERE_DOCUMENT],
    "python 0<<EOF": [HERE_DOCUMENT],
    "cat <<EOF > notes\ncat Makefile; ls\nEOF": [NEWLINE, HERE_DOCUMENT],
    "echo 'a": [UNCLOSED],
    'echo "a': [UNCLOSED],
    "echo it's": [UNCLOSED],
    'echo "a\\"': [UNCLOSED],
    'echo "a\\': [BACKSLASH, UNCLOSED],
    'echo "a$': [UNCLOSED],
    "cat a | make 'b": [UNCLOSED],
    # What cannot be read hides what comes behind it
    "echo $(date) 'a": [],
    "if <<EOF": [],
    "echo 'a\nb": [NEWLINE],
}


@each(LINES)
def test_agt_1_a_command_of_several_lines_is_reported_and_not_judged(
    sut: Sut, command: str, findings: list[Finding]
) -> None:
    assert sut.apply(check(command)) == answer(*findings, not_judged=True)


WHOLE: Commands = {
    "make\n": [],
    "\n": [],
    "": [],
    " \t ": [],
    "make \\\\": [],
    "make \\ ": [],
    "echo 'a\\nb'": [],
    "python <<< 'print(1)'": [],
    "echo '<<EOF' \"<< b\" \\<\\<EOF": [],
    "git commit -m 'It'\\''s done'": [],
    'git commit -m "It\'s done"': [],
    "make test\u2028all": [],
}


@each(WHOLE)
def test_agt_1_a_whole_line_is_judged(sut: Sut, command: str, findings: list[Finding]) -> None:
    assert sut.apply(check(command)) == answer(*findings)


COMMITS = {
    "git commit -m 'One\n\nTwo'": ["newline"],
    "git commit -m \"$(cat <<'EOF'\nOne\n\nTwo\nEOF\n)\"": ["newline"],
    "git commit -F - <<EOF\nOne\nEOF": ["newline", "here-document"],
    "cd src && git -C . commit --amend -m 'a\nb'": ["newline"],
    "git add . && git -c a=b commit -m 'a\nb'": ["newline"],
    "/usr/bin/git commit\n": [],
    "git log 'a\nb'": [],
    "git -C commit log 'a\nb'": [],
    "git 'a\nb' commit": [],
    "echo git commit 'a\nb'": [],
}


@pytest.mark.parametrize(("command", "lines"), COMMITS.items(), ids=repr)
def test_a48_agt_6_a_commit_of_several_lines_is_told_how_to_write_one(
    sut: Sut, command: str, lines: list[str]
) -> None:
    outcome = sut.apply(check(command))
    assert isinstance(outcome, CommandChecked)
    told = [each.words for each in outcome.findings if each.instead == IN_ONE_LINE]
    assert told == lines


SEPARATE: Commands = {
    "make; make test": [another(";")],
    "make & make": [another("&")],
    "make &": [another("&")],
    "make;make&make": [another(";"), another("&")],
    "make;": [],
    "make && make test": [],
    "mkdir -p a && touch a/b": [],
    "make || true": [],
    "test -f a || exit 1": [],
    "cd src && make && make test || date": [],
    "make | tee log |& cmp a": [],
    "make 2>&1 >&2 &> log": [],
    "make 2>&1 &": [another("&")],
    "git commit -m 'a; b && c || d & e' \"a; b\" a\\;b": [],
    "curl http://x/?a=1&b=2": [],
}


@each({command: found for command, found in SEPARATE.items() if "?" not in command})
def test_agt_5_commands_that_do_not_depend_on_each_other_are_separate_calls(
    sut: Sut, command: str, findings: list[Finding]
) -> None:
    assert sut.apply(check(command)) == answer(*findings)


CHAINS: Commands = {
    "make || true": [another("||")],
    "make;": [another(";")],
    "cd src && make": [],
    "cd src&&make && make test": [another("&&")],
    "'cd' 'a b' && make": [],
    "cd && make": [another("&&")],
    "cd a b && make": [another("&&")],
    "cd a >b && make": [another("&&")],
    "cd a | make && make": [another("&&")],
    "cd a; make": [another(";")],
    "A=1 cd a && make": [another("&&")],
}


@pytest.mark.parametrize("edition", [ORIGIN, edition_named("2026.1")], ids=lambda one: one.name)
@each(CHAINS)
def test_a46_agt_5_every_chain_was_reported_but_a_change_of_folder(
    edition: Edition, command: str, findings: list[Finding]
) -> None:
    # Given an edition without A46 and A33, then operators are reported, and nothing is not judged
    allowed = not findings
    assert ModelSut(edition).apply(check(command)) == CommandChecked(allowed, tuple(findings))


NOT_READ = [
    *("echo $(date)", "echo `date`", 'echo "$(date)"', "diff <(make) a", "(make)", "make)"),
    *("if make; then date; fi", "for i in 1 2; do make; done", "{ make; }", "! make", "[[ -f a ]]"),
    *("make # all", "# make", "make;;", "&& make", "make &&", "make |", "| make", "make | | make"),
    *("echo ${a:-b}", "echo ${a", "echo $'a'", "make\r", "make\x00", "A=1", "> log", "make >", ";"),
    *("$(" * 2_000, '"$(' * 1_000, "time make", "while true; do make; done", "\ttime", "make \x7f"),
]


@pytest.mark.parametrize("command", NOT_READ, ids=lambda text: repr(text[:30]))
def test_agt_6_what_is_outside_the_subset_is_not_judged(sut: Sut, command: str) -> None:
    assert sut.apply(check(command)) == answer(not_judged=True)


NOT_JUDGED: Commands = {
    "sudo cat a": [],
    "timeout 60 make test": [],
    "make | xargs grep a": [],
    "bash -c 'cat a'": [],
    "/usr/bin/env make": [],
    "$EDITOR a": [],
    "./run-* a": [],
    '"$A"/cat a': [],
    "cat a; sudo cat b": [read("cat a"), another(";")],
}


@each(NOT_JUDGED)
def test_agt_6_a_program_that_the_text_does_not_tell_is_not_judged(
    sut: Sut, command: str, findings: list[Finding]
) -> None:
    assert sut.apply(check(command)) == answer(*findings, not_judged=True)


SEVERAL: Commands = {
    "ls; cat a; grep x b; cat c; rg y; find . & sed -i s/a/b/ c; echo a >b": [
        read("cat a"),
        read("cat c"),
        search("grep x b"),
        search("rg y"),
        files("ls"),
        files("find ."),
        *[another(";")] * 5,
        another("&"),
        another(";"),
        edit("sed -i s/a/b/ c"),
        write("echo a"),
    ],
    "cat    a \t 'b  c'   \"d  e\"  f\\ g": [read("cat a 'b  c' \"d  e\" f\\ g")],
    "A=1 B='2 3' cat a": [read("A=1 B='2 3' cat a")],
    "cat größe 🦀": [read("cat größe 🦀")],
    "cat a 2>/dev/null b": [read("cat a b")],
    "2> /dev/null cat a 2>> b c": [read("cat a c")],
    "cat a <b 3<&1": [read("cat a")],
    "cat a2<b": [read("cat a2")],
    f"cat {'x' * 300}": [read(f"cat {'x' * 196}")],
}


@each(SEVERAL)
def test_agt_6_the_answer_lists_every_finding_in_its_order(
    sut: Sut, command: str, findings: list[Finding]
) -> None:
    assert sut.apply(check(command)) == answer(*findings)


@pytest.mark.parametrize("command", ["make", "cat Makefile", "git log | head", "'"])
def test_agt_6_no_plan_is_looked_at(sut: Sut, command: str) -> None:
    # Given a store without plans
    expected = sut.apply(check(command))
    # When a plan is known and worked on
    sut.given(register(FAMILY), claim())
    before = sut.state()
    # Then a command is answered as before, for this plan and for another
    assert isinstance(expected, CommandChecked)
    assert sut.apply(check(command, plan=PLAN)) == expected
    assert sut.apply(check(command, plan=OTHER_PLAN, now=2**62 - 1)) == expected
    assert sut.state() == before


def test_agt_6_a_long_word_is_answered(sut: Sut) -> None:
    assert sut.apply(check("a" * 100_000)) == answer()


@pytest.mark.parametrize("name", ["2026.1", f"{CURRENT.name}-A33"])
def test_a33_agt_6_what_was_not_judged_was_not_told_before(name: str) -> None:
    # Given an edition without A33, then a command that cannot be read looks like a good one
    checked = ModelSut(edition_named(name)).apply(check("cat $(date)"))
    assert checked == CommandChecked(allowed=True)
