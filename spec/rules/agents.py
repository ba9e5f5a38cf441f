"""Agent commands: what an agent may run in a shell, and which tool to use instead.

For how the text of a command is parsed, see `spec.formats.shell_commands`.
"""

from spec.amendments.changes_2026_2 import (
    CHAINS_BELONG_TOGETHER,
    COMMITS_IN_ONE_LINE,
    DECLARED_SHELL_SUBSET,
    TOOLS_THAT_SERVE,
)
from spec.rules.rule import Area, Clause, Rule

_OPERATIONS = ("CheckCommand",)

_ADVICE = "decided here: a filter at the end of a pipe reads what no tool could read"
ONE_LINE = Rule(
    id="AGT-1",
    title="A command is one complete line",
    clauses=(
        Clause(
            "AGT-1.1",
            "The check MUST report `newline` when a newline occurs anywhere in the command "
            "(SHL-9.1), in quotes too.",
        ),
        Clause(
            "AGT-1.2",
            "The check MUST report `trailing backslash` when the command, or a line in it, ends in "
            "an odd number of backslashes.",
        ),
        Clause(
            "AGT-1.3",
            "The check MUST report `here-document` when reading stops before `<<`, with or without "
            "digits before it and `-` behind it, except where the target of a redirection is "
            "missing.",
        ),
        Clause(
            "AGT-1.4",
            "The check MUST report `unclosed quote` when reading reaches the end of the text "
            "inside quotes, also behind a backslash that ends the text.",
            source="decided here: the shell would ask for another line",
        ),
        Clause(
            "AGT-1.5",
            "The check MUST report each of these words at most once for a command.",
            source="decided here: once is enough to be told",
        ),
    ),
    operations=_OPERATIONS,
    source="seeds 000, lines 77, 96, 205-216, 626; seeds 001, lines 30, 117",
    why=(
        "A command of several lines makes the agent's host ask a person for approval, and "
        "unattended work stalls."
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
            "The check MUST NOT report such a command when it is alone in its pipeline and its "
            "program is its last word.",
            until=TOOLS_THAT_SERVE,
            source="decided here: it reads nothing that the tool could read",
        ),
        Clause(
            "AGT-2.3",
            "A finding of AGT-2 MUST NOT be advice when its command is the first of its pipeline.",
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
            "AGT-2.8",
            "The check MUST report a simple command whose program is named `less`, `more`, `bat`, "
            "`batcat`, `nl`, `tac`, `awk`, `gawk` or `mawk` in the same way.",
            since=TOOLS_THAT_SERVE,
        ),
        Clause(
            "AGT-2.9",
            "The check MUST report `sed` in the same way when it prints lines and none of its "
            "words edits in place (AGT-7.3, AGT-7.5).",
            since=TOOLS_THAT_SERVE,
        ),
        Clause(
            "AGT-2.10",
            "AGT-2 MUST NOT report the first command of a pipeline when the value of every word "
            "behind its program begins with `-` and it has no redirection `<`.",
            since=TOOLS_THAT_SERVE,
            source="A47; decided here: it reads nothing that the tool could read",
        ),
        Clause(
            "AGT-2.11",
            "`sed` prints lines with a word whose value is `--quiet` or `--silent`, or begins with "
            "`-`, any of `E`, `r`, `s`, `u` and `z`, and `n`.",
            since=TOOLS_THAT_SERVE,
        ),
        Clause(
            "AGT-2.12",
            "`sed` also prints lines when its script begins with a digit or `$`, contains `d`, `p` "
            "or `q`, and else only digits and `$,;!{}`.",
            since=TOOLS_THAT_SERVE,
        ),
        Clause(
            "AGT-2.13",
            "The script of `sed` is the first value behind it that does not begin with `-`.",
            since=TOOLS_THAT_SERVE,
        ),
        Clause(
            "AGT-2.14",
            "AGT-2 MUST NOT report `awk`, `gawk` or `mawk` first in its pipeline, without a "
            "redirection `<` and with fewer than two operands.",
            since=TOOLS_THAT_SERVE,
        ),
        Clause(
            "AGT-2.15",
            "The operands of these programs are the values behind them that do not begin with `-` "
            "and do not stand directly behind the value `-F` or `-v`.",
            since=TOOLS_THAT_SERVE,
        ),
    ),
    operations=_OPERATIONS,
    source=(
        "seeds 000, lines 207, 626; seeds 001, line 113; decided here: a filter reads no file, so "
        "there it is advice"
    ),
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
            "AGT-3.7",
            "The check MUST report a simple command whose program is named `ag`, `ack` or `rgrep` "
            "in the same way.",
            since=TOOLS_THAT_SERVE,
        ),
        Clause(
            "AGT-3.8",
            "The check MUST report a simple command whose program is named `git` in the same way "
            "when its subcommand is `grep`.",
            since=TOOLS_THAT_SERVE,
        ),
        Clause(
            "AGT-3.9",
            "The subcommand of `git` is the first value behind it that does not begin with `-` and "
            "does not stand directly behind the value `-C`, `-c`, `--git-dir` or `--work-tree`.",
            since=TOOLS_THAT_SERVE,
        ),
    ),
    operations=_OPERATIONS,
    source=(
        "seeds 000, lines 207, 626; seeds 001, line 114; decided here: `egrep` and `fgrep` are "
        "`grep` under other names, and what is advice"
    ),
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
            "AGT-4.4",
            "The check MUST report a simple command whose program is named `tree`, `fd` or "
            "`fdfind` in the same way.",
            since=TOOLS_THAT_SERVE,
        ),
        Clause(
            "AGT-4.5",
            "The check MUST report `rg` with a word whose value is `--files` by AGT-4 instead of "
            "AGT-3.",
            since=TOOLS_THAT_SERVE,
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
            "The check MUST report each operator `;`, `&&`, `||` and `&` between or behind "
            "pipelines, with the operator as its `words`.",
            until=CHAINS_BELONG_TOGETHER,
            source=(
                "A46; seeds 001, line 118; decided here: what holds for several checks "
                "holds for every command"
            ),
        ),
        Clause(
            "AGT-5.2",
            "The check MUST NOT report the `&&` of `cd DIR && COMMAND`.",
            source="seeds 001, line 116",
        ),
        Clause(
            "AGT-5.3",
            "The `&&` of `cd DIR && COMMAND` is the first operator between pipelines, after two "
            "words without a redirection, the first with the value `cd`.",
            source="seeds 001, line 116",
        ),
        Clause(
            "AGT-5.5",
            "The check MUST report each `;` between pipelines, and each `&`, with the operator as "
            "its `words`.",
            since=CHAINS_BELONG_TOGETHER,
            source="A46; decided here: the seed asks for one command a call, and these make two",
        ),
        Clause(
            "AGT-5.6",
            "The check MUST NOT report `&&`, `||` and a `;` behind the last pipeline.",
            since=CHAINS_BELONG_TOGETHER,
        ),
    ),
    operations=_OPERATIONS,
    source=(
        "seeds 001, line 118; decided here: a pipeline is one command, and the seed's "
        "separate calls for several checks hold for every command"
    ),
    why="If one call has several commands, it is not possible to allow one and deny another.",
)

