"""AGT-2 to AGT-4, AGT-7, AGT-8: which tools serve instead, in commands as agents write them."""

from spec.editions import edition_named
from spec.vocabulary.agents import CommandChecked, Finding
from tests.rules.agents.command_builders import (
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
from tests.rules.suts import ModelSut, Sut

READING: Commands = {
    "cat README.md": [read("cat README.md")],
    "cat -n src/main.rs": [read("cat -n src/main.rs")],
    "/bin/cat a": [read("/bin/cat a")],
    "'cat' a": [read("'cat' a")],
    "c\\at a": [read("c\\at a")],
    "head -n 50 a.py": [read("head -n 50 a.py")],
    "tail -50 log": [read("tail -50 log")],
    "tail -n +100 a": [read("tail -n +100 a")],
    "less log": [read("less log")],
    "more log": [read("more log")],
    "bat a.rs": [read("bat a.rs")],
    "sed -n 1,50p f": [read("sed -n 1,50p f")],
    "sed -n '/a/,/b/p' f": [read("sed -n '/a/,/b/p' f")],
    "sed --quiet -e 5p f": [read("sed --quiet -e 5p f")],
    "awk '{print $1}' f": [read("awk '{print $1}' f")],
    "gawk 'NR<5' f": [read("gawk 'NR<5' f")],
    "cat a 2>/dev/null": [read("cat a")],
    "cd src && cat a": [read("cat a")],
    "test -f a && cat a || true": [read("cat a")],
    "cat < a": [read("cat")],
    "cat": [],
    "cat -": [],
    "cat a > b": [],
    "cat a b > c": [],
    "cat a >> b": [],
    "cat a | tee b": [],
    "tail -f log": [],
    "tail -n 5 -F log": [],
    "tail -20f log": [],
    "tail --follow=name log": [],
    "tail --retry log": [],
    "sed s/a/b/ f": [],
    "catalog a": [],
    "cat/ a": [],
    "CAT a": [],
    "echo cat a": [],
    "git cat-file -p HEAD": [],
    "zcat a.gz": [],
}

SEARCHING: Commands = {
    "grep -rn TODO src": [search("grep -rn TODO src")],
    'grep -n "fn main" a.rs': [search('grep -n "fn main" a.rs')],
    'grep "x$" a': [search('grep "x$" a')],
    "egrep 'a|b' c": [search("egrep 'a|b' c")],
    "fgrep a b": [search("fgrep a b")],
    "rg --type rust foo": [search("rg --type rust foo")],
    "ag foo": [search("ag foo")],
    "ack foo": [search("ack foo")],
    "git grep foo": [search("git grep foo")],
    "git --no-pager grep -n foo -- src": [search("git --no-pager grep -n foo -- src")],
    "git -C sub grep foo": [search("git -C sub grep foo")],
    "grep -c foo a": [search("grep -c foo a")],
    "grep -q foo a": [],
    "grep -rq foo a && make": [],
    "git grep -q foo": [],
    "grep foo a > b": [],
    "git log --grep foo": [],
    "git commit -m grep": [],
    "pgrep make": [],
}

LISTING: Commands = {
    "ls": [files("ls")],
    "ls -la src/": [files("ls -la src/")],
    "find . -name '*.py'": [files("find . -name '*.py'")],
    "find . -type f -not -path './.git/*' -maxdepth 2": [
        files("find . -type f -not -path './.git/*' -maxdepth 2")
    ],
    "tree -L 2": [files("tree -L 2")],
    "fd -e py": [files("fd -e py")],
    "find . -name '*.pyc' -delete": [],
    "find . -name '*.sh' -exec chmod +x {} +": [],
    "find . -mtime -1": [],
    "find . -size +1M": [],
    "fd -e pyc -x rm": [],
    "ls > files.txt": [],
    "git ls-files": [],
    "lsof -i :8080": [],
}

PIPES: Commands = {
    "make test 2>&1 | tail -20": [read("tail -20", advice=True)],
    "cargo test |& grep FAILED": [search("grep FAILED", advice=True)],
    "git log --oneline | head -5": [read("head -5", advice=True)],
    "git diff | grep '^+' | head": [
        read("head", advice=True),
        search("grep '^+'", advice=True),
    ],
    "git status | awk '{print $2}'": [read("awk '{print $2}'", advice=True)],
    "make | sed -n 5p": [read("sed -n 5p", advice=True)],
    "cat a | grep b": [read("cat a"), search("grep b")],
    "grep a b | head -3": [read("head -3"), search("grep a b")],
    "ls | head": [read("head"), files("ls")],
    "ls | grep a": [search("grep a"), files("ls")],
    "make | ls": [files("ls")],
    "make | tee log | tail": [read("tail", advice=True)],
    "make > log 2>&1; tail log": [read("tail log"), another(";")],
    "make | grep -q ok": [],
    "make | cat > log": [],
}

OTHER_USES: Commands = {
    "echo hello > a.txt": [write("echo hello")],
    "printf '%s' a >> b": [write("printf '%s' a")],
    "echo a 1> b": [write("echo a")],
    "echo a &> b": [write("echo a")],
    "sed -i s/a/b/ c": [edit("sed -i s/a/b/ c")],
    "sed -i.bak -e s/a/b/ c": [edit("sed -i.bak -e s/a/b/ c")],
    "sed -n -i 1p c": [edit("sed -n -i 1p c")],
    "sed --in-place s/a/b/ c": [edit("sed --in-place s/a/b/ c")],
    "echo hello": [],
    "echo a >&2": [],
    "echo a 2> b": [],
    "echo a | tee b": [],
}

GOOD = [
    *("make", "make test", "cargo build --release", "cargo nextest run", "npm run build", "go vet"),
    *("npm test -- --watch=false", "pytest -q tests", "python -m pytest -k 'a and b' -x", "tox"),
    *("cd crates && cargo test", "cd '/a b' && make", "FOO=1 make test", "A=1 B='x y' make -j4"),
    *("git add -A && git commit -m 'Fix the build'", "git commit -m One -m Two", "git status"),
    *("git diff --stat HEAD~1", "git log --oneline -5", "git push", "git commit -F .git/MESSAGE"),
    *(
        "mkdir -p a && touch a/b",
        "rm -rf build",
        "cp a b",
        "mv a b",
        "chmod +x run.sh",
        "cargo fmt",
    ),
    *("python scripts/run.py --out=a", "node -e 'console.log(1)'", 'python -c "print(1 + 1)"'),
    *("docker compose up -d", "curl -s localhost:8080/health", "kill %1", "make 2>&1", "npm ci"),
    *("make > build.log 2>&1", "./gradlew check || true", "test -f a || exit 1", "planstate show"),
    *(
        "cargo clippy -- -D warnings",
        "ruff check . && ruff format --check .",
        "psql -c 'select 1;'",
    ),
]


@each(READING | SEARCHING | LISTING)
def test_agt_2_agt_3_agt_4_and_agt_8_a_program_is_reported_where_a_tool_serves(
    sut: Sut, command: str, findings: list[Finding]
) -> None:
    assert sut.apply(check(command)) == answer(*findings)


@each(PIPES)
def test_agt_2_and_agt_3_a_filter_is_only_advised_against(
    sut: Sut, command: str, findings: list[Finding]
) -> None:
    assert sut.apply(check(command)) == answer(*findings)


@each(OTHER_USES)
def test_agt_7_what_another_tool_writes_is_advised(
    sut: Sut, command: str, findings: list[Finding]
) -> None:
    assert sut.apply(check(command)) == answer(*findings)


@each({command: [] for command in GOOD})
def test_agt_7_building_testing_and_checkpoints_raise_no_alarm(
    sut: Sut, command: str, findings: list[Finding]
) -> None:
    assert sut.apply(check(command)) == answer(*findings)


ALL_FIVE: Commands = {
    "cat a": [read("cat a")],
    "grep a b": [search("grep a b")],
    "find . -name a": [files("find . -name a")],
    "echo a > b": [write("echo a")],
    "cat <<EOF\na\nEOF": [Finding("AGT-1", "newline"), Finding("AGT-1", "here-document")],
}


@each(ALL_FIVE)
def test_agt_1_to_4_and_agt_7_all_five_tool_rules_of_the_seeds(
    sut: Sut, command: str, findings: list[Finding]
) -> None:
    # Given a command against one of the five rules (seeds 000, line 631), then it is reported
    outcome = sut.apply(check(command))
    assert isinstance(outcome, CommandChecked)
    assert list(outcome.findings) == findings


BEFORE: Commands = {
    "less a": [],
    "cat < a": [],
    "cat -": [read("cat -")],
    "cat a | make": [read("cat a")],
    "sed 5q a": [],
    "sed -Ei s/a/b/ c": [],
    "git grep a": [],
    "cat a > b": [read("cat a")],
    "tail -f a": [read("tail -f a")],
    "find . -delete": [files("find . -delete")],
    "grep -q a b": [search("grep -q a b")],
}


@each(BEFORE)
def test_a47_agt_2_agt_3_agt_4_agt_7_and_agt_8_programs_were_reported_by_name_alone_before(
    command: str, findings: list[Finding]
) -> None:
    expected = CommandChecked(not findings, tuple(findings))
    assert ModelSut(edition_named("2026.1")).apply(check(command)) == expected
