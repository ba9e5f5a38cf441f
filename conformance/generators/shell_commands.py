"""Commands as agents write them: drawn from pieces that mean something to a shell."""

from conformance.generators.choices import Choices

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
ARGUMENTS = (OPTIONS, LONG_OPTIONS, OPTIONS, OPERANDS, SUBSTITUTIONS, REDIRECTIONS)

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


def random_command(choices: Choices) -> str:
    """Draw a command of one to three parts, now and then with something odd in or behind it."""
    # What is odd is drawn first: long commands leave nothing to choose it with.
    odd = [(choices.one_of(ODD), choices.below(256)) for _ in range(max(choices.below(5) - 2, 0))]
    parts = [start(choices), part(choices)]
    for _ in range(max(choices.below(4) - 1, 0)):
        parts += [choices.one_of(JOINTS), part(choices)]
    command = "".join(parts)
    for piece, chosen in odd:
        place = chosen % (len(command) + 1) if chosen < 128 else len(command)
        command = command[:place] + piece + command[place:]
    return command


def start(choices: Choices) -> str:
    """Draw what the command begins with: behind a pipe, programs may be only advised against."""
    if choices.rarely(2):
        return choices.one_of(CHANGES if choices.rarely(4) else PIPES)
    return ""


def part(choices: Choices) -> str:
    """Draw a simple command, now and then in a substitution or a subshell."""
    command = simple_command(choices)
    if choices.rarely(6):
        opening, closing = choices.one_of(AROUND)
        return opening + command + closing
    return command


def simple_command(choices: Choices) -> str:
    """Draw a program with up to three arguments, now and then behind others that run it."""
    words: list[str] = []
    while len(words) < 2 and choices.rarely(4):
        words.append(choices.one_of(LONG_PREFIXES if choices.rarely(2) else PREFIXES))
    words.append(choices.one_of(ODD_WORDS if choices.rarely(6) else WORDS))
    words += [choices.one_of(choices.one_of(ARGUMENTS)) for _ in range(choices.below(4))]
    return " ".join(words)
