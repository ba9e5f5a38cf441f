"""AGT-2, AGT-3, AGT-4: programs for which an agent has a tool of its own."""

from spec.vocabulary.agents import Finding
from tests.rules.agents.command_builders import (
    HERE_DOCUMENT,
    NEWLINE,
    Commands,
    another,
    answer,
    check,
    each,
    files,
    read,
    search,
)
from tests.rules.suts import Sut


def tolerated(*commands: str) -> Commands:
    """Return pipelines of two commands, the second of which has advice only."""
    tools = {"cat": read, "head": read, "tail": read}
    filters = {command: command.partition(" | ")[2] for command in commands}
    return {
        command: [tools.get(words.split()[0], search)(words, advice=True)]
        for command, words in filters.items()
    }


# AGT-2

READING: Commands = {
    "cat README.md": [read("cat README.md")],
    "cat README.md CHANGELOG.md": [read("cat README.md CHANGELOG.md")],
    "cat -n README.md": [read("cat -n README.md")],
    "cat *.md": [read("cat *.md")],
    "cat < README.md": [read("cat")],
    "cat 0< README.md": [read("cat")],
    "head README.md": [read("head README.md")],
    "head -n 20 README.md": [read("head -n 20 README.md")],
    "head -20 README.md": [read("head -20 README.md")],
    "tail -f log/server.log": [read("tail -f log/server.log")],
    "tail -n +5 README.md > rest": [read("tail -n +5 README.md")],
    "cat a > b": [read("cat a")],
    "cat a | wc -l": [read("cat a")],
    "cat | wc -l": [read("cat")],
    "cat |": [read("cat")],
    "head -5 | wc -l": [read("head -5")],
    "make || cat log": [read("cat log"), another("||")],
    "make; tail -n 3 log": [read("tail -n 3 log"), another(";")],
    "echo $(cat VERSION)": [read("cat VERSION")],
    'git tag "v$(cat VERSION)"': [read("cat VERSION")],
    "echo `cat VERSION`": [read("cat VERSION")],
    'echo "`head -1 VERSION`"': [read("head -1 VERSION")],
    "diff <(cat a) <(cat b)": [read("cat a"), read("cat b")],
    "echo ${VERSION:-$(cat VERSION)}": [read("cat VERSION")],
    "echo a > $(cat name)": [read("cat name")],
    'echo "$(echo "$(cat a)")"': [read("cat a")],
    "(cat a)": [read("cat a")],
    # Alone and without a file they read nothing that Read could read
    "cat": [],
    "cat -": [],
    "cat -n": [],
    "cat > notes": [],
    "cat <<< text": [],
    "cat <> notes": [],
    "cat <&3": [],
    "head": [],
    "head -n 5": [],
    "tail --lines 5": [],
    "make; cat": [another(";")],
    "echo $(cat)": [],
    "cat <<EOF > notes\ntext\nEOF": [NEWLINE, HERE_DOCUMENT],
    # What is no command is not one of these
    "echo cat README.md": [],
    "git commit -m 'cat README.md'": [],
    "git show HEAD:README.md": [],
    "make # cat README.md": [],
    "less README.md": [],
    "tac README.md": [],
    "bat README.md": [],
    "sed -n 1,20p README.md": [],
    "catalog README.md": [],
    "Cat README.md": [],
    "cat.sh README.md": [],
    "python -c 'print(1)' cat": [],
    "bash -c 'cat README.md'": [],
    "eval 'cat README.md'": [],
    "cat\u00a0README.md": [],
    "cat\vREADME.md": [],
    "echo $((cat README.md))": [],
    "echo $(( $(cat VERSION) + 1 ))": [],
    "which cat": [],
    "man cat": [],
}


@each(READING)
def test_agt_2_files_are_read_with_read(sut: Sut, command: str, findings: list[Finding]) -> None:
    assert sut.apply(check(command)) == answer(*findings)


