"""What the check answers to commands as agents write them, decided before it was asked (AGT)."""

from spec.vocabulary.agents import CommandChecked
from tests.cases import for_each
from tests.rules.agents import command_builders as c
from tests.rules.suts import Sut

READ, GREP, GLOB = "Read", "Grep", "Glob"
READ_ADVISED, GREP_ADVISED = "Read?", "Grep?"
WRITE, EDIT = "Write?", "Edit?"
SEMICOLON, BACKGROUND = ";", "&"
NOT_JUDGED = "not judged"

ANSWERS: dict[tuple[str, ...], tuple[str, ...]] = {
    # Whatever is called to show the lines of a file
    (READ,): (
        *("cat f", "cat -n f", "cat a b", "/bin/cat f", "'cat' f", '"cat" f', "\\cat f"),
        *('ca"t" f', "cat\tf", "cat f\n", "X=1 cat f", "cat $FILE", "cat ${FILE}", "cat 'a b'"),
        *("cat < f", "cat <f", "cat - < f", "head < f", "tail -n 5 < f", "nl f", "nl -ba f"),
        *("tac f", "bat f", "batcat f", "bat --paging=never f", "less f", "more f", "head f"),
        *("head -n5 f", "head -n 5 f", "head -5 f", "head -c 100 f", "head --lines=5 f"),
        *(
            "tail f",
            "tail -5 f",
            "tail -n +5 f",
            "tail -c 100 f",
            "sed -n 1,5p f",
            "sed -ne 1,5p f",
        ),
        *("sed -En '/a/p' f", "sed -nE '/a/p' f", "sed -n -e 1p -e 3p f", "sed --quiet 5p f"),
        *("sed 5q f", "sed '1,5!d' f", "sed '$!d' f", "sed -e 5q f", "sed 1d f", "sed '5{p;q}' f"),
        *("awk 'NR<5' f", "awk '{print $1}' f", "awk -F: '{print $1}' f", "awk -F , '{print}' f"),
        *("awk -v n=5 'NR<n' f", "awk -f a.awk f", "awk 'NR<5' < f", "gawk 'NR==1' f"),
        *("cat f 2>/dev/null", "cat f 2>&1", "cat f >&2", "cat f || true", "make && cat f"),
        *("cat f && make", "cd d && cat f", "test -f f && cat f", "[ -f f ] && cat f"),
    ),
    (READ, READ): ("cat f | head -5", "cat f | less", "cat f && cat g", "cat f | sed -n 1,5p"),
    (READ, GREP): (
        "cat f | grep x",
        "cat f | grep x | wc -l",
        "tail -n 9 f | grep x",
        "cat f|rg x",
    ),
    (READ, SEMICOLON): ("true; cat f", "cat f; make"),
    (READ, BACKGROUND): ("cat f &",),
    (READ_ADVISED,): (
        *("make | tail -5", "make 2>&1 | tail -n 20", "git log | head -3", "make | cat"),
        *("sort f | head", "docker logs x | tail -n 50", "make | sed 5q", "ps | awk '{print $1}'"),
        *("make | tee log | tail", "git diff | less", "pytest -q 2>&1 | tail -3 || exit 1"),
    ),
    # Whatever is called to search files
    (GREP,): (
        *("grep x f", "grep -rn x src", "egrep x f", "fgrep x f", "rgrep x src", "rg x", "ag x"),
        *("ack x", "git grep x", "git -C d grep x", "git -c a.b=c grep x", "git --no-pager grep x"),
        *("git --git-dir d grep x", "git --work-tree=d grep x", "grep -c x f", "grep -l x -r ."),
        *(
            "grep x < f",
            "grep x f && make",
            "grep x f | wc -l",
            "grep x f | sort -u",
            "/bin/grep x f",
        ),
        *("grep 'a|b' f", 'grep "a;b" f', "rg -l x src", "grep -v x f || true"),
    ),
    (GREP_ADVISED,): ("ps aux | grep x", "make |& grep FAILED", "git log | rg x | wc -l"),
    (READ, GREP, ""): ("grep x f | head", "git grep x | head -5"),
    # Whatever is called to list files
    (GLOB,): (
        *(
            "find . -name x",
            "find .",
            "find . -type f -print0",
            "find . ! -name x",
            "ls",
            "ls -la d",
        ),
        *("find . \\( -name a -o -name b \\)", "ls -R", "ls *.py", "fd x", "fdfind x", "fd -e py"),
        *("tree", "tree -L 2 d", "rg --files", "rg --files src", "ls | wc -l", "find . | sort"),
    ),
    (READ, GLOB): ("ls | head", "find . -name x | tail -5", "rg --files | head"),
    (GREP, GLOB): ("ls | grep x", "find . | grep x"),
    (GLOB, NOT_JUDGED): ("find . | xargs", "find . -name x | xargs rm", "ls | xargs cat"),
    # What a tool writes or edits
    (WRITE,): (
        *("echo x > f", "printf x > f", "echo x >> f", "echo x &> f"),
        *("echo x >& f", "echo x >&f", "echo x >& 2f", "echo x >& 1--"),
    ),
    (EDIT,): (
        *("sed -i s/a/b/ f", "sed -i.bak s/a/b/ f", "sed --in-place s/a/b/ f", "sed -Ei s/a/b/ f"),
        *("sed -ri s/a/b/ f", "sed -ni 5p f", "sed -n -i 5p f", "sed -i 5d f"),
    ),
    # What no tool does
    (): (
        *("cat", "cat -", "cat -n", "head", "tail", "cat | make", "cat - | make", "cat <<< x"),
        *("grep x <<< y", "head -c 5 <<< x", "cat f > g", "cat a b > c", "cat a >> b", "cat > f"),
        *(
            "head > f",
            "cat f 1> g",
            "cat f &> g",
            "cat f >| g",
            "cat f | tee g",
            "cat f | python3 -",
        ),
        *("cat a b | sort", "cat f | wc -l", "head -5 f | cut -c1-80", "cat f | grep -q x"),
        *(
            "awk '{print $1}' f | sort | uniq -c",
            "cat f | awk '{print $1}' | sort",
            "make | cat > f",
        ),
        *(
            "awk 'BEGIN {print 1}'",
            "awk -f a.awk",
            "sed s/a/b/ f",
            "sed -e s/a/b/ f",
            "sed s/a/b/ d",
        ),
        *("sed '5,10s/a/b/' f", "sed -l 5 s/a/b/ f", "sed 5d f > g", "grep x f > g"),
        *("tail -f log", "tail -F log", "tail -5f log", "tail --follow=name log", "tail --retry f"),
        *(
            "find . -delete",
            "find . -name x -exec rm {} \\;",
            "find . -newer f",
            "find . -size +1M",
        ),
        *("find . -name x -exec grep y {} +", "fd -x rm", "fd x --exec-batch rm", "fdfind x -X rm"),
        *("grep -q x f", "grep -sq x f && make", "rg -q x", "git grep -q x", "grep --silent x f"),
        *("cat --help", "grep --version", "find --help", "ls --version", "rg --help", "sed --help"),
        *("xxd f", "hexdump -C f", "od -c f", "strings f", "zcat f.gz", "zgrep x f.gz", "jq . f"),
        *("wc -l f", "sort f", "diff a b", "stat f", "file f", "du -sh d", "which cat", "man cat"),
        *("git show HEAD:f", "git ls-files", "git log --grep x", "git cat-file -p x", "pgrep x"),
        *(
            "echo cat f",
            "echo 'cat f; ls'",
            "git commit -m 'cat f && ls'",
            "make CAT=cat",
            "cat=1 make",
        ),
        *(
            "[ -f a ] && make",
            "test -f a && make",
            "[ -d d ] || mkdir d",
            "make || exit 1",
            "make;",
        ),
        *(
            "cd d && make",
            "make 2>&1",
            "make > log 2>&1",
            "make &> log",
            "make 2>/dev/null",
            "make",
        ),
        *(
            "mkdir -p a && touch a/b",
            "make || true",
            "./cat.sh f",
            "echo x >&2",
            "echo x >&-",
            "perl -pi -e 1 f",
        ),
    ),
    (SEMICOLON,): ("make; echo done", "make; make test;"),
    (BACKGROUND,): ("make &", "make & make"),
    # What is not judged rather than guessed
    (NOT_JUDGED,): (
        *(
            "sudo cat f",
            "command cat f",
            "env X=1 cat f",
            "timeout 5 cat f",
            "nice cat f",
            "time cat f",
        ),
        *(
            "xargs cat < f",
            "bash -c 'cat f'",
            'sh -c "cat f"',
            "eval cat f",
            "ssh h cat f",
            "watch ls",
        ),
        *("echo $(cat f)", "echo `cat f`", "x=$(cat f)", 'make "$(cat f)"', "diff <(cat a) b"),
        *(
            "if [ -f a ]; then make; fi",
            "for f in a b; do cat $f; done",
            "while read l; do make; done < f",
        ),
        *("! make", "{ make; }", "( make )", "(cat f)", "[[ -f a ]] && make", "$CAT f", "c*t f"),
        *(
            "make # all of it",
            "cat ${FILE:-x}",
            "cat $'a'",
            "f() { cat f; }",
            "case x in x) make;; esac",
        ),
        *(
            "timeout 60 make test",
            "nohup make",
            "sudo make install",
            "env",
            "time make",
        ),
    ),
    ("newline", "trailing backslash", NOT_JUDGED): ("cat \\\nf", "make \\\n  test"),
    ("newline", "here-document", NOT_JUDGED): ("cat <<EOF\nx\nEOF", "cat > f <<'EOF'\nx\nEOF"),
    ("here-document", NOT_JUDGED): ("python <<EOF", "cat <<-EOF"),
    ("newline", NOT_JUDGED): ("make\nmake test", "for f in a\ndo make\ndone"),
    ("unclosed quote", NOT_JUDGED): ("echo 'a", 'echo "a'),
}


def answered(checked: CommandChecked) -> tuple[str, ...]:
    """Return an answer in the words of the table."""
    findings = tuple(
        f"{each.instead or each.words}{'?' * each.advice}" for each in checked.findings
    )
    return (*findings, *((NOT_JUDGED,) if checked.not_judged else ()))


@for_each(
    ("command", "wanted"),
    [
        (command, tuple(filter(None, answer)))
        for answer, commands in ANSWERS.items()
        for command in commands
    ],
)
def test_agt_1_to_8_a_command_has_the_answer_that_was_decided_for_it(
    sut: Sut, command: str, wanted: tuple[str, ...]
) -> None:
    # Given a command, when it is checked, then the answer is that of the table,
    checked = sut.apply(c.check(command))
    assert isinstance(checked, CommandChecked)
    assert answered(checked) == wanted
    # and only advice lets it run.
    assert checked.allowed == all(each.endswith("?") or each == NOT_JUDGED for each in wanted)
