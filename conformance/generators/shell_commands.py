"""Shell commands as agents write them, from tokens that are significant to a shell."""

from hypothesis import strategies as st

from conformance.generators.draws import choose, one_in, positions

WORDS = (
    *("make", "cat", "grep", "ls", "echo", "head", "tail", "sed", "find", "awk"),
    *("git grep", "rg --files", "sed 5q"),
)
ODD_WORDS = (
    *("/bin/cat", "\\cat", "'tail'", '"c\\at"', "cat/", "cd", "rg", "fgrep", "less", "tree", "fd"),
    *("git -C a grep", "git commit -m", "git --no-pager grep", "printf", "$MAKE", "ba[ts]", "sudo"),
    *("if", "{", "time", "A=1 cat", "B+=x ls", "1A=x", "'A'=1", "xargs grep", "[[", "ack", "bat"),
    *("sed '1,$!d'", "nl", "git --git-dir a grep", "[", "fdfind", "rgrep"),
)
OPTIONS = ("-n", "-q", "-f", "-20f", "-i", "-i.bak", "--", "-", "--follow=name", "--silent", "'-n'")
LONG_OPTIONS = ("-delete", "-name x", "-exec", "-size 1", "-x", "--exec-batch", "--in-place", "-in")
MORE_OPTIONS = ("-En", "-ri", "-ne", "-F", "-v", "--help", "--version", "--files", "--work-tree")
OPERANDS = (
    "a.txt",
    "5",
    "'a b'",
    '"x;y"',
    '"\\"\\a"',
    "\\;",
    "ü",
    "''",
    "'#'",
    "a#b",
    '"\\-n"',
    "٣",
)
VARIABLES = (
    *("$HOME", '"$1"', "${A}", "${A:-b}", '"${A}"', "'$('", '"a$"', "$'a'"),
    *('"$(date)"', "$(date)"),
)
REDIRECTIONS = (
    *("2>&1", "<in", ">x", "2 >x", "<<<x", "&>x", "2&>x", ">|x", "<>x", "1>>x", "<< E"),
    *(">&x", ">&2", ">& 1-", ">&$A", "3<in", "3<<<x", "0<in"),
)
ARGUMENTS = (*OPTIONS, *LONG_OPTIONS, *MORE_OPTIONS, *OPTIONS, *OPERANDS, *VARIABLES, *REDIRECTIONS)
JOINTS = (" | ", " && ", " ; ", " || ", "|", " & ", " |& ", ";", "&&", "\t|\t", "\n", " \\\n")
ODD = (
    "'",
    '"',
    "\\",
    "\n",
    "'\n'",
    "$(",
    ")",
    "`",
    " #",
    "<<-E",
    "(",
    "2>",
    "\r",
    ";",
    " &",
    "&& ",
)
CHANGES = ("cd sub && ", "cd sub&&", "cd && ", "cd a b && ", "'cd' a && ", "cd a > b && ")
COMMITS = ("git commit -m 'a\n\nb' ", "git commit -F - << E\n")
STARTS = ("",) * 24 + ("make | ", "make |& ", "| ", "ls && make | ") * 4 + CHANGES + COMMITS
"""What a command begins with: behind a pipe, programs are only advised against, whatever an
earlier pipeline runs."""
ENDS = ("",) * 4 + (" > a",)
ANY_WORDS = WORDS * 4 + ODD_WORDS


@st.composite
def shell_commands(draw: st.DrawFn) -> str:
    """Return commands of one to three parts, now and then with an unusual token."""
    command = choose(draw, STARTS) + choose_simple_command(draw)
    for _ in range(max(draw(positions(4)) - 1, 0)):
        command += choose(draw, JOINTS) + choose_simple_command(draw)
    command += choose(draw, ENDS)
    for _ in range(max(draw(positions(5)) - 3, 0)):
        at_the_end = draw(one_in(2))
        place = len(command) if at_the_end else draw(positions(len(command) + 1))
        command = command[:place] + choose(draw, ODD) + command[place:]
    return command


def choose_simple_command(draw: st.DrawFn) -> str:
    """Return a program with up to three arguments."""
    words = [choose(draw, ANY_WORDS)]
    words += [choose(draw, ARGUMENTS) for _ in range(draw(positions(4)))]
    return " ".join(words)
