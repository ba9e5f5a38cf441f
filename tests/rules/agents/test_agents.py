"""AGT-1, AGT-5, AGT-6: one line, one command, and an answer that lists everything."""

from spec.editions import CURRENT, ORIGIN, Edition, edition_named
from spec.vocabulary.agents import CommandChecked, Finding
from tests.cases import for_each
from tests.rules import builders as b
from tests.rules.agents import command_builders as c
from tests.rules.suts import ModelSut, Sut

IN_ONE_LINE = "git commit -m"

LINES: c.Commands = {
    "make\ntest": [c.NEWLINE],
    "make\n\n": [c.NEWLINE],
    "\n\n": [c.NEWLINE],
    "cat a\ncat b": [c.NEWLINE],
    "make \\": [c.BACKSLASH],
    "make \\\n": [c.BACKSLASH],
    "make \\\\\\": [c.BACKSLASH],
    "make \\\n    test \\\n    lint": [c.NEWLINE, c.BACKSLASH],
    "make test\nmake lint \\": [c.NEWLINE, c.BACKSLASH],
    "echo 'a\\\nb'": [c.NEWLINE, c.BACKSLASH],
    "python <<EOF\nprint(1)\nEOF": [c.NEWLINE, c.HERE_DOCUMENT],
    "python <<-EOF\n\tprint(1)\n\tEOF": [c.NEWLINE, c.HERE_DOCUMENT],
    "python 0<<EOF": [c.HERE_DOCUMENT],
    "cat <<EOF > notes\ncat Makefile; ls\nEOF": [c.NEWLINE, c.HERE_DOCUMENT],
    "echo 'a": [c.UNCLOSED],
    'echo "a': [c.UNCLOSED],
    "echo it's": [c.UNCLOSED],
    'echo "a\\"': [c.UNCLOSED],
    'echo "a\\': [c.BACKSLASH, c.UNCLOSED],
    'echo "a$': [c.UNCLOSED],
    "cat a | make 'b": [c.UNCLOSED],
    # What cannot be read hides what comes behind it
    "echo $(date) 'a": [],
    "if <<EOF": [],
    "echo 'a\nb": [c.NEWLINE],
}


@c.each(LINES)
def test_agt_1_a_command_of_several_lines_is_reported_and_not_judged(
    sut: Sut, command: str, findings: list[Finding]
) -> None:
    assert sut.apply(c.check(command)) == c.answer(*findings, not_judged=True)


