"""AGT-2 to AGT-4, AGT-7, AGT-8: which tools serve instead, in commands as agents write them."""

from spec.editions import edition_named
from spec.vocabulary.agents import CommandChecked, Finding
from tests.rules.agents import command_builders as c
from tests.rules.suts import ModelSut, Sut

READING: c.Commands = {
    "cat README.md": [c.read("cat README.md")],
    "cat -n src/main.rs": [c.read("cat -n src/main.rs")],
    "/bin/cat a": [c.read("/bin/cat a")],
    "'cat' a": [c.read("'cat' a")],
    "c\\at a": [c.read("c\\at a")],
    "head -n 50 a.py": [c.read("head -n 50 a.py")],
    "tail -50 log": [c.read("tail -50 log")],
    "tail -n +100 a": [c.read("tail -n +100 a")],
    "less log": [c.read("less log")],
    "more log": [c.read("more log")],
    "bat a.rs": [c.read("bat a.rs")],
    "sed -n 1,50p f": [c.read("sed -n 1,50p f")],
    "sed -n '/a/,/b/p' f": [c.read("sed -n '/a/,/b/p' f")],
    "sed --quiet -e 5p f": [c.read("sed --quiet -e 5p f")],
    "awk '{print $1}' f": [c.read("awk '{print $1}' f")],
    "gawk 'NR<5' f": [c.read("gawk 'NR<5' f")],
    "cat a 2>/dev/null": [c.read("cat a")],
    "cd src && cat a": [c.read("cat a")],
    "test -f a && cat a || true": [c.read("cat a")],
    "cat < a": [c.read("cat")],
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

SEARCHING: c.Commands = {
    "grep -rn TODO src": [c.search("grep -rn TODO src")],
    'grep -n "fn main" a.rs': [c.search('grep -n "fn main" a.rs')],
    'grep "x$" a': [c.search('grep "x$" a')],
    "egrep 'a|b' c": [c.search("egrep 'a|b' c")],
    "fgrep a b": [c.search("fgrep a b")],
    "rg --type rust foo": [c.search("rg --type rust foo")],
    "ag foo": [c.search("ag foo")],
    "ack foo": [c.search("ack foo")],
    "git grep foo": [c.search("git grep foo")],
    "git --no-pager grep -n foo -- src": [c.search("git --no-pager grep -n foo -- src")],
    "git -C sub grep foo": [c.search("git -C sub grep foo")],
    "grep -c foo a": [c.search("grep -c foo a")],
    "grep -q foo a": [],
    "grep -rq foo a && make": [],
    "git grep -q foo": [],
    "grep foo a > b": [],
    "git log --grep foo": [],
    "git commit -m grep": [],
    "pgrep make": [],
}

LISTING: c.Commands = {
    "ls": [c.files("ls")],
    "ls -la src/": [c.files("ls -la src/")],
    "find . -name '*.py'": [c.files("find . -name '*.py'")],
    "find . -type f -not -path './.git/*' -maxdepth 2": [
        c.files("find . -type f -not -path './.git/*' -maxdepth 2")
    ],
    "tree -L 2": [c.files("tree -L 2")],
    "fd -e py": [c.files("fd -e py")],
    "find . -name '*.pyc' -delete": [],
    "find . -name '*.sh' -exec chmod +x {} +": [],
    "find . -mtime -1": [],
    "find . -size +1M": [],
    "fd -e pyc -x rm": [],
    "ls > files.txt": [],
    "git ls-files": [],
    "lsof -i :8080": [],
}

PIPES: c.Commands = {
    "make test 2>&1 | tail -20": [c.read("tail -20", advice=True)],
    "cargo test |& grep FAILED": [c.search("grep FAILED", advice=True)],
    "git log --oneline | head -5": [c.read("head -5", advice=True)],
    "git diff | grep '^+' | head": [
        c.read("head", advice=True),
        c.search("grep '^+'", advice=True),
    ],
    "git status | awk '{print $2}'": [c.read("awk '{print $2}'", advice=True)],
    "make | sed -n 5p": [c.read("sed -n 5p", advice=True)],
    "cat a | grep b": [c.read("cat a"), c.search("grep b")],
    "grep a b | head -3": [c.read("head -3"), c.search("grep a b")],
    "ls | head": [c.read("head"), c.files("ls")],
    "ls | grep a": [c.search("grep a"), c.files("ls")],
    "make | ls": [c.files("ls")],
    "make | tee log | tail": [c.read("tail", advice=True)],
    "make > log 2>&1; tail log": [c.read("tail log"), c.another(";")],
    "make | grep -q ok": [],
    "make | cat > log": [],
}

OTHER_USES: c.Commands = {
    "echo hello > a.txt": [c.write("echo hello")],
    "printf '%s' a >> b": [c.write("printf '%s' a")],
    "echo a 1> b": [c.write("echo a")],
    "echo a &> b": [c.write("echo a")],
    "sed -i s/a/b/ c": [c.edit("sed -i s/a/b/ c")],
    "sed -i.bak -e s/a/b/ c": [c.edit("sed -i.bak -e s/a/b/ c")],
    "sed -n -i 1p c": [c.edit("sed -n -i 1p c")],
    "sed --in-place s/a/b/ c": [c.edit("sed --in-place s/a/b/ c")],
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


@c.each(READING | SEARCHING | LISTING)
def test_agt_2_agt_3_agt_4_and_agt_8_a_program_is_reported_where_a_tool_serves(
    sut: Sut, command: str, findings: list[Finding]
) -> None:
    assert sut.apply(c.check(command)) == c.answer(*findings)


@c.each(PIPES)
def test_agt_2_and_agt_3_a_filter_is_only_advised_against(
    sut: Sut, command: str, findings: list[Finding]
) -> None:
    assert sut.apply(c.check(command)) == c.answer(*findings)


@c.each(OTHER_USES)
def test_agt_7_what_another_tool_writes_is_advised(
    sut: Sut, command: str, findings: list[Finding]
) -> None:
    assert sut.apply(c.check(command)) == c.answer(*findings)


@c.each({command: [] for command in GOOD})
def test_agt_7_building_testing_and_checkpoints_raise_no_alarm(
    sut: Sut, command: str, findings: list[Finding]
) -> None:
    assert sut.apply(c.check(command)) == c.answer(*findings)


ALL_FIVE: c.Commands = {
    "cat a": [c.read("cat a")],
    "grep a b": [c.search("grep a b")],
    "find . -name a": [c.files("find . -name a")],
    "echo a > b": [c.write("echo a")],
    "cat <<EOF\na\nEOF": [Finding("AGT-1", "newline"), Finding("AGT-1", "here-document")],
}


@c.each(ALL_FIVE)
def test_agt_1_to_4_and_agt_7_all_five_tool_rules_of_the_seeds(
    sut: Sut, command: str, findings: list[Finding]
) -> None:
    # Given a command against one of the five rules (seeds 000, line 631), then it is reported
    outcome = sut.apply(c.check(command))
    assert isinstance(outcome, CommandChecked)
    assert list(outcome.findings) == findings


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
