"""Agent commands: what an agent may run in a shell, and which tool to use instead.

How the text of a command is read stands in `spec.formats.shell_commands`.
"""

from spec.rules.rule import Area, Clause, Rule

_OPERATIONS = ("CheckCommand",)


_ADVICE = "decided here: a filter at the end of a pipe reads what no tool could read"
_SUBSTITUTION = "decided here: a substitution runs its commands too"

ONE_LINE = Rule(
    id="AGT-1",
    title="A command is one whole line",
    clauses=(
        Clause(
            "AGT-1.1",
            "The check MUST report `newline` when a newline occurs anywhere in the command "
            "(SHL-1.1), in quotes too.",
        ),
        Clause(
            "AGT-1.2",
            "The check MUST report `trailing backslash` when the command, or a line in it, ends in "
            "an odd number of backslashes.",
        ),
        Clause(
            "AGT-1.3",
            "The check MUST report `here-document` when it reads one of the operators `<<` and "
            "`<<-`.",
        ),
        Clause(
            "AGT-1.4",
            "The check MUST report `unclosed quote` when a quote, a substitution or `$((` is "
            "unclosed (SHL-4.1).",
            source="decided here: the shell would ask for another line",
        ),
        Clause(
            "AGT-1.5",
            "The check MUST report each of these words at most once for a command.",
            source="decided here: once is enough to be told",
        ),
    ),
    operations=_OPERATIONS,
    source="seeds 000, lines 77, 205-216, 626; seeds 001, lines 30, 117",
    why=(
        "A command of several lines makes the agent's host ask a person, and work that nobody "
        "watches stands still."
    ),
)

READ = Rule(
    id="AGT-2",
    title="Files are read with Read",
    clauses=(
        Clause(
            "AGT-2.1",
            "The check MUST report a simple command whose program is named `cat`, `head` or "
            "`tail`, with `Read` as the tool to use instead.",
        ),
        Clause(
            "AGT-2.2",
            "The check MUST NOT report such a command when it is alone in its pipeline and does "
            "not read files by name (SHL-8).",
            source="decided here: it reads nothing that the tool could read",
        ),
        Clause(
            "AGT-2.3",
            "A finding of AGT-2 MUST NOT be advice when its command is the first of its pipeline.",
            source=_ADVICE,
        ),
        Clause(
            "AGT-2.4",
            "A finding of AGT-2 MUST NOT be advice when its command reads files by name (SHL-8).",
            source=_ADVICE,
        ),
        Clause(
            "AGT-2.5",
            "A finding of AGT-2 MUST NOT be advice after a command of the same pipeline with a "
            "finding of AGT-2, AGT-3 or AGT-4 that is not advice.",
            source=_ADVICE,
        ),
        Clause(
            "AGT-2.6",
            "Every other finding of AGT-2 MUST be advice.",
            source=_ADVICE,
        ),
        Clause(
            "AGT-2.7",
            "The check MUST apply AGT-2 to the commands inside substitutions, in their own "
            "pipelines.",
            source=_SUBSTITUTION,
        ),
    ),
    operations=_OPERATIONS,
    source="seeds 000, lines 207, 626; seeds 001, line 113",
)

SEARCH = Rule(
    id="AGT-3",
    title="Files are searched with Grep",
    clauses=(
        Clause(
            "AGT-3.1",
            "The check MUST report a simple command whose program is named `grep`, `egrep`, "
            "`fgrep` or `rg`, with `Grep` as the tool to use instead.",
        ),
        Clause(
            "AGT-3.2",
            "A finding of AGT-3 MUST NOT be advice when its command is the first of its pipeline.",
            source=_ADVICE,
        ),
        Clause(
            "AGT-3.3",
            "A finding of AGT-3 MUST NOT be advice when its command reads files by name (SHL-8).",
            source=_ADVICE,
        ),
        Clause(
            "AGT-3.4",
            "A finding of AGT-3 MUST NOT be advice after a command of the same pipeline with a "
            "finding of AGT-2, AGT-3 or AGT-4 that is not advice.",
            source=_ADVICE,
        ),
        Clause(
            "AGT-3.5",
            "Every other finding of AGT-3 MUST be advice.",
            source=_ADVICE,
        ),
        Clause(
            "AGT-3.6",
            "The check MUST apply AGT-3 to the commands inside substitutions, in their own "
            "pipelines.",
            source=_SUBSTITUTION,
        ),
    ),
    operations=_OPERATIONS,
    source="seeds 000, lines 207, 626; seeds 001, line 114",
)