FILTERS: Commands = {
    **tolerated(
        "make | cat",
        "make | cat -n",
        "make | cat -",
        "git log | head",
        "git log | head -n 20",
        "git log | head -20",
        "git log | head -n -5",
        "git log | head -qn 5",
        "git log | head --lines 5",
        "git log | head --lines=5",
        "git log | head -c100",
        "git log | tail -n +3",
        "git log | tail -fn 3 -",
        "git log | tail --pid 17 -f",
        "git log | tail -s 2 -f",
        "git log | tail --sleep-interval 2",
        "git log | tail --",
    ),
    "make | cat <<< text": [read("cat", advice=True)],
    "make | cat <&3": [read("cat", advice=True)],
    "make 2>&1 | tail -n 30": [read("tail -n 30", advice=True)],
    "make |& tail -n 30": [read("tail -n 30", advice=True)],
    "make | head > log": [read("head", advice=True)],
    "make | head | tail -1": [read("head", advice=True), read("tail -1", advice=True)],
    "make | sort | uniq -c | head": [read("head", advice=True)],
    "echo $(git log | head -1)": [read("head -1", advice=True)],
    "echo $(git log | head -1) | tail": [read("head -1", advice=True), read("tail", advice=True)],
    "(make) | head": [read("head", advice=True)],
    "| head": [read("head", advice=True)],
    "cat && make | head": [read("head", advice=True), another("&&")],
    # What reads a file is no filter
    "make | cat log": [read("cat log")],
    "make | cat - log": [read("cat - log")],
    "make | cat -n 5": [read("cat -n 5")],
    "make | cat < log": [read("cat")],
    "make | head -n 5 log": [read("head -n 5 log")],
    "make | head -n5 log": [read("head -n5 log")],
    "make | head --lines=5 log": [read("head --lines=5 log")],
    "make | head 5": [read("head 5")],
    "make | head -s 1": [read("head -s 1")],
    "make | head -nq 5": [read("head -nq 5")],
    "make | tail -- -f": [read("tail -- -f")],
    "make | tail <(git log)": [read("tail <(git log)")],
    # And neither is what stands behind something forbidden
    "cat log | head": [read("cat log"), read("head")],
    "cat log | sort | head": [read("cat log"), read("head")],
    "make | head log | tail": [read("head log"), read("tail")],
    "git log | head | cat log | tail": [
        read("head", advice=True),
        read("cat log"),
        read("tail"),
    ],
    "ls | head": [read("head"), files("ls")],
    "grep x log | tail -1": [read("tail -1"), search("grep x log")],
    # Which is a matter of the commands of the pipeline, not of those in them
    "echo $(cat log) | head": [read("cat log"), read("head", advice=True)],
    "cat log; make | head": [read("cat log"), read("head", advice=True), another(";")],
    "git log | echo $(head)": [],
    "git log | echo $(head | sort)": [read("head")],
}


@each(FILTERS)
def test_agt_2_a_filter_is_only_advised_against(
    sut: Sut, command: str, findings: list[Finding]
) -> None:
    assert sut.apply(check(command)) == answer(*findings)


# AGT-3

SEARCHING: Commands = {
    "grep -rn TODO src": [search("grep -rn TODO src")],
    'grep -r "def main" --include="*.py" .': [search('grep -r "def main" --include="*.py" .')],
    "egrep 'a|b' README.md": [search("egrep 'a|b' README.md")],
    "fgrep a.b README.md": [search("fgrep a.b README.md")],
    "rg TODO": [search("rg TODO")],
    "rg --files": [search("rg --files")],
    "grep": [search("grep")],
    "grep x": [search("grep x")],
    "grep x < log": [search("grep x")],
    "grep x -": [search("grep x -")],
    "grep x | wc -l": [search("grep x")],
    "grep -q x log && make": [search("grep -q x log"), another("&&")],
    "grep -l x *.py | xargs sed -i s/x/y/": [search("grep -l x *.py")],
    "make; grep x": [search("grep x"), another(";")],
    "echo $(grep -c x log)": [search("grep -c x log")],
    "make | echo $(grep x)": [search("grep x")],
    "git grep TODO": [],
    "git log --grep=x": [],
    "git log -S grep": [],
    "zgrep x log.gz": [],
    "pgrep -f server": [],
    "ripgrep x": [],
    "rgrep x": [],
    "ag x": [],
    "awk '/x/' log": [],
    "npm run grep": [],
    "GREP x log": [],
    "grep-changelog x": [],
}


