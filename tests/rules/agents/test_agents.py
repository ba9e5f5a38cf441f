"""AGT-6: an answer that lists everything; and what other editions answered."""

from spec.editions import CURRENT, ORIGIN, Edition, edition_named
from spec.vocabulary.agents import CommandChecked, Finding
from tests.cases import for_each
from tests.rules import builders as b
from tests.rules.agents import command_builders as c
from tests.rules.suts import ModelSut, Sut

IN_ONE_LINE = "git commit -m"

COMMITS = {
    "git commit -m 'One\n\nTwo'": ["newline"],
    "git commit -m \"$(cat <<'EOF'\nOne\n\nTwo\nEOF\n)\"": ["newline"],
    "git commit -F - <<EOF\nOne\nEOF": ["newline", "here-document"],
    "cd src && git -C . commit --amend -m 'a\nb'": ["newline"],
    "git add . && git -c a=b commit -m 'a\nb'": ["newline"],
    "/usr/bin/git commit\n": [],
    "git commit \\\n-m 'One'": ["newline"],
    "git commit -m 'One": [],
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


BEFORE: c.Commands = {
    "less a": [],
    "cat < a": [],
    "cat -": [c.read("cat -")],
    "cat a | make": [c.read("cat a")],
    "sed 5q a": [],
    "sed -Ei s/a/b/ c": [],
    "git grep a": [],
    "cat a > b": [c.read("cat a")],
    "tail -f a": [c.read("tail -f a")],
    "find . -delete": [c.files("find . -delete")],
    "grep -q a b": [c.search("grep -q a b")],
}


@c.each(BEFORE)
def test_a47_agt_2_agt_3_agt_4_agt_7_and_agt_8_programs_were_reported_by_name_alone_before(
    command: str, findings: list[Finding]
) -> None:
    expected = CommandChecked(not findings, tuple(findings))
    assert ModelSut(edition_named("2026.1")).apply(c.check(command)) == expected
