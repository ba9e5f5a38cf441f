"""Commands of agents, one by one: what is found in each."""

import pytest

from impl.shell.command_findings import check_command
from impl.store.store import Store
from spec.vocabulary.agents import CheckCommand, Finding

NEWLINE = Finding("AGT-1", "newline")
BACKSLASH = Finding("AGT-1", "trailing backslash")
HERE_DOCUMENT = Finding("AGT-1", "here-document")
UNCLOSED = Finding("AGT-1", "unclosed quote")


def read(words: str, *, advice: bool = False) -> Finding:
    return Finding("AGT-2", words, "Read", advice)


def search(words: str, *, advice: bool = False) -> Finding:
    return Finding("AGT-3", words, "Grep", advice)


def listing(words: str, *, advice: bool = False) -> Finding:
    return Finding("AGT-4", words, "Glob", advice)


def chain(operator: str) -> Finding:
    return Finding("AGT-5", operator)


PASSING = (
    "",
    "\n",
    "   ",
    "cargo build",
    "cargo nextest run\n",
    "cd tugcode && cargo fmt --all --check",
    "'cd' \"a b\" && make test | tee log",
    "RUST_LOG=debug cargo test -- --nocapture 2>&1",
    "cargo build &> build.log",
    "cargo build > log 2>&1 < /dev/null",
    "git commit -m 'cat a; ls && grep b | head'",
    'git commit -m "one; two && three | four"',
    "git grep -n pattern",
    "git log -1 --format=%H",
    "echo a#b '#' # cat x; ls",
    "echo \\; \\| \\& \\< \\$(x",
    "echo '\\' a",
    "echo a\\\\",
    "echo $((1 << 2 | 3)) $((a && b))",
    'echo "$((1;2))"',
    "diff <(sort a) <(sort b)",
    "sort <<< text",
    "command -v ls",
    "command -pv cat | wc -c",
    "timeout 10 cargo test",
    "sudo --user root make install",
    "env",
    "xargs",
    "cat",
    "cat > out",
    "cat -",
    "head -n 5",
    "sh -c 'ls; cat x'",
    "catalog ls",
    "echo > ls",
    "A=/usr/bin/cat B+=ls",
    "echo 2>cat",
    '"ca\\t" a',
    "echo $(a; b && c)",
    ")",
    "|",
)


@pytest.mark.parametrize("command", PASSING)
def test_a_harmless_command_passes_without_a_word(command: str) -> None:
    checked = check_command(command)
    assert checked.findings == ()
    assert checked.allowed


ADVISED = {
    "cargo test | tail": [read("tail", advice=True)],
    "cargo test | tail -n 5 -": [read("tail -n 5 -", advice=True)],
    "cargo test 2>&1 |& grep -c 'ok' | head -5": [
        read("head -5", advice=True),
        search("grep -c 'ok'", advice=True),
    ],
    "cargo test | grep x | sort": [search("grep x", advice=True)],
    "cargo test | grep -im 3 x": [search("grep -im 3 x", advice=True)],
    "cargo test | grep -m3 x": [search("grep -m3 x", advice=True)],
    "cargo test | grep --regexp x": [search("grep --regexp x", advice=True)],
    "cargo test | grep -e x -e y 2> errors": [search("grep -e x -e y", advice=True)],
    "cargo test | sudo rg -g '*.rs' x": [search("sudo rg -g '*.rs' x", advice=True)],
    "(cargo test) | cat -n": [read("cat -n", advice=True)],
    "cd x && cargo test | head -1": [read("head -1", advice=True)],
}


@pytest.mark.parametrize(("command", "findings"), ADVISED.items(), ids=ADVISED)
def test_a_filter_behind_an_allowed_command_is_only_advised_against(
    command: str, findings: list[Finding]
) -> None:
    checked = check_command(command)
    assert list(checked.findings) == findings
    assert checked.allowed