LIST = Rule(
    id="AGT-4",
    title="Files are listed with Glob",
    clauses=(
        Clause(
            "AGT-4.1",
            "The check MUST report a simple command whose program is named `find` or `ls`, with "
            "`Glob` as the tool to use instead.",
        ),
        Clause(
            "AGT-4.2",
            "A finding of AGT-4 MUST NOT be advice.",
            source="decided here: these programs do not read what a pipe brings",
        ),
        Clause(
            "AGT-4.3",
            "The check MUST apply AGT-4 to the commands inside substitutions, in their own "
            "pipelines.",
            source=_SUBSTITUTION,
        ),
    ),
    operations=_OPERATIONS,
    source="seeds 000, lines 207, 626; seeds 001, line 115",
)

ONE_COMMAND = Rule(
    id="AGT-5",
    title="One command per call",
    clauses=(
        Clause(
            "AGT-5.1",
            "The check MUST report each operator `;`, `&&`, `||` and `&` at the level of the text, "
            "with the operator as its `words`.",
        ),
        Clause(
            "AGT-5.2",
            "The check MUST NOT report the `&&` of `cd DIR && COMMAND`.",
            source="seeds 001, line 116",
        ),
        Clause(
            "AGT-5.3",
            "The `&&` of `cd DIR && COMMAND` is the first control operator of the text, after two "
            "words without a redirection, the first with the value `cd`.",
            source="seeds 001, line 116",
        ),
        Clause(
            "AGT-5.4",
            "The check MUST NOT report operators inside substitutions, and pipes.",
            source="decided here: a pipeline is one command",
        ),
    ),
    operations=_OPERATIONS,
    source="seeds 001, lines 116-118",
    why="Of several commands in one call, nobody can allow the one and refuse the other.",
)

ANSWER = Rule(
    id="AGT-6",
    title="The answer lists every finding",
    clauses=(
        Clause(
            "AGT-6.1",
            "The answer MUST list every finding of AGT-1 to AGT-5, in the order of these rules.",
        ),
        Clause(
            "AGT-6.2",
            "The answer MUST list findings of AGT-1 in the order of its clauses.",
        ),
        Clause(
            "AGT-6.3",
            "The answer MUST list findings of AGT-2, of AGT-3 and of AGT-4 in the order in which "
            "their simple commands begin.",
        ),
        Clause(
            "AGT-6.4",
            "The answer MUST list findings of AGT-5 in the order of the operators.",
        ),
        Clause(
            "AGT-6.5",
            "The `words` of a finding of AGT-2, AGT-3 or AGT-4 MUST be all words of its simple "
            "command, as written, separated by one space.",
        ),
        Clause(
            "AGT-6.6",
            "These `words` MUST be cut to their first 200 characters.",
        ),
        Clause(
            "AGT-6.7",
            "These `words` MUST NOT include redirections.",
        ),
        Clause(
            "AGT-6.8",
            "A finding of AGT-1 or AGT-5 MUST NOT name a tool.",
        ),
        Clause(
            "AGT-6.9",
            "A finding of AGT-1 or AGT-5 MUST NOT be advice.",
        ),
        Clause(
            "AGT-6.10",
            "`allowed` MUST be true exactly when every finding is advice.",
        ),
        Clause(
            "AGT-6.11",
            "The check MUST answer every command and reject none, whatever its text and its plan.",
        ),
    ),
    operations=_OPERATIONS,
    source="decided here: the seeds forbid commands without saying how an agent is told",
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