@each(SEARCHING)
def test_agt_3_files_are_searched_with_grep(
    sut: Sut, command: str, findings: list[Finding]
) -> None:
    assert sut.apply(check(command)) == answer(*findings)


SEARCH_FILTERS: Commands = {
    **tolerated(
        "make | grep error",
        "make | egrep 'error|warning'",
        "make | fgrep a.b",
        "make | rg error",
        "make | grep",
        "make | grep -i error",
        "make | grep -v -c error",
        "make | grep error -",
        "make | grep -A 3 error",
        "make | grep -A3 error",
        "make | grep -m 1 -B 2 error",
        "make | grep --context 3 error",
        "make | grep --context=3 error",
        "make | grep --max-count=1 error",
        "make | grep --color error",
        "make | grep -e error",
        "make | grep -e error -e warning",
        "make | grep -eerror",
        "make | grep -ie error",
        "make | grep -nieerror",
        "make | grep --regexp error",
        "make | grep --regexp=error",
        "make | grep -f patterns",
        "make | grep --file=patterns",
        "make | grep -- error",
        "make | grep -- -error",
        "make | grep -e error --",
        "make | grep -D skip error",
        "make | grep --label log error",
        "make | rg -g *.py error",
        "make | rg -t py -C 2 error",
        "make | rg --glob *.py --type py error",
        "make | rg -j 4 error",
        "make | rg -E utf8 error",
    ),
    "make | grep error <&3": [search("grep error", advice=True)],
    "make 2>&1 | grep -i error": [search("grep -i error", advice=True)],
    "git log | grep Fix | grep -v test | head -3": [
        read("head -3", advice=True),
        search("grep Fix", advice=True),
        search("grep -v test", advice=True),
    ],
    "ps aux | grep server | awk '{print $1}'": [search("grep server", advice=True)],
    # With a file it is no filter
    "make | grep error log": [search("grep error log")],
    "make | grep error - log": [search("grep error - log")],
    "make | grep -r error src": [search("grep -r error src")],
    "make | grep -A 3 error log": [search("grep -A 3 error log")],
    "make | grep -Am error log": [search("grep -Am error log")],
    "make | grep -e error log": [search("grep -e error log")],
    "make | grep -eerror log": [search("grep -eerror log")],
    "make | grep -ie error log": [search("grep -ie error log")],
    "make | grep --regexp=error log": [search("grep --regexp=error log")],
    "make | grep -f patterns log": [search("grep -f patterns log")],
    "make | grep --file patterns log": [search("grep --file patterns log")],
    "make | grep -- error log": [search("grep -- error log")],
    "make | grep -e error -- log": [search("grep -e error -- log")],
    "make | grep --color always error": [search("grep --color always error")],
    "make | grep error < log": [search("grep error")],
    "make | grep error <(git log)": [search("grep error <(git log)")],
    "make | grep -g *.py error": [search("grep -g *.py error")],
    "make | rg -A 3 error src": [search("rg -A 3 error src")],
    "make | rg --json error src": [search("rg --json error src")],
    # Behind something forbidden it is none either
    "cat log | grep error": [read("cat log"), search("grep error")],
    "ls | grep py": [search("grep py"), files("ls")],
    "grep a log | grep b": [search("grep a log"), search("grep b")],
    "rg a | grep b | grep c": [search("rg a"), search("grep b"), search("grep c")],
    "git log | head f | grep x": [read("head f"), search("grep x")],
}


