"""Shell commands as agents write them, from pieces that mean something to a shell."""

from hypothesis import strategies as st

from conformance.generators.situation import choose, one_in, positions

WORDS = ("make", "cat", "grep", "ls", "echo", "head", "tail", "egrep", "fgrep", "rg", "find")
ODD_WORDS = (
    "/bin/cat",
    "./head",
    "\\cat",
    "'tail'",
    '"c\\at"',
    '"$(x)/cat"',
    "'' cat",
    "cat/",
    "cd",
)
OPTIONS = ("-n", "-e", "-nf", "-n5", "-5n", "-Ae", "-nn", "--", "-", "--lines", "--lines=5", "'-n'")
LONG_OPTIONS = ("--regexp", "--regexp=x", "--file=p", "--include", "--exclude=x", "--type")
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
    "٣",
    '"\\-n"',
)
SUBSTITUTIONS = (
    "$(cat f)",
    "`ls`",
    '"$(grep x | head)"',
    "<(cat)",
    '"<(cat)"',
    "'-n'$(a (b) c)",
    "'-n'`make`",
    "'-n'$((1 << 2))",
)
REDIRECTIONS = ("2>&1", "<in", ">x", "2 >x", "<<<x", "2&>x", ">|x", "<>x", "٣<f", "<< E", "<<-E")
ARGUMENTS = (*OPTIONS, *LONG_OPTIONS, *OPTIONS, *OPERANDS, *SUBSTITUTIONS, *REDIRECTIONS)

PREFIXES = ("sudo", "env", "CI=1", "nohup", "time", "command", "xargs", "timeout 5", "!", "{", "if")
LONG_PREFIXES = (
    "sudo -u root",
    "sudo -Hu root --",
    "/usr/bin/env - A=1",
    "env -i --unset A",
    "env --unset=A",
    "B+=x",
    "1A=x",
    "ü=x",
    "A='/env' -i",
    "timeout -k 1 5",
    "timeout -- 5",
    "command -v",
    "command -pV",
    "command -p --V",
    "xargs -n 1",
    "xargs -I{}",
    "nice -n",
)
JOINTS = (" | ", " && ", " ; ", " || ", "|", " & ", "\n", " |& ", ";", "&&", " \\\n", "\\\n", "\t")
ODD = (
    "'",
    '"',
    "\\",
    "\\\\",
    "\n",
    "'\n'",
    "$(",
    ")",
    "`",
    "#",
    " #",
    "<<E",
    "(",
    "))",
    "$((",
    "<(",
    "2>",
    "\r",
    " '-n'\"",
)
AROUND = (("$(", ")"), ("(", ")"), ("`", "`"), ('"$(', ')"'), ("echo <(", ")"), ("$( (", ") )"))
PIPES = ("make | ", "make |& ", "| ")
CHANGES = ("cd sub && ", "cd sub&&", "cd && ", "cd a b && ", "'cd' $(cat f) && ", "cd > && ")
STARTS = ("",) * 24 + PIPES * 6 + CHANGES
"""What a command begins with: behind a pipe, programs are only advised against."""
ANY_WORDS = WORDS * 4 + ODD_WORDS


@st.composite
def shell_commands(draw: st.DrawFn) -> str:
    """Return commands of one to three parts, now and then with something odd in or behind them."""
    command = choose(draw, STARTS) + choose_part(draw)
    for _ in range(max(draw(positions(4)) - 1, 0)):
        command += choose(draw, JOINTS) + choose_part(draw)
    for _ in range(max(draw(positions(5)) - 2, 0)):
        at_the_end = draw(one_in(2))
        place = len(command) if at_the_end else draw(positions(len(command) + 1))
        command = command[:place] + choose(draw, ODD) + command[place:]
    return command


def choose_part(draw: st.DrawFn) -> str:
    """Return a simple command, now and then in a substitution or a subshell."""
    command = choose_simple_command(draw)
    if draw(one_in(6)):
        opening, closing = choose(draw, AROUND)
        return opening + command + closing
    return command


def choose_simple_command(draw: st.DrawFn) -> str:
    """Return a program with up to three arguments, now and then behind others that run it."""
    words: list[str] = []
    while len(words) < 2 and draw(one_in(4)):
        words.append(choose(draw, LONG_PREFIXES if draw(one_in(2)) else PREFIXES))
    words.append(choose(draw, ANY_WORDS))
    words += [choose(draw, ARGUMENTS) for _ in range(draw(positions(4)))]
    return " ".join(words)
