"""AGT-1, AGT-5, AGT-6: one line, one command, and an answer that lists everything."""

import pytest

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
    files,
    read,
    search,
)
from tests.rules.builders import FAMILY, OTHER_PLAN, PLAN, claim, register
from tests.rules.suts import Sut

# AGT-1

NEWLINES: Commands = {
    "make\n": [],
    "make test": [],
    "make\n\n": [NEWLINE],
    "make\ntest": [NEWLINE],
    "make\nmake test\nmake lint\n": [NEWLINE],
    "\nmake": [NEWLINE],
    "\n": [],
    "\n\n": [NEWLINE],
    "git commit -m 'One\n\nTwo'": [NEWLINE],
    'git commit -m "One\nTwo"': [NEWLINE],
    "echo $(make\n)": [NEWLINE],
    "make # and\n": [],
    "make # and\n# more": [NEWLINE],
    "make\r\n": [],
    "make\rtest": [],
    "make\vtest": [],
    "make\u2028test": [],
    "make\x85test": [],
    "echo 'a\\nb'": [],
    'printf "a\\n"': [],
    # A newline ends a simple command, and is none of the operators of AGT-5
    "make\ncat Makefile": [NEWLINE, read("cat Makefile")],
    "cd src\nmake && ls": [NEWLINE, files("ls"), another("&&")],
    "git log |\nhead": [NEWLINE],
}


@each(NEWLINES)
def test_agt_1_a_command_is_one_line(sut: Sut, command: str, findings: list[Finding]) -> None:
    assert sut.apply(check(command)) == answer(*findings)


BACKSLASHES: Commands = {
    "make \\": [BACKSLASH],
    "make \\\n": [BACKSLASH],
    "make \\\\": [],
    "make \\\\\\": [BACKSLASH],
    "\\": [BACKSLASH],
    "make \\ ": [],
    "make \\\r\n": [],
    "make \\\n    test": [NEWLINE, BACKSLASH],
    "make \\\n    test \\\n    lint": [NEWLINE, BACKSLASH],
    "make \\\\\n test": [NEWLINE],
    "make test\nmake lint \\": [NEWLINE, BACKSLASH],
    "echo 'a\\\nb'": [NEWLINE, BACKSLASH],
    'echo "a\\\nb"': [NEWLINE, BACKSLASH],
    "make # a\\": [BACKSLASH],
    "echo 'a\\'": [],
    'echo "a\\"': [UNCLOSED],
    'echo "a\\\\"': [],
    # Together with the newline it is white space
    "cat \\\n  Makefile": [NEWLINE, BACKSLASH, read("cat Makefile")],
    "ca\\\nt Makefile": [NEWLINE, BACKSLASH],
    "git log | \\\n  head": [NEWLINE, BACKSLASH, read("head", advice=True)],
}


@each(BACKSLASHES)
def test_agt_1_a_line_asks_for_another_by_an_odd_number_of_backslashes(
    sut: Sut, command: str, findings: list[Finding]
) -> None:
    assert sut.apply(check(command)) == answer(*findings)


HERE_DOCUMENTS: Commands = {
    "python <<EOF\nprint(1)\nEOF": [NEWLINE, HERE_DOCUMENT],
    "python << 'EOF'\nprint(1)\nEOF\n": [NEWLINE, HERE_DOCUMENT],
    "python <<-EOF\n\tprint(1)\n\tEOF": [NEWLINE, HERE_DOCUMENT],
    "python <<EOF": [HERE_DOCUMENT],
    "python 0<<EOF": [HERE_DOCUMENT],
    "python <<A <<B": [HERE_DOCUMENT],
    "((1<<2))": [HERE_DOCUMENT],
    "python <<< 'print(1)'": [],
    "python <<<1": [],
    "echo $((1 << 2))": [],
    "echo '<<EOF'": [],
    'echo "a << b"': [],
    "echo \\<\\<EOF": [],
    "make # <<EOF": [],
    # What stands in the lines below is not read
    "cat <<EOF > notes\ncat Makefile; ls\nEOF": [NEWLINE, HERE_DOCUMENT],
    "cat > notes <<'EOF'\nit's an \"odd $(text\nEOF\nls": [NEWLINE, HERE_DOCUMENT],
    "python <<EOF\nprint(1) \\\nEOF": [NEWLINE, BACKSLASH, HERE_DOCUMENT],
    "git commit -m \"$(cat <<'EOF'\nFix it's bug\n\nBecause.\nEOF\n)\"": [NEWLINE, HERE_DOCUMENT],
    "echo $(python <<EOF\n)\nEOF\n) && ls": [NEWLINE, HERE_DOCUMENT],
    # What stands in its own line is
    "python <<EOF; ls\nEOF": [NEWLINE, HERE_DOCUMENT, files("ls"), another(";")],
    "cat <<EOF | grep x\nx\nEOF": [NEWLINE, HERE_DOCUMENT, read("cat"), search("grep x")],
    "python <<EOF && make 'a\nb' && ls\nEOF\nls": [
        NEWLINE,
        HERE_DOCUMENT,
        files("ls"),
        another("&&"),
        another("&&"),
    ],
}