ANSWER = Rule(
    id="AGT-6",
    title="The answer lists every finding",
    clauses=(
        Clause(
            "AGT-6.1",
            "The answer MUST list every finding of AGT-1 to AGT-5 and AGT-7, in the order of these "
            "rules.",
        ),
        Clause(
            "AGT-6.2",
            "The answer MUST list findings of AGT-1 in the order of its clauses.",
        ),
        Clause(
            "AGT-6.3",
            "The answer MUST list findings of AGT-2, of AGT-3, of AGT-4 and of AGT-7 in the order "
            "in which their simple commands begin.",
        ),
        Clause(
            "AGT-6.4",
            "The answer MUST list findings of AGT-5 in the order of the operators.",
        ),
        Clause(
            "AGT-6.5",
            "The `words` of a finding of AGT-2, AGT-3, AGT-4 or AGT-7 MUST be all words of its "
            "simple command, as written, separated by one space.",
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
            until=COMMITS_IN_ONE_LINE,
            source="decided here: before A48, a finding said what is wrong, and not what to do",
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
        Clause(
            "AGT-6.12",
            "The answer MUST NOT list findings of AGT-2 to AGT-5 and AGT-7 for a command outside "
            "the subset (SHL-9.4).",
        ),
        Clause(
            "AGT-6.13",
            "`not_judged` MUST be true exactly when the command is outside the subset or one of "
            "its simple commands is not judged (SHL-12).",
            since=DECLARED_SHELL_SUBSET,
        ),
        Clause(
            "AGT-6.14",
            "A finding `newline` or `here-document` MUST name `git commit -m` as what to use "
            "instead when the words read include a program named `git` with the subcommand "
            "`commit`.",
            since=COMMITS_IN_ONE_LINE,
        ),
        Clause(
            "AGT-6.15",
            "Every other finding of AGT-1 or AGT-5 MUST NOT name what to use instead.",
            since=COMMITS_IN_ONE_LINE,
        ),
    ),
    operations=_OPERATIONS,
    source="decided here: the seeds forbid commands without saying how an agent is told",
    why="If only the first finding were reported, an agent would need a call for each of them.",
)

SHELL_ONLY = Rule(
    id="AGT-7",
    title="The shell is for building, testing and checkpoints",
    clauses=(
        Clause(
            "AGT-7.1",
            "The text of a command does not show whether it builds, tests or checks a step; of "
            "other uses, the check reports those that another tool serves.",
        ),
        Clause(
            "AGT-7.2",
            "The check MUST report a simple command whose program is named `echo` or `printf` and "
            "that writes (SHL-12.8), with `Write` as the tool to use instead.",
        ),
        Clause(
            "AGT-7.3",
            "The check MUST report `sed` with a word whose value begins with `-i` or "
            "`--in-place`, with `Edit` as the tool to use instead.",
        ),
        Clause("AGT-7.4", "A finding of AGT-7 MUST be advice."),
        Clause(
            "AGT-7.5",
            "The check MUST report `sed` likewise with a word whose value begins with `-`, one or "
            "more of `E`, `n`, `r`, `s`, `u` and `z`, and `i`.",
            since=TOOLS_THAT_SERVE,
        ),
    ),
    operations=_OPERATIONS,
    source=(
        "seeds 000, lines 626, 631, 636; seeds 001, line 116; decided here: only what another "
        "tool serves can be told from the text, and it is advice"
    ),
)

NO_TOOL = Rule(
    id="AGT-8",
    title="Commands without an equivalent tool are not reported",
    clauses=(
        Clause(
            "AGT-8.1",
            "AGT-2 to AGT-4 MUST NOT report a simple command that writes (SHL-12.8).",
            since=TOOLS_THAT_SERVE,
            source="A47",
        ),
        Clause(
            "AGT-8.2",
            "AGT-2 MUST NOT report `tail` with a word whose value is `--retry`, begins with "
            "`--follow`, or is a `-` and ASCII letters and digits, `f` or `F` among them.",
            since=TOOLS_THAT_SERVE,
            source="A47",
        ),
        Clause(
            "AGT-8.3",
            "AGT-3 MUST NOT report a command with a word whose value is `--quiet`, `--silent`, or "
            "a `-` and ASCII letters, `q` among them.",
            since=TOOLS_THAT_SERVE,
            source="A47",
        ),
        Clause(
            "AGT-8.4",
            "AGT-4 MUST NOT report `find` with a word whose value begins with `-` and is not in "
            "the table of listing words.",
            since=TOOLS_THAT_SERVE,
            source="A47",
        ),
        Clause(
            "AGT-8.5",
            "AGT-4 MUST NOT report `fd` or `fdfind` with a word whose value is `-x`, `-X`, or "
            "begins with `--exec`.",
            since=TOOLS_THAT_SERVE,
            source="A47",
        ),
        Clause(
            "AGT-8.6",
            "AGT-2 and AGT-3 MUST NOT report a command with a redirection `<<<`.",
            since=TOOLS_THAT_SERVE,
            source="A47",
        ),
        Clause(
            "AGT-8.7",
            "AGT-2 MUST NOT report a command when the check does not report the next one in its "
            "pipeline by AGT-2 or AGT-3.",
            since=TOOLS_THAT_SERVE,
            source="A47",
        ),
        Clause(
            "AGT-8.8",
            "AGT-2 to AGT-4 MUST NOT report a command with a word whose value is `--help` or "
            "`--version`.",
            since=TOOLS_THAT_SERVE,
            source="A47",
        ),
    ),
    operations=_OPERATIONS,
    source="A47; decided here: advice that cannot be followed is wrong advice",
    why="Advice to use a tool that cannot do the work teaches agents to bypass the check.",
)

AREA = Area(
    name="agents",
    prefix="AGT",
    title="Agent commands",
    introduction=(
        "A command that an agent wants to run in a shell is checked before it runs. An agent has "
        "tools for reading, searching and listing files, which need no approval and return "
        "structured results; the shell is for building, testing and committing. The check is "
        "advice, not a sandbox: it parses a declared subset of the shell language, runs nothing, "
        "and reports the parts that it did not check."
    ),
    rules=(ONE_LINE, READ, SEARCH, LIST, ONE_COMMAND, ANSWER, SHELL_ONLY, NO_TOOL),
    vocabulary=("agents",),
    properties=("STP-2", "STP-50", "STP-51", "STP-52", "STP-53"),
)
