"""AGT-1 to AGT-8: what the check answers to commands as agents write them.

The answers were decided before the check was asked.
"""

from collections.abc import Callable

from spec.vocabulary.agents import CommandChecked
from tests.cases import Check, for_each
from tests.rules.agents import command_builders as c
from tests.rules.suts import Sut

READ, GREP, GLOB = "AGT-2 Read", "AGT-3 Grep", "AGT-4 Glob"
READ_ADVISED, GREP_ADVISED = "AGT-2 Read?", "AGT-3 Grep?"
WRITE, EDIT = "AGT-7 Write?", "AGT-7 Edit?"
SEMICOLON, BACKGROUND = "AGT-5 ;", "AGT-5 &"
NEWLINE, BACKSLASH = "AGT-1 newline", "AGT-1 trailing backslash"
HERE_DOCUMENT, UNCLOSED = "AGT-1 here-document", "AGT-1 unclosed quote"
NOT_JUDGED = "not judged"

Answer = tuple[str, ...]
Answers = dict[Answer, tuple[str, ...]]
"""Commands by their answer."""


def each(answers: Answers) -> Callable[[Check], Check]:
    """Run a test on each command, with the answer that it has to have."""
    rows = [(command, answer) for answer, commands in answers.items() for command in commands]
    return for_each(("command", "wanted"), rows)


def then_answered(sut: Sut, command: str, wanted: Answer) -> None:
    """Check a command: it has this answer, in its own words, and only advice lets it run."""
    checked = sut.apply(c.check(command))
    assert isinstance(checked, CommandChecked)
    found = checked.findings
    answer = [f"{one.rule} {one.instead or one.words}{'?' * one.advice}" for one in found]
    assert answer == [one for one in wanted if one != NOT_JUDGED]
    assert checked.not_judged is (NOT_JUDGED in wanted)
    words = [word for one in found if one.rule != "AGT-1" for word in one.words.split()]
    assert [word for word in words if word not in command] == []
    assert checked.allowed == all(one.endswith("?") or one == NOT_JUDGED for one in wanted)


OF_LINES: Answers = {
    (NEWLINE, BACKSLASH, NOT_JUDGED): (
        *("cat \\\nf", "make \\\n  test", "make test\nmake lint \\", "echo 'a\\\nb'"),
    ),
    (NEWLINE, HERE_DOCUMENT, NOT_JUDGED): (
        *("cat <<EOF\nx\nEOF", "cat > f <<'EOF'\nx\nEOF", "python <<EOF\nprint(1)\nEOF"),
        *("python <<-EOF\n\tprint(1)\n\tEOF", "cat <<EOF > notes\ncat Makefile; ls\nEOF"),
    ),
    (HERE_DOCUMENT, NOT_JUDGED): ("python <<EOF", "cat <<-EOF", "python 0<<EOF"),
    (NEWLINE, NOT_JUDGED): (
        *("make\nmake test", "for f in a\ndo make\ndone", "make\ntest", "make\n\n", "\n\n"),
        *("echo 'a\nb",),
    ),
    (UNCLOSED, NOT_JUDGED): (
        *("echo 'a", 'echo "a', "echo it's", 'echo "a\\"', 'echo "a$', "cat a | make 'b"),
    ),
    (BACKSLASH, NOT_JUDGED): ("make \\", "make \\\n", "make \\\\\\"),
    (BACKSLASH, UNCLOSED, NOT_JUDGED): ('echo "a\\',),
}


@each(OF_LINES)
def test_agt_1_and_agt_6_a_command_of_several_lines_is_reported_and_not_judged(
    sut: Sut, command: str, wanted: Answer
) -> None:
    then_answered(sut, command, wanted)