WHOLE: c.Commands = {
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


@c.each(WHOLE)
def test_agt_1_a_whole_line_is_judged(sut: Sut, command: str, findings: list[Finding]) -> None:
    assert sut.apply(c.check(command)) == c.answer(*findings)


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


@for_each(("command", "lines"), COMMITS.items())
def test_a48_agt_6_a_commit_of_several_lines_is_told_how_to_write_one(
    sut: Sut, command: str, lines: list[str]
) -> None:
    outcome = sut.apply(c.check(command))
    assert isinstance(outcome, CommandChecked)
    told = [each.words for each in outcome.findings if each.instead == IN_ONE_LINE]
    assert told == lines


SEPARATE: c.Commands = {
    "make; make test": [c.another(";")],
    "make & make": [c.another("&")],
    "make &": [c.another("&")],
    "make;make&make": [c.another(";"), c.another("&")],
    "make;": [],
    "make && make test": [],
    "mkdir -p a && touch a/b": [],
    "make || true": [],
    "test -f a || exit 1": [],
    "cd src && make && make test || date": [],
    "make | tee log |& cmp a": [],
    "make 2>&1 >&2 &> log": [],
    "make 2>&1 &": [c.another("&")],
    "git commit -m 'a; b && c || d & e' \"a; b\" a\\;b": [],
    "curl http://x/?a=1&b=2": [],
}


@c.each({command: found for command, found in SEPARATE.items() if "?" not in command})
def test_agt_5_commands_that_do_not_depend_on_each_other_are_separate_calls(
    sut: Sut, command: str, findings: list[Finding]
) -> None:
    assert sut.apply(c.check(command)) == c.answer(*findings)


CHAINS: c.Commands = {
    "make || true": [c.another("||")],
    "make;": [c.another(";")],
    "cd src && make": [],
    "cd src&&make && make test": [c.another("&&")],
    "'cd' 'a b' && make": [],
    "cd && make": [c.another("&&")],
    "cd a b && make": [c.another("&&")],
    "cd a >b && make": [c.another("&&")],
    "cd a | make && make": [c.another("&&")],
    "cd a; make": [c.another(";")],
    "A=1 cd a && make": [c.another("&&")],
}


@for_each("edition", [ORIGIN, edition_named("2026.1")])
@c.each(CHAINS)
def test_a46_agt_5_every_chain_was_reported_but_a_change_of_folder(
    edition: Edition, command: str, findings: list[Finding]
) -> None:
    # Given an edition without A46 and A33, then operators are reported, and nothing is not judged
    allowed = not findings
    assert ModelSut(edition).apply(c.check(command)) == CommandChecked(allowed, tuple(findings))


NOT_READ = [
    *("echo $(date)", "echo `date`", 'echo "$(date)"', "diff <(make) a", "(make)", "make)"),
    *("if make; then date; fi", "for i in 1 2; do make; done", "{ make; }", "! make", "[[ -f a ]]"),
    *("make # all", "# make", "make;;", "&& make", "make &&", "make |", "| make", "make | | make"),
    *("echo ${a:-b}", "echo ${a", "echo $'a'", "make\r", "make\x00", "A=1", "> log", "make >", ";"),
    *("$(" * 2_000, '"$(' * 1_000, "time make", "while true; do make; done", "\ttime", "make \x7f"),
]


@for_each("command", NOT_READ)
def test_agt_6_what_is_outside_the_subset_is_not_judged(sut: Sut, command: str) -> None:
    assert sut.apply(c.check(command)) == c.answer(not_judged=True)


NOT_JUDGED: c.Commands = {
    "sudo cat a": [],
    "timeout 60 make test": [],
    "make | xargs grep a": [],
    "bash -c 'cat a'": [],
    "/usr/bin/env make": [],
    "$EDITOR a": [],
    "./run-* a": [],
    '"$A"/cat a': [],
    "cat a; sudo cat b": [c.read("cat a"), c.another(";")],
}


@c.each(NOT_JUDGED)
def test_agt_6_a_program_that_the_text_does_not_tell_is_not_judged(
    sut: Sut, command: str, findings: list[Finding]
) -> None:
    assert sut.apply(c.check(command)) == c.answer(*findings, not_judged=True)


SEVERAL: c.Commands = {
    "ls; cat a; grep x b; cat c; rg y; find . & sed -i s/a/b/ c; echo a >b": [
        c.read("cat a"),
        c.read("cat c"),
        c.search("grep x b"),
        c.search("rg y"),
        c.files("ls"),
        c.files("find ."),
        *[c.another(";")] * 5,
        c.another("&"),
        c.another(";"),
        c.edit("sed -i s/a/b/ c"),
        c.write("echo a"),
    ],
    "cat    a \t 'b  c'   \"d  e\"  f\\ g": [c.read("cat a 'b  c' \"d  e\" f\\ g")],
    "A=1 B='2 3' cat a": [c.read("A=1 B='2 3' cat a")],
    "cat größe 🦀": [c.read("cat größe 🦀")],
    "cat a 2>/dev/null b": [c.read("cat a b")],
    "2> /dev/null cat a 2>> b c": [c.read("cat a c")],
    "cat a <b 3<&1": [c.read("cat a")],
    "cat a2<b": [c.read("cat a2")],
    f"cat {'x' * 300}": [c.read(f"cat {'x' * 196}")],
}


@c.each(SEVERAL)
def test_agt_6_the_answer_lists_every_finding_in_its_order(
    sut: Sut, command: str, findings: list[Finding]
) -> None:
    assert sut.apply(c.check(command)) == c.answer(*findings)


@for_each("command", ["make", "cat Makefile", "git log | head", "'"])
def test_agt_6_no_plan_is_looked_at(sut: Sut, command: str) -> None:
    # Given a store without plans
    expected = sut.apply(c.check(command))
    # When a plan is known and worked on
    sut.given(b.register(b.FAMILY), b.claim())
    before = sut.state()
    # Then a command is answered as before, for this plan and for another
    assert isinstance(expected, CommandChecked)
    assert sut.apply(c.check(command, plan=b.PLAN)) == expected
    assert sut.apply(c.check(command, plan=b.OTHER_PLAN, now=2**62 - 1)) == expected
    assert sut.state() == before


@for_each("name", ["2026.1", f"{CURRENT.name}-A33"])
def test_a33_agt_6_what_was_not_judged_was_not_told_before(name: str) -> None:
    # Given an edition without A33, then a command that cannot be read looks like a good one
    checked = ModelSut(edition_named(name)).apply(c.check("cat $(date)"))
    assert checked == CommandChecked(allowed=True)