@each(SEARCH_FILTERS)
def test_agt_3_a_search_in_a_pipe_is_only_advised_against(
    sut: Sut, command: str, findings: list[Finding]
) -> None:
    assert sut.apply(check(command)) == answer(*findings)


# AGT-4

LISTING: Commands = {
    "ls": [files("ls")],
    "ls -la": [files("ls -la")],
    "ls src tests": [files("ls src tests")],
    "ls | wc -l": [files("ls")],
    "ls > list": [files("ls")],
    "find": [files("find")],
    "find . -name '*.py'": [files("find . -name '*.py'")],
    "find src -type f -exec grep -l x {} +": [files("find src -type f -exec grep -l x {} +")],
    "find . -name x -exec rm {} \\;": [files("find . -name x -exec rm {} \\;")],
    "find . | xargs rm": [files("find .")],
    "for f in $(ls); do echo $f; done": [files("ls"), another(";"), another(";")],
    "echo $(find . -name x)": [files("find . -name x")],
    "echo $(git log; ls)": [files("ls")],
    "make | ls src": [files("ls src")],
    "make | find . -name x": [files("find . -name x")],
    "make | find -name x": [files("find -name x")],
    "make | ls < src": [files("ls")],
    "find . | ls": [files("find ."), files("ls")],
    # Neither reads what a pipe brings, so neither is a filter
    "make | ls": [files("ls")],
    "make | ls -la": [files("ls -la")],
    "make | ls -I x": [files("ls -I x")],
    "make | ls --ignore=x -": [files("ls --ignore=x -")],
    "make | find": [files("find")],
    "make | find -depth": [files("find -depth")],
    "make |& sort | ls": [files("ls")],
    "make | sudo ls": [files("sudo ls")],
    "make | ls | head": [read("head"), files("ls")],
    "make | head | ls": [read("head", advice=True), files("ls")],
    "make | find . | grep x": [search("grep x"), files("find .")],
    "git ls-files": [],
    "lsof -i": [],
    "ll": [],
    "fd x": [],
    "tree": [],
    "dir": [],
    "npm ls": [],
    "docker ps": [],
    "echo *": [],
    "findmnt": [],
    "test -e ls": [],
}


@each(LISTING)
def test_agt_4_files_are_listed_with_glob(sut: Sut, command: str, findings: list[Finding]) -> None:
    assert sut.apply(check(command)) == answer(*findings)


# How the program of a simple command is found

NAMED: Commands = {
    "/bin/cat a": [read("/bin/cat a")],
    "./cat a": [read("./cat a")],
    "../bin/grep x a": [search("../bin/grep x a")],
    "/cat a": [read("/cat a")],
    "cat/ a": [],
    "cat/x a": [],
    "'cat' a": [read("'cat' a")],
    '"cat" a': [read('"cat" a')],
    "c'a't a": [read("c'a't a")],
    "\\cat a": [read("\\cat a")],
    "c\\at a": [read("c\\at a")],
    '"c\\at" a': [],
    "'c\\at' a": [],
    '"/usr/bin/"grep x a': [search('"/usr/bin/"grep x a')],
    "'/usr/bin/find' a": [files("'/usr/bin/find' a")],
    "'cat a'": [],
    "cat' ' a": [],
    "$(echo cat) a": [],
    "$(echo cat)/cat a": [read("$(echo cat)/cat a")],
    "`which ls` a": [],
    "ls$((1)) a": [],
    "$CAT a": [],
    "cat$X a": [],
    "${PREFIX}/cat a": [read("${PREFIX}/cat a")],
    "~/bin/cat a": [read("~/bin/cat a")],
    ">cat a": [],
    "> log cat a": [read("cat a")],
    "# cat a": [],
    "A=1 cat a": [read("A=1 cat a")],
    "A=1 _b2='c d' E+=f cat a": [read("A=1 _b2='c d' E+=f cat a")],
    "A= cat a": [read("A= cat a")],
    "A=cat a": [],
    "1A=1 cat a": [],
    "A[0]=1 cat a": [],
    "A-B=1 cat a": [],
    "'A'=1 cat a": [],
    "A\\=1 cat a": [],
    "Ä=1 cat a": [],
    "=1 cat a": [],
    "A+1 cat a": [],
    "A=$(cat b) make": [read("cat b")],
}