@each(HERE_DOCUMENTS)
def test_agt_1_a_here_document_stands_in_lines_of_its_own(
    sut: Sut, command: str, findings: list[Finding]
) -> None:
    assert sut.apply(check(command)) == answer(*findings)


UNCLOSED_ONES: Commands = {
    "echo 'a": [UNCLOSED],
    'echo "a': [UNCLOSED],
    "echo it's": [UNCLOSED],
    'git commit -m "It\'s done"': [],
    "git commit -m 'It'\\''s done'": [],
    "echo it\\'s": [],
    "echo '\\''": [UNCLOSED],
    "echo $(date": [UNCLOSED],
    'echo "$(date"': [UNCLOSED],
    "echo `date": [UNCLOSED],
    'echo "`date"': [UNCLOSED],
    "diff <(make": [UNCLOSED],
    "tee >(make": [UNCLOSED],
    "echo $((1 + 2": [UNCLOSED],
    "echo $((1 + 2)": [UNCLOSED],
    "echo $((make); date)": [UNCLOSED],
    "echo $'it\\'s'": [UNCLOSED],
    "echo 'a\nb": [NEWLINE, UNCLOSED],
    "echo 'a \\": [BACKSLASH, UNCLOSED],
    'echo $(date) `date` "$(date)" <(date) $((1))': [],
    "(make": [],
    "make)": [],
    "echo ${x": [],
    "echo $(cat Makefile": [UNCLOSED, read("cat Makefile")],
    "echo 'a; ls && cat Makefile": [UNCLOSED],
    "python <<EOF 'a\nb\nEOF": [NEWLINE, HERE_DOCUMENT, UNCLOSED],
}


@each(UNCLOSED_ONES)
def test_agt_1_a_quote_that_is_never_closed_asks_for_another_line(
    sut: Sut, command: str, findings: list[Finding]
) -> None:
    assert sut.apply(check(command)) == answer(*findings)


# AGT-5

CHAINS: Commands = {
    "make; make test": [another(";")],
    "make;": [another(";")],
    "make && make test": [another("&&")],
    "make || true": [another("||")],
    "make &": [another("&")],
    "make & wait": [another("&")],
    "npm install && npm run build && npm test": [another("&&"), another("&&")],
    "git add -A && git commit -m 'Fix' || git status; date &": [
        another("&&"),
        another("||"),
        another(";"),
        another("&"),
    ],
    "make;make": [another(";")],
    "make&&make": [another("&&")],
    "make|cmp&&make": [another("&&")],
    "(make; make test)": [another(";")],
    "for i in 1 2; do make; done": [another(";"), another(";")],
    "case x in x) make;; esac": [another(";"), another(";")],
    "&&": [another("&&")],
    ";": [another(";")],
    # Pipes and redirections are none of these
    "make | tee log": [],
    "make |& tee log": [],
    "make 2>&1": [],
    "make >& log": [],
    "make &> log": [],
    "make &>> log": [],
    "make >| log": [],
    "make 2>&1 &": [another("&")],
    "(make)": [],
    # Neither is what stands in quotes, in substitutions, in comments or behind a backslash
    "git commit -m 'a; b && c || d & e'": [],
    'git commit -m "a; b && c || d & e"': [],
    "echo $(make; make test)": [],
    'echo "$(make && make test || date)"': [],
    "echo `make; date &`": [],
    "diff <(make; date) >(make & date)": [],
    "make # ; && || &": [],
    "echo a#b; date": [another(";")],
    "echo ${#a}; date": [another(";")],
    "echo a\\;b \\&\\& c": [],
    "curl 'http://x/?a=1&b=2'": [],
    "curl http://x/?a=1&b=2": [another("&")],
    "bash -c 'make; ls && cat Makefile'": [],
    "echo $((1 && 2 || 3; 4))": [],
}


@each(CHAINS)
def test_agt_5_each_operator_between_commands_is_a_finding(
    sut: Sut, command: str, findings: list[Finding]
) -> None:
    assert sut.apply(check(command)) == answer(*findings)


