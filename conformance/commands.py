"""Commands as agents write them: drawn from pieces that mean something to a shell."""

from conformance.choices import Choices

WORDS = ("make", "pytest", "cat", "head", "grep", "rg", "find", "ls", "echo", "cargo", "git")
ARGUMENTS = ("a.txt", "-n", "5", "'a b'", '"x;y"', "$(cat f)", "`ls`", "--flag", "\\;", "ü", "''")
PREFIXES = ("sudo", "env", "CI=1", "nohup", "time", "command", "xargs")
JOINTS = (" | ", " && ", " ; ", " || ", "|", " & ", "\n", " <<EOF ", " > ", " < ", "; ", " \\\n")
ODD = ("'", '"', "\\", "\n", "$(", ")", "`", "#", "cd sub && ", "cat")


def random_command(choices: Choices) -> str:
    """Draw a command of one to three parts, rarely with something odd around it."""
    parts = [simple_command(choices)]
    for _ in range(max(choices.below(4) - 1, 0)):
        parts += [choices.one_of(JOINTS), simple_command(choices)]
    if choices.rarely(5):
        parts.insert(choices.below(len(parts) + 1), choices.one_of(ODD))
    start = "cd sub && " if choices.rarely(6) else ""
    end = choices.one_of(ODD) if choices.rarely(8) else ""
    return start + "".join(parts) + end


def simple_command(choices: Choices) -> str:
    """Draw a program with up to two arguments, now and then behind another that runs it."""
    words = [choices.one_of(PREFIXES)] if choices.rarely(5) else []
    words.append(choices.one_of(WORDS))
    words += [choices.one_of(ARGUMENTS) for _ in range(choices.below(3))]
    return " ".join(words)
