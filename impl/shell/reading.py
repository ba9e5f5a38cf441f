"""The command format (SHL): a text as pipelines of simple commands, as far as it can be read."""

import re
from dataclasses import dataclass, field

from spec.formats.shell_programs import KEYWORDS

_CONTROL = r"\x00-\x1f\x7f"
_CONTROL_BUT_TAB = r"\x00-\x08\x0a-\x1f\x7f"
_ESCAPE = rf"\\[^{_CONTROL}]"
_NAME = r"(?!\{(?![A-Za-z0-9_]+\}))"  # SHL-10.8: after `${`, a name and `}`
_IN_SINGLE = rf"'[^'{_CONTROL_BUT_TAB}]*"
_IN_DOUBLE = rf'"(?:[^"\\`${_CONTROL_BUT_TAB}]|{_ESCAPE}|\\\Z|\$(?!\(){_NAME})*'
_PLAIN = rf"[^ |&;<>()`'\"\\${_CONTROL}]"

WORD = re.compile(
    rf"(?!\#)(?:{_PLAIN}|{_ESCAPE}|\$(?![('\"]){_NAME}|{_IN_SINGLE}'|{_IN_DOUBLE}\")+"
)
UNFINISHED = re.compile(rf"{_IN_SINGLE}\Z|{_IN_DOUBLE}\Z")
BEHIND_A_WORD = re.compile(rf"\Z|[ |&;<>()`{_CONTROL}]")
WHITE_SPACE = re.compile(r"[ \t]*")
HERE_DOCUMENT = re.compile(r"[0-9]*<<(?!<)")
REDIRECTION = re.compile(r"([0-9]*)(<<<|<>|<&|<|>>|>&|>\||>)|()(&>>|&>)")
OPERATOR = re.compile(r"\|\||\|&|\||&&|&|;")
ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\+?=")
QUOTED = re.compile(r"""'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)""")
ESCAPED_IN_QUOTES = re.compile(r'\\(["\\$`])')

PIPES = ("|", "|&")


@dataclass(frozen=True, slots=True)
class Word:
    """A word as written."""

    text: str

    @property
    def value(self) -> str:
        """Return the word without quotes and the backslashes of escapes (SHL-12.3)."""
        return QUOTED.sub(_unquoted, self.text)

    @property
    def name(self) -> str:
        """Return what is behind the last `/` of the value (SHL-12.5)."""
        return self.value.rsplit("/", 1)[-1]

    @property
    def names_a_file(self) -> bool:
        """Return whether `>&` before the word writes to a file (SHL-12.9)."""
        number = self.value.removesuffix("-")
        return "$" not in self.value and number.strip("0123456789") != ""


def _unquoted(found: re.Match[str]) -> str:
    single, double, escaped = found.groups()
    if double is not None:
        return ESCAPED_IN_QUOTES.sub(r"\1", double)  # SHL-12.4
    return single if single is not None else escaped


@dataclass(slots=True)
class SimpleCommand:
    """The assignments of a simple command, its program and what follows it.

    `writes` says that its output goes to a file (SHL-12.8, SHL-12.9); `inputs` are the operators
    by which it is given a file or a text to read.
    """

    assignments: list[Word] = field(default_factory=list)
    called: list[Word] = field(default_factory=list)
    is_redirected: bool = False
    writes: bool = False
    inputs: set[str] = field(default_factory=set)

    @property
    def words(self) -> list[Word]:
        """Return all words, in their order."""
        return [*self.assignments, *self.called]

    def add(self, text: str) -> bool:
        """Add a word and return whether it may stand there (SHL-11.5, SHL-12.2)."""
        if not self.called and ASSIGNMENT.match(text):
            self.assignments.append(Word(text))
            return True
        if not self.called and text in KEYWORDS:
            return False
        self.called.append(Word(text))
        return True

    def redirect(self, digits: str, operator: str, target: Word) -> None:
        """Note a redirection."""
        self.is_redirected = True
        plain = operator in (">", ">>", ">|") and digits in ("", "1")
        both = operator == ">&" and not digits and target.names_a_file
        self.writes = self.writes or plain or both or operator in ("&>", "&>>")
        if operator in ("<", "<<<"):
            self.inputs.add(operator)


@dataclass(slots=True)
class Reading:
    """What was read of a command, and where reading stopped.

    `separators[n]` stands behind `pipelines[n]`.
    """

    pipelines: list[list[SimpleCommand]] = field(default_factory=list)
    separators: list[str] = field(default_factory=list)
    is_complete: bool = False
    here_document: bool = False
    unclosed: bool = False

    @property
    def commands(self) -> list[SimpleCommand]:
        """Return the simple commands; of an incomplete reading, the last one may be in part."""
        return [command for pipeline in self.pipelines for command in pipeline]


def read(text: str) -> Reading:
    """Read a command to its end, or to where reading stops."""
    reading = Reading()
    at = WHITE_SPACE.match(text).end()  # type: ignore[union-attr]
    if at == len(text):
        reading.is_complete = True
        return reading
    reading.pipelines.append([SimpleCommand()])
    while at < len(text):
        behind = _piece(text, at, reading)
        if behind is None:
            return reading
        at = WHITE_SPACE.match(text, behind).end()  # type: ignore[union-attr]
    last = reading.pipelines[-1]
    if len(last) == 1 and not last[0].words and not last[0].is_redirected:
        # Behind the last operator, which may be `;` or `&` (SHL-11.7).
        reading.pipelines.pop()
        reading.is_complete = reading.separators[-1] in (";", "&")
    else:
        reading.is_complete = bool(last[-1].called)
    return reading


def _piece(text: str, at: int, reading: Reading) -> int | None:
    """Read what begins at a place and return where it ends, or `None` where reading stops."""
    command = reading.pipelines[-1][-1]
    if HERE_DOCUMENT.match(text, at):
        reading.here_document = True
        return None
    if found := REDIRECTION.match(text, at):
        digits, operator = found[1] or found[3] or "", found[2] or found[4]
        at = WHITE_SPACE.match(text, found.end()).end()  # type: ignore[union-attr]
        end = _word(text, at, reading)
        if end is not None:
            command.redirect(digits, operator, Word(text[at:end]))
        return end
    if found := OPERATOR.match(text, at):
        if not command.called:
            return None
        if found.group() in PIPES:
            reading.pipelines[-1].append(SimpleCommand())
        else:
            reading.separators.append(found.group())
            reading.pipelines.append([SimpleCommand()])
        return found.end()
    end = _word(text, at, reading)
    return end if end is not None and command.add(text[at:end]) else None


def _word(text: str, at: int, reading: Reading) -> int | None:
    """Return where a word ends, or `None` if there is none that can be read to its end."""
    found = WORD.match(text, at)
    end = found.end() if found else at
    if found and BEHIND_A_WORD.match(text, end):
        return end
    reading.unclosed = UNFINISHED.match(text, end) is not None
    return None