CHANGES_OF_FOLDER: Commands = {
    "cd src && make": [],
    "cd src && make | tee log": [],
    "cd /a/b && git commit -m 'a; b'": [],
    'cd "a folder" && make': [],
    "cd $(git rev-parse --show-toplevel) && make": [],
    'cd "$(dirname "$x" || pwd)" && make': [],
    "cd .. && ": [],
    "  cd   src   &&   make": [],
    "'cd' src && make": [],
    "c\\d src && make": [],
    "cd - && make": [],
    "cd a#b && make": [],
    "cd src && make && make test": [another("&&")],
    "cd src && make; date": [another(";")],
    "cd src && cd test && make": [another("&&")],
    "make && cd src && make": [another("&&"), another("&&")],
    "cd && make": [another("&&")],
    "cd -P src && make": [another("&&")],
    "cd a b && make": [another("&&")],
    "A=1 cd src && make": [another("&&")],
    "/bin/cd src && make": [another("&&")],
    "pushd src && make": [another("&&")],
    "CD src && make": [another("&&")],
    "cd src > log && make": [another("&&")],
    "cd src 2>/dev/null && make": [another("&&")],
    "cd src <log && make": [another("&&")],
    "cd src; make": [another(";")],
    "cd src || make": [another("||")],
    "cd src & make": [another("&")],
    "cd src | make && date": [another("&&")],
    "(cd src && make)": [another("&&")],
    "cd src || exit && make": [another("||"), another("&&")],
    "! cd src && make": [another("&&")],
    "echo $(cd src && make) && date": [another("&&")],
    "cd src && ls": [files("ls")],
    "cd src && git log | head -3": [read("head -3", advice=True)],
}


@each(CHANGES_OF_FOLDER)
def test_agt_5_one_change_of_folder_may_stand_before_the_command(
    sut: Sut, command: str, findings: list[Finding]
) -> None:
    assert sut.apply(check(command)) == answer(*findings)


# AGT-6

SEVERAL: Commands = {
    "ls; cat a; grep x b; cat c; rg y; find .": [
        read("cat a"),
        read("cat c"),
        search("grep x b"),
        search("rg y"),
        files("ls"),
        files("find ."),
        *[another(";")] * 5,
    ],
    "ls | cat a": [read("cat a"), files("ls")],
    "cat a && git log | head || ls &\n'": [
        NEWLINE,
        UNCLOSED,
        read("cat a"),
        read("head", advice=True),
        files("ls"),
        another("&&"),
        another("||"),
        another("&"),
    ],
    "cat a <<EOF $(cat b\n\\\n": [
        NEWLINE,
        BACKSLASH,
        HERE_DOCUMENT,
        read("cat a $(cat b"),
        read("cat b"),
    ],
    # The place of a command is that of its first word
    "cat $(cat a) b; cat c": [
        read("cat $(cat a) b"),
        read("cat a"),
        read("cat c"),
        another(";"),
    ],
    "A=$(cat a) cat b": [read("A=$(cat a) cat b"), read("cat a")],
    "> $(cat a) cat b": [read("cat a"), read("cat b")],
    "$(cat a) && cat b": [read("cat a"), read("cat b"), another("&&")],
    # All words as they are written, with one space between them
    "cat    a \t 'b  c'   \"d  e\"  f\\ g": [read("cat a 'b  c' \"d  e\" f\\ g")],
    "  cat a  ": [read("cat a")],
    "cat\ta\rb": [read("cat a b")],
    "'cat' a": [read("'cat' a")],
    "A=1 B='2 3' sudo -u me cat a": [read("A=1 B='2 3' sudo -u me cat a")],
    "cat größe 🦀": [read("cat größe 🦀")],
    # Redirections are not part of it
    "cat a > b": [read("cat a")],
    "cat a 2>/dev/null b": [read("cat a b")],
    "cat <a": [read("cat")],
    "2> /dev/null cat a >> b c": [read("cat a c")],
    "cat a 2> b 3": [read("cat a 3")],
    "cat a 2 > b": [read("cat a 2")],
    "cat a2>b": [read("cat a2")],
    "cat a &> b": [read("cat a")],
    "cat a 2&> b": [read("cat a 2")],
    "grep x a <<< text": [search("grep x a")],
}


@each(SEVERAL)
def test_agt_6_the_answer_lists_every_finding_in_its_order(
    sut: Sut, command: str, findings: list[Finding]
) -> None:
    assert sut.apply(check(command)) == answer(*findings)


ADVISED = {
    "make": True,
    "git log | head": True,
    "git log | grep x | head": True,
    "git log | head && make": False,
    "git log | head f": False,
    "git log | head\nmake": False,
    "cat f": False,
}


@pytest.mark.parametrize(("command", "allowed"), ADVISED.items(), ids=repr)
def test_agt_6_a_command_is_allowed_if_every_finding_is_advice(
    sut: Sut, command: str, allowed: bool
) -> None:
    outcome = sut.apply(check(command))
    assert isinstance(outcome, CommandChecked)
    assert outcome.allowed == allowed


TEXTS = [
    "",
    " ",
    "\t\r ",
    "#",
    "# cat Makefile; ls",
    "\x00",
    "größe 🦀",
    "\\a",
    "|",
    "()",
    "'' \"\"",
    "=",
    "A=1",
    "-",
    "--",
    "/",
    "cat/",
    "> log",
    "!",
    "} ) ]",
    "$",
    "a" * 100_000,
    "$(" * 2_000 + "date" + ")" * 2_000,
    '"$(' * 1_000 + "date" + ')"' * 1_000,
]


@pytest.mark.parametrize("command", TEXTS, ids=lambda text: repr(text[:20]))
def test_agt_6_every_text_is_answered(sut: Sut, command: str) -> None:
    assert sut.apply(check(command)) == CommandChecked(True)


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