@each(NAMED)
def test_agt_2_agt_3_and_agt_4_a_program_is_found_by_its_name(
    sut: Sut, command: str, findings: list[Finding]
) -> None:
    assert sut.apply(check(command)) == answer(*findings)


PREFIXED: Commands = {
    # Words of the shell's own language
    "! grep -q x a": [search("! grep -q x a")],
    "{ cat a; }": [read("{ cat a"), another(";")],
    "if grep -q x a; then ls; else cat a; fi": [
        read("else cat a"),
        search("if grep -q x a"),
        files("then ls"),
        *[another(";")] * 3,
    ],
    "while grep -q x a; do cat b; done": [
        read("do cat b"),
        search("while grep -q x a"),
        another(";"),
        another(";"),
    ],
    "until ls a; do date; done": [files("until ls a"), another(";"), another(";")],
    "if make; then date; elif ls a; then date; fi": [files("elif ls a"), *[another(";")] * 4],
    "for f in *.py; do cat $f; done": [read("do cat $f"), another(";"), another(";")],
    "git log | while read x; do cat; done": [another(";"), another(";")],
    "git log | while head; do date; done": [
        read("while head", advice=True),
        another(";"),
        another(";"),
    ],
    "case $x in a) ls;; esac": [files("ls"), another(";"), another(";")],
    "function f { cat a": [],
    # Programs that run another one
    "sudo cat a": [read("sudo cat a")],
    "/usr/bin/sudo cat a": [read("/usr/bin/sudo cat a")],
    "'sudo' cat a": [read("'sudo' cat a")],
    "sudo -u me cat a": [read("sudo -u me cat a")],
    "sudo -ume cat a": [read("sudo -ume cat a")],
    "sudo -nu me cat a": [read("sudo -nu me cat a")],
    "sudo -nu cat a": [],
    "sudo -un cat a": [read("sudo -un cat a")],
    "sudo --user me cat a": [read("sudo --user me cat a")],
    "sudo --user=me cat a": [read("sudo --user=me cat a")],
    "sudo -E A=1 cat a": [read("sudo -E A=1 cat a")],
    "sudo -- cat a": [read("sudo -- cat a")],
    "sudo -- -n cat a": [],
    "sudo make cat a": [],
    "doas -u me cat a": [read("doas -u me cat a")],
    "env cat a": [read("env cat a")],
    "env A=1 B=2 cat a": [read("env A=1 B=2 cat a")],
    "env -i A=1 cat a": [read("env -i A=1 cat a")],
    "env -u A cat a": [read("env -u A cat a")],
    "env --chdir /a cat b": [read("env --chdir /a cat b")],
    "env --chdir=/a cat b": [read("env --chdir=/a cat b")],
    "env -S 'cat a'": [],
    "env": [],
    "command cat a": [read("command cat a")],
    "command -p cat a": [read("command -p cat a")],
    "command -- cat a": [read("command -- cat a")],
    "command -v cat": [],
    "command -V ls": [],
    "command -pv grep": [],
    "builtin cat a": [read("builtin cat a")],
    "exec cat a": [read("exec cat a")],
    "exec -a name cat a": [read("exec -a name cat a")],
    "nohup tail -f a &": [read("nohup tail -f a"), another("&")],
    "setsid tail -f a": [read("setsid tail -f a")],
    "nice cat a": [read("nice cat a")],
    "nice -n 5 cat a": [read("nice -n 5 cat a")],
    "nice -5 cat a": [read("nice -5 cat a")],
    "nice --adjustment 5 cat a": [read("nice --adjustment 5 cat a")],
    "ionice -c 3 cat a": [read("ionice -c 3 cat a")],
    "time cat a": [read("time cat a")],
    "time -p cat a": [read("time -p cat a")],
    "time -f %e cat a": [read("time -f %e cat a")],
    "timeout 5 cat a": [read("timeout 5 cat a")],
    "timeout -k 1 5 cat a": [read("timeout -k 1 5 cat a")],
    "timeout --signal KILL 5 cat a": [read("timeout --signal KILL 5 cat a")],
    "timeout --signal=KILL 5 cat a": [read("timeout --signal=KILL 5 cat a")],
    "timeout cat a": [],
    "timeout 60 make": [],
    "stdbuf -o L cat a": [read("stdbuf -o L cat a")],
    "stdbuf -oL cat a": [read("stdbuf -oL cat a")],
    "A=1 sudo env B=2 timeout 5 nice cat a": [read("A=1 sudo env B=2 timeout 5 nice cat a")],
    "time sudo make": [],
    "sudo": [],
    "time ls": [files("time ls")],
    # In a pipeline they change nothing
    "make | sudo head -n 3": [read("sudo head -n 3", advice=True)],
    "make | stdbuf -oL grep error": [search("stdbuf -oL grep error", advice=True)],
    "make | timeout 5 grep error a": [search("timeout 5 grep error a")],
    "timeout 60 make | tail -5": [read("tail -5", advice=True)],
    "sudo cat": [],
    "sudo head -n 5": [],
    # But one of them gives the program more files
    "git ls-files | xargs cat": [read("xargs cat")],
    "git ls-files | xargs grep -l x": [search("xargs grep -l x")],
    "git ls-files | xargs -0 -n 1 head -1": [read("xargs -0 -n 1 head -1")],
    "git ls-files | xargs -I {} cat {}": [read("xargs -I {} cat {}")],
    "git ls-files | xargs -P4 -n1 ls": [files("xargs -P4 -n1 ls")],
    "git ls-files | xargs --max-args 1 cat": [read("xargs --max-args 1 cat")],
    "git ls-files | sudo xargs cat": [read("sudo xargs cat")],
    "git ls-files | xargs sudo cat": [read("xargs sudo cat")],
    "git ls-files | xargs cat | head": [read("xargs cat"), read("head")],
    "xargs cat < list": [read("xargs cat")],
    "xargs cat": [read("xargs cat")],
    "xargs -a list cat": [read("xargs -a list cat")],
    "git ls-files | xargs": [],
    "git ls-files | xargs rm": [],
    "git ls-files | xargs -n cat rm": [],
    "git ls-files | xargs wc -l | tail -1": [read("tail -1", advice=True)],
    "watch cat a": [],
    "parallel cat ::: a": [],
    "strace cat a": [],
}