TOOLS: Answers = {
    (READ,): (
        *("cat f", "cat -n f", "cat a b", "/bin/cat f", "'cat' f", '"cat" f', "\\cat f", 'ca"t" f'),
        *("cat\tf", "cat f\n", "X=1 cat f", "cat $FILE", "cat ${FILE}", "cat 'a b'", "cat < f"),
        *("cat <f", "cat - < f", "head < f", "tail -n 5 < f", "nl f", "nl -ba f", "tac f", "bat f"),
        "cat 3<f",
        *("batcat f", "bat --paging=never f", "less f", "more f", "head f", "head -n5 f"),
        *("head -n 5 f", "head -5 f", "head -c 100 f", "head --lines=5 f", "tail f", "tail -5 f"),
        *("tail -n +5 f", "tail -c 100 f", "sed -n 1,5p f", "sed -ne 1,5p f", "sed -En '/a/p' f"),
        *("sed -nE '/a/p' f", "sed -n -e 1p -e 3p f", "sed --quiet 5p f", "sed 5q f"),
        *("sed '1,5!d' f", "sed '$!d' f", "sed -e 5q f", "sed 1d f", "sed '5{p;q}' f"),
        *("awk 'NR<5' f", "awk '{print $1}' f", "awk -F: '{print $1}' f", "awk -F , '{print}' f"),
        *("awk -v n=5 'NR<n' f", "awk -f a.awk f", "awk 'NR<5' < f", "gawk 'NR==1' f"),
        *("cat f 2>/dev/null", "cat f 2>&1", "cat f >&2", "cat f || true", "make && cat f"),
        *("cat f && make", "cd d && cat f", "test -f f && cat f", "[ -f f ] && cat f", "c\\at a"),
        *("sed -n '/a/,/b/p' f", "sed --quiet -e 5p f", "test -f a && cat a || true"),
    ),
    (READ, READ): ("cat f | head -5", "cat f | less", "cat f && cat g", "cat f | sed -n 1,5p"),
    (READ, GREP): (
        *("cat f | grep x", "cat f | grep x | wc -l", "tail -n 9 f | grep x", "cat f|rg x"),
        *("grep x f | head", "git grep x | head -5", "grep x f | sort | head -3"),
    ),
    (READ_ADVISED,): (
        *("make | tail -5", "make 2>&1 | tail -n 20", "git log | head -3", "make | cat"),
        *("sort f | head", "docker logs x | tail -n 50", "make | sed 5q", "ps | awk '{print $1}'"),
        *("make | tee log | tail", "git diff | less", "pytest -q 2>&1 | tail -3 || exit 1"),
    ),
    (GREP,): (
        *("grep x f", "grep -rn x src", "egrep x f", "fgrep x f", "rgrep x src", "rg x", "ag x"),
        *("ack x", "git grep x", "git -C d grep x", "git -c a.b=c grep x", "git --no-pager grep x"),
        *("git --git-dir d grep x", "git --work-tree=d grep x", "grep -c x f", "grep -l x -r ."),
        *("grep x < f", "grep x f && make", "grep x f | wc -l", "grep x f | sort -u"),
        *("/bin/grep x f", "grep 'a|b' f", 'grep "a;b" f', "rg -l x src", "grep -v x f || true"),
        *('grep "x$" a', "egrep 'a|b' c", "rg --type rust foo"),
        *("git --no-pager grep -n foo -- src",),
    ),
    (GREP_ADVISED,): ("ps aux | grep x", "make |& grep FAILED", "git log | rg x | wc -l"),
    (GLOB,): (
        *("find . -name x", "find .", "find . -type f -print0", "find . ! -name x", "ls"),
        *("ls -la d", "find . \\( -name a -o -name b \\)", "ls -R", "ls *.py", "fd x", "fdfind x"),
        *("fd -e py", "tree", "tree -L 2 d", "rg --files", "rg --files src", "ls | wc -l"),
        *("find . | sort", "find . -type f -not -path './.git/*' -maxdepth 2", "tree -L 2"),
        *("make | ls",),
    ),
    (READ, GLOB): ("ls | head", "find . -name x | tail -5", "rg --files | head"),
    (GREP, GLOB): ("ls | grep x", "find . | grep x", "ls | sort | grep x"),
    (GREP_ADVISED, GLOB): ("ls && make | grep x",),
    (GLOB, NOT_JUDGED): ("find . | xargs", "find . -name x | xargs rm", "ls | xargs cat"),
    (READ_ADVISED, GREP_ADVISED): ("git diff | grep '^+' | head",),
}
"""Whatever is called to show the lines of files, to search files and to list them."""

