"""Agent commands: what an agent may run in a shell, and which tool to use instead."""

from spec.rules.rule import Area, Rule

_OPERATIONS = ("CheckCommand",)


def _advice(allowed: str) -> tuple[str, ...]:
    return (
        "The finding is only advice if the command is not the first of its pipeline, none of those "
        "before it in the pipeline is itself a finding of AGT-2, AGT-3 or AGT-4 that is more than "
        f"advice, and it does not read files by name{allowed}.",
        "Commands inside substitutions are looked at in the same way, in their own pipelines.",
    )


ONE_LINE = Rule(
    id="AGT-1",
    title="A command is one whole line",
    sentences=(
        "A command MUST be one line that does not ask for another; each of the following is a "
        "finding, once for a command however often it occurs, with these `words`.",
        "`newline`: there is a newline anywhere in the command, in quotes too; the one that the "
        "command format drops at the end does not count.",
        "`trailing backslash`: the command, or a line in it that a newline ends, ends in an odd "
        "number of backslashes.",
        "`here-document`: one of the operators `<<` and `<<-` is read.",
        "`unclosed quote`: a quote, a substitution or `$((` is never closed.",
    ),
    operations=_OPERATIONS,
    source="RCR D06; the unclosed quote is decided here",
    why=(
        "A command of several lines makes the agent's host ask a person, and work that nobody "
        "watches stands still."
    ),
)

READ = Rule(
    id="AGT-2",
    title="Files are read with Read",
    sentences=(
        "A simple command whose program is named `cat`, `head` or `tail` MUST be a finding, with "
        "`Read` as the tool to use instead, unless it is the only one of its pipeline and does not "
        "read files by name.",
        *_advice(""),
    ),
    operations=_OPERATIONS,
    source="RCR D06",
)

SEARCH = Rule(
    id="AGT-3",
    title="Files are searched with Grep",
    sentences=(
        "A simple command whose program is named `grep`, `egrep`, `fgrep` or `rg` MUST be a "
        "finding, with `Grep` as the tool to use instead.",
        *_advice(", where the pattern is no file"),
    ),
    operations=_OPERATIONS,
    source="RCR D06",
)

LIST = Rule(
    id="AGT-4",
    title="Files are listed with Glob",
    sentences=(
        "A simple command whose program is named `find` or `ls` MUST be a finding, with `Glob` as "
        "the tool to use instead.",
        "It is never advice: neither of them reads what a pipe brings, so neither is a filter.",
    ),
    operations=_OPERATIONS,
    source="RCR D06",
)

ONE_COMMAND = Rule(
    id="AGT-5",
    title="One command per call",
    sentences=(
        "Each of the operators `;`, `&&`, `||` and `&` at the level of the text MUST be a finding, "
        "with the operator as its `words`.",
        "The one exception is the first control operator at that level, if it is `&&` and what "
        "stands before it is exactly two words, the first of them with the value `cd`, and no "
        "redirection: `cd DIR && COMMAND` is one command.",
        "Operators inside substitutions are not looked at, and neither are pipes.",
    ),
    operations=_OPERATIONS,
    source="RCR D06",
    why="Of several commands in one call, nobody can allow the one and refuse the other.",
)

ANSWER = Rule(
    id="AGT-6",
    title="The answer lists every finding",
    sentences=(
        "The answer MUST list every finding of AGT-1 to AGT-5, in the order of these rules.",
        "Findings of AGT-1 come in the order in which that rule names them, those of each of "
        "AGT-2, AGT-3 and AGT-4 in the order of the places where their simple commands' first "
        "words begin, and those of AGT-5 in the order of the operators.",
        "A finding of AGT-2, AGT-3 or AGT-4 has as its `words` all words of the simple command as "
        "they are written, from the first to the last, with one space between them, and of that no "
        "more than the first 200 characters; redirections are not part of it.",
        "A finding of AGT-1 or AGT-5 names no tool and is never advice.",
        "The command is `allowed` exactly if every finding is advice.",
        "Every text is answered, and none is rejected: no plan is looked at, so that a command is "
        "also answered for a plan that is not registered.",
    ),
    operations=_OPERATIONS,
    source="RCR D06; behaviour, section 11",
    why="An agent that is told only the first fault of a command has to ask once for each of them.",
)

AREA = Area(
    name="agents",
    prefix="AGT",
    title="Agent commands",
    introduction=(
        "A command that an agent wants to run in a shell is checked before it runs. An agent has "
        "tools of its own for reading, searching and listing files, which ask nobody and answer in "
        "a form that it can use; the shell is for building, testing and committing. The check is "
        "guidance and no protection: it reads a command as text and runs nothing, and what a "
        "script or a string given to another shell does, it does not see."
    ),
    rules=(ONE_LINE, READ, SEARCH, LIST, ONE_COMMAND, ANSWER),
    vocabulary=("agents",),
    properties=("STP-2",),
)