@each(PREFIXED)
def test_agt_2_agt_3_and_agt_4_what_stands_before_a_program_is_looked_through(
    sut: Sut, command: str, findings: list[Finding]
) -> None:
    assert sut.apply(check(command)) == answer(*findings)


WRITTEN_BY_AGENTS: Commands = {
    "make test": [],
    "uv run pytest -x -q tests/test_plan.py::test_one": [],
    "python -m pytest -k 'a and not b' --maxfail=1": [],
    "npm run build -- --mode production": [],
    "cargo test --all -- --nocapture": [],
    "go test ./... -run 'TestA|TestB' -count=1": [],
    "git status --porcelain": [],
    "git diff --stat HEAD~1 -- 'src/*.py'": [],
    "git log --oneline -20": [],
    "git add -A": [],
    'git commit -m "Fix the parser (closes #12); keep the tests"': [],
    "git commit --amend --no-edit": [],
    "gh pr create --title 'Fix' --body 'a && b'": [],
    'docker run --rm -v "$PWD":/work -w /work python:3.11 make test': [],
    "curl -s 'https://example.org/?a=1&b=2' -o out.json": [],
    "curl -s https://example.org | jq '.a | .b'": [],
    "python -c 'import sys; print(sys.version)'": [],
    "mkdir -p a/b/c": [],
    "mv a b": [],
    "sed -i 's/cat/dog/; s/ls/x/' a": [],
    "wc -l src/*.py": [],
    "jq -r '.scripts | keys[]' package.json": [],
    'planstate claim plan.md --worktree "$(pwd)"': [],
    "test -f a || touch a": [another("||")],
    "cd src && pytest -q 2>&1 | tail -30": [read("tail -30", advice=True)],
    "pytest -q 2>&1 | grep -E 'FAILED|ERROR' | head -20": [
        read("head -20", advice=True),
        search("grep -E 'FAILED|ERROR'", advice=True),
    ],
    "git diff | cat": [read("cat", advice=True)],
    "git branch --show-current | tee branch": [],
    "cat package.json | jq .version": [read("cat package.json")],
    "cat src/a.py | head -50": [read("cat src/a.py"), read("head -50")],
    "ls -la && cat README.md": [read("cat README.md"), files("ls -la"), another("&&")],
    "ls src/ tests/ 2>/dev/null": [files("ls src/ tests/")],
    "ls *.py 2>/dev/null || echo none": [files("ls *.py"), another("||")],
    "find . -type f -name '*.ts' | head -20": [
        read("head -20"),
        files("find . -type f -name '*.ts'"),
    ],
    "find . -name '*.pyc' -delete": [files("find . -name '*.pyc' -delete")],
    "find src -name '*.py' -print0 | xargs -0 grep -n 'import os'": [
        search("xargs -0 grep -n 'import os'"),
        files("find src -name '*.py' -print0"),
    ],
    "grep -rn 'TODO\\|FIXME' --include='*.py' src/ | wc -l": [
        search("grep -rn 'TODO\\|FIXME' --include='*.py' src/")
    ],
    "rg -l 'class Plan' -g '!tests' | sort": [search("rg -l 'class Plan' -g '!tests'")],
    "pip list | grep -i pytest": [search("grep -i pytest", advice=True)],
    "ps aux | grep -v grep | grep python": [
        search("grep -v grep", advice=True),
        search("grep python", advice=True),
    ],
    "sleep 5 && tail -n 50 server.log": [read("tail -n 50 server.log"), another("&&")],
    "npm start > server.log 2>&1 &": [another("&")],
    "export A=1; make": [another(";")],
    "source .venv/bin/activate && pytest": [another("&&")],
    "cat > a.py << 'EOF'\nprint('it')\nEOF": [NEWLINE, HERE_DOCUMENT],
    "git commit -m \"$(cat <<'EOF'\nFix\n\nBecause it's so.\nEOF\n)\"": [NEWLINE, HERE_DOCUMENT],
    "git add a.py && git commit -m 'Add a' && git push": [another("&&"), another("&&")],
    "[ -f a ] && echo yes": [another("&&")],
    "diff <(git show HEAD:a) a": [],
    "tail -c 200 <(git show HEAD:a)": [read("tail -c 200 <(git show HEAD:a)")],
    "echo 'text' >> notes.md": [],
    "cat notes.md >> all.md": [read("cat notes.md")],
    "cat /dev/null > log": [read("cat /dev/null")],
    "kill $(pgrep -f server)": [],
    "kill $(ps aux | grep server | awk '{print $2}')": [search("grep server", advice=True)],
    "vim $(rg -l TODO)": [search("rg -l TODO")],
}


@each(WRITTEN_BY_AGENTS)
def test_agt_6_commands_that_agents_write_are_answered(
    sut: Sut, command: str, findings: list[Finding]
) -> None:
    assert sut.apply(check(command)) == answer(*findings)