NO_TOOL_SERVES = (
    *("cat", "cat -", "cat -n", "head", "tail", "cat | make", "cat - | make", "cat <<< x"),
    *("grep x <<< y", "head -c 5 <<< x", "cat f > g", "cat a b > c", "cat a >> b", "cat > f"),
    "grep x f 3<<<y",
    *("head > f", "cat f 1> g", "cat f &> g", "cat f >| g", "cat f | tee g", "cat f | python3 -"),
    *("cat a b | sort", "cat f | wc -l", "head -5 f | cut -c1-80", "cat f | grep -q x"),
    *("awk '{print $1}' f | sort | uniq -c", "cat f | awk '{print $1}' | sort", "make | cat > f"),
    *("awk 'BEGIN {print 1}'", "awk -f a.awk", "sed s/a/b/ f", "sed -e s/a/b/ f", "sed s/a/b/ d"),
    *("sed '5,10s/a/b/' f", "sed -l 5 s/a/b/ f", "sed 5d f > g", "grep x f > g", "tail -f log"),
    *("tail -F log", "tail -5f log", "tail --follow=name log", "tail --retry f", "find . -delete"),
    *("find . -name x -exec rm {} \\;", "find . -newer f", "find . -size +1M"),
    *("find . -name x -exec grep y {} +", "fd -x rm", "fd x --exec-batch rm", "fdfind x -X rm"),
    *("grep -q x f", "grep -sq x f && make", "rg -q x", "git grep -q x", "grep --silent x f"),
    *("cat --help", "grep --version", "find --help", "ls --version", "rg --help", "sed --help"),
    *("xxd f", "hexdump -C f", "od -c f", "strings f", "zcat f.gz", "zgrep x f.gz", "jq . f"),
    *("wc -l f", "sort f", "diff a b", "stat f", "file f", "du -sh d", "which cat", "man cat"),
    *("git show HEAD:f", "git ls-files", "git log --grep x", "git cat-file -p x", "pgrep x"),
    *("echo cat f", "echo 'cat f; ls'", "git commit -m 'cat f && ls'", "make CAT=cat"),
    *("cat=1 make", "[ -f a ] && make", "test -f a && make", "[ -d d ] || mkdir d"),
    *("make || exit 1", "cd d && make", "make > log 2>&1", "make &> log", "make 2>/dev/null"),
    *("./cat.sh f", "echo x >&2", "echo x >&-", "perl -pi -e 1 f", "tail -n 5 -F log", "catalog a"),
    *("cat/ a", "CAT a", "grep -rq foo a && make", "find . -mtime -1", "ls > files.txt"),
    *("lsof -i :8080", "make | grep -q ok", "echo hello", "echo a 2> b"),
)


@each(TOOLS | {(): NO_TOOL_SERVES})
def test_agt_2_agt_3_agt_4_and_agt_8_a_program_is_reported_where_a_tool_serves(
    sut: Sut, command: str, wanted: Answer
) -> None:
    then_answered(sut, command, wanted)


SEPARATE: Answers = {
    (READ, SEMICOLON): ("true; cat f", "cat f; make", "make > log 2>&1; tail log"),
    (READ, BACKGROUND): ("cat f &",),
    (SEMICOLON,): ("make; echo done", "make; make test;"),
    (BACKGROUND,): ("make &", "make & make", "make 2>&1 &"),
    (SEMICOLON, BACKGROUND): ("make;make&make",),
    (READ, SEMICOLON, NOT_JUDGED): ("cat a; sudo cat b",),
}


@each(SEPARATE)
def test_agt_5_commands_that_do_not_depend_on_each_other_are_separate_calls(
    sut: Sut, command: str, wanted: Answer
) -> None:
    then_answered(sut, command, wanted)