FORBIDDEN = {
    # AGT-1
    "cargo build\ncargo test": [NEWLINE],
    "\n\n": [NEWLINE],
    "echo 'a\nb'": [NEWLINE],
    "cargo build \\": [BACKSLASH],
    "cargo build \\\n": [BACKSLASH],
    "cargo build \\\n  --release": [NEWLINE, BACKSLASH],
    "cargo build \\\\\\": [BACKSLASH],
    "python <<EOF": [HERE_DOCUMENT],
    "python 3<<-'E F'": [HERE_DOCUMENT],
    "python - <<EOF\ncat x; ls\nEOF": [NEWLINE, HERE_DOCUMENT],
    "git commit -m \"$(cat <<'EOF'\nfind it's\nEOF\n)\"": [NEWLINE, HERE_DOCUMENT],
    "echo 'a": [UNCLOSED],
    'echo "a $(cargo test': [UNCLOSED],
    "echo $((1": [UNCLOSED],
    "echo `date": [UNCLOSED],
    'echo "\\"': [UNCLOSED],
    # AGT-2
    "cat README.md": [read("cat README.md")],
    "'ca't   a  b": [read("'ca't a b")],
    "\\cat a": [read("\\cat a")],
    "/bin/cat a": [read("/bin/cat a")],
    "head -n 5 a": [read("head -n 5 a")],
    "tail --lines=5 -- -a": [read("tail --lines=5 -- -a")],
    "cat < a": [read("cat")],
    "cat | wc -l": [read("cat")],
    "cat a | wc -l": [read("cat a")],
    "cargo test | cat a": [read("cat a")],
    "X=1 sudo -u root env -i Y=2 nice -n 5 cat a 2>/dev/null": [
        read("X=1 sudo -u root env -i Y=2 nice -n 5 cat a")
    ],
    "timeout -k 5 10 tail -f log": [read("timeout -k 5 10 tail -f log")],
    "if cat a": [read("if cat a")],
    "cargo list | xargs -n1 cat": [read("xargs -n1 cat")],
    # AGT-3
    "grep x": [search("grep x")],
    "rg x src": [search("rg x src")],
    "grep -r x . | head": [read("head"), search("grep -r x .")],
    "cat a | grep x": [read("cat a"), search("grep x")],
    "cargo test | grep x a": [search("grep x a")],
    "cargo test | grep -e x a": [search("grep -e x a")],
    "cargo test | grep --file=a b": [search("grep --file=a b")],
    "cargo test | grep x < a": [search("grep x")],
    "cargo test | xargs grep x": [search("xargs grep x")],
    "! egrep x a": [search("! egrep x a")],
    # AGT-4
    "ls": [listing("ls")],
    "ls -la src": [listing("ls -la src")],
    "find . -name '*.rs'": [listing("find . -name '*.rs'")],
    "find . | xargs grep x": [search("xargs grep x"), listing("find .")],
    "find . | wc -l": [listing("find .")],
    # AGT-5
    "cargo build; cargo test": [chain(";")],
    "cargo build && cargo test": [chain("&&")],
    "cargo build || true": [chain("||")],
    "cargo run &": [chain("&")],
    "cd a && cd b && make": [chain("&&")],
    "cd a; make": [chain(";")],
    "cd && make": [chain("&&")],
    "cd a b && make": [chain("&&")],
    "cd a > b && make": [chain("&&")],
    "X=1 cd a && make": [chain("&&")],
    "cd a | b && make": [chain("&&")],
    "(cd a && make)": [chain("&&")],
    "a&&b||c;d&": [chain("&&"), chain("||"), chain(";"), chain("&")],
    "for f in *; do cat $f; done": [read("do cat $f"), chain(";"), chain(";")],
    # substitutions
    "echo $(ls)": [listing("ls")],
    "echo `ls`": [listing("ls")],
    'echo "a $(cat "b c") d"': [read('cat "b c"')],
    "echo $(cargo test | grep x)": [search("grep x", advice=True)],
    "cat $(find . | head -1)": [
        read("cat $(find . | head -1)"),
        read("head -1"),
        listing("find ."),
    ],
    "diff <(cat a) >(cat b)": [read("cat a"), read("cat b")],
    "echo $( (ls) )": [listing("ls")],
    "echo $(ls) ls": [listing("ls")],
    'echo "`cat a`"': [read("cat a")],
    # in the order of the rules, not of the text
    "ls; grep x; cat a\n\\": [
        NEWLINE,
        BACKSLASH,
        read("cat a"),
        search("grep x"),
        listing("ls"),
        chain(";"),
        chain(";"),
    ],
}


@pytest.mark.parametrize(("command", "findings"), FORBIDDEN.items(), ids=FORBIDDEN)
def test_everything_that_breaks_a_rule_is_found(command: str, findings: list[Finding]) -> None:
    checked = check_command(command)
    assert list(checked.findings) == findings
    assert checked.allowed == all(one.advice for one in findings)


def test_the_store_is_not_looked_at(store: Store) -> None:
    before = store.snapshot_state()
    for plan in ("plans/bridge.md", "unknown"):
        assert store.apply(CheckCommand(plan, "ls \ud800", 1)) == check_command("ls \ud800")
    assert store.snapshot_state() == before


def test_a_text_may_nest_as_deeply_as_it_likes() -> None:
    deep = "echo " + "$(" * 3_000 + "ls" + ")" * 3_000
    assert list(check_command(deep).findings) == [listing("ls")]