NOT_READ: Answers = {
    (NOT_JUDGED,): (
        *("sudo cat f", "command cat f", "env X=1 cat f", "timeout 5 cat f", "nice cat f"),
        *("time cat f", "xargs cat < f", "bash -c 'cat f'", 'sh -c "cat f"', "eval cat f"),
        *("ssh h cat f", "watch ls", "echo $(cat f)", "echo `cat f`", "x=$(cat f)"),
        *('make "$(cat f)"', "diff <(cat a) b", "if [ -f a ]; then make; fi"),
        *("for f in a b; do cat $f; done", "while read l; do make; done < f", "! make"),
        *("{ make; }", "( make )", "(cat f)", "[[ -f a ]] && make", "$CAT f", "c*t f"),
        *("make # all of it", "cat ${FILE:-x}", "cat $'a'", "f() { cat f; }"),
        *("case x in x) make;; esac", "timeout 60 make test", "nohup make", "sudo make install"),
        *("env", "time make", "echo $(date) 'a", "if <<EOF", "echo $(date)", 'echo "$(date)"'),
        *("(make)", "make)", "for i in 1 2; do make; done", "# make", "make;;", "&& make"),
        *("make &&", "make |", "| make", "make | | make", "echo ${a:-b}", "echo ${a", "echo $'a'"),
        *("make\r", "make\x00", "A=1", "> log", "make >", ";", "while true; do make; done"),
        *("\ttime", "make \x7f", "make | xargs grep a", "/usr/bin/env make", "./run-* a"),
        *('"$A"/cat a', "$(" * 2_000, '"$(' * 1_000),
    ),
}


@each(NOT_READ)
def test_agt_2_and_agt_6_what_is_outside_the_subset_is_not_judged(
    sut: Sut, command: str, wanted: Answer
) -> None:
    then_answered(sut, command, wanted)


WRITTEN: Answers = {
    (WRITE,): (
        *("echo x > f", "printf x > f", "echo x >> f", "echo x &> f", "echo x >& f", "echo x >&f"),
        *("echo x >& 2f", "echo x >& 1--", "printf '%s' a >> b", "echo a 1> b"),
    ),
    (EDIT,): (
        *("sed -i s/a/b/ f", "sed -i.bak s/a/b/ f", "sed --in-place s/a/b/ f", "sed -Ei s/a/b/ f"),
        *("sed -ri s/a/b/ f", "sed -ni 5p f", "sed -n -i 5p f", "sed -i 5d f"),
        *("sed -i.bak -e s/a/b/ c",),
    ),
}


@each(WRITTEN)
def test_agt_6_and_agt_7_what_another_tool_writes_is_advised(
    sut: Sut, command: str, wanted: Answer
) -> None:
    then_answered(sut, command, wanted)


GOOD = (
    *("make;", "make 2>&1", "make", "mkdir -p a && touch a/b", "make || true", "make test"),
    *("cargo build --release", "cargo nextest run", "npm run build", "go vet"),
    *("npm test -- --watch=false", "pytest -q tests", "python -m pytest -k 'a and b' -x", "tox"),
    *("cd crates && cargo test", "cd '/a b' && make", "FOO=1 make test", "A=1 B='x y' make -j4"),
    *("git add -A && git commit -m 'Fix the build'", "git commit -m One -m Two", "git status"),
    *("git diff --stat HEAD~1", "git log --oneline -5", "git push", "git commit -F .git/MESSAGE"),
    *("rm -rf build", "cp a b", "mv a b", "chmod +x run.sh", "cargo fmt"),
    *("python scripts/run.py --out=a", "node -e 'console.log(1)'", 'python -c "print(1 + 1)"'),
    *("docker compose up -d", "curl -s localhost:8080/health", "kill %1", "npm ci"),
    *("make > build.log 2>&1", "./gradlew check || true", "planstate show"),
    *("cargo clippy -- -D warnings", "ruff check . && ruff format --check ."),
    *("psql -c 'select 1;'", "make\n", "\n", "", " \t ", "make \\\\", "make \\ ", "echo 'a\\nb'"),
    *("python <<< 'print(1)'", "echo '<<EOF' \"<< b\" \\<\\<EOF", "git commit -m 'It'\\''s done'"),
    *('git commit -m "It\'s done"', "make test\u2028all", "make && make test"),
    *("cd src && make && make test || date", "make | tee log |& cmp a", "make 2>&1 >&2 &> log"),
    *("git commit -m 'a; b && c || d & e' \"a; b\" a\\;b",),
)


@each({(): GOOD})
def test_agt_1_agt_5_and_agt_7_building_testing_and_checkpoints_raise_no_alarm(
    sut: Sut, command: str, wanted: Answer
) -> None:
    then_answered(sut, command, wanted)
