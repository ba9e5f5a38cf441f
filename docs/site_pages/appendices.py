"""What stands on the page of an area behind its rules: formats and tables that they refer to."""

from fragments import linked, numbered, table

from site_pages.decisions import failure_reasons, recovery_decisions, stop_decisions
from site_pages.runs import example_run
from spec.formats.plan_documents import DOCUMENT_FORMAT
from spec.formats.plan_documents import SECTION as DOCUMENT_SECTION
from spec.formats.shell_commands import COMMAND_FORMAT
from spec.formats.shell_commands import SECTION as COMMAND_SECTION
from spec.formats.shell_programs import CHECKED_PROGRAMS, PREFIXES, Options
from spec.rules.agents import AREA as AGENTS
from spec.rules.commits import AREA as COMMITS
from spec.rules.iteration_decisions import DECISION_TABLES, DecisionRow, DecisionTable
from spec.rules.iterations import AREA as ITERATIONS
from spec.rules.plans import AREA as PLANS
from spec.rules.recovery import AREA as RECOVERY
from spec.rules.reviews import AREA as REVIEWS
from spec.rules.rule import Area

DECISIONS = "decisions"
"""The heading under which the iterations area shows its tables."""


def appendices(area: Area) -> tuple[str, ...]:
    """Give the sections that follow the rules of an area."""
    if area is PLANS:
        return (_format("The document format", DOCUMENT_SECTION, DOCUMENT_FORMAT),)
    if area is ITERATIONS:
        return (_decisions(),)
    if area is COMMITS:
        return (failure_reasons(),)
    if area is RECOVERY:
        return (example_run(), recovery_decisions())
    if area is REVIEWS:
        return (stop_decisions(),)
    if area is AGENTS:
        return (
            _format("The command format", COMMAND_SECTION, COMMAND_FORMAT),
            _checked_programs(),
            _prefixes(),
        )
    return ()


def _format(title: str, anchor: str, sentences: tuple[str, ...]) -> str:
    """Write how a text is read."""
    return f"## {title} {{ #{anchor} }}\n\n{numbered(sentences)}"


def _decisions() -> str:
    """Write what becomes of a report, for every way to combine the two amendments."""
    introduction = "What becomes of a report that is not rejected; an empty cell stands for both."
    tables = "\n\n".join(_decision_table(one) for one in DECISION_TABLES)
    return f"## The decisions as tables {{ #{DECISIONS} }}\n\n{introduction}\n\n{tables}"


def _decision_table(decisions: DecisionTable) -> str:
    header = (
        "Work remains",
        "Requires continuation",
        "Stuck detected",
        "At the limit",
        "Status",
        "Logged",
        "Override",
        "Rule",
    )
    rows = [_decision_row(row) for row in decisions.rows]
    return f"### {linked(decisions.title)}\n\n{table(header, rows)}"


def _decision_row(row: DecisionRow) -> tuple[str, ...]:
    words = {True: "yes", False: "no", None: ""}
    conditions = (row.work_remains, row.requires_continuation, row.stuck_detected, row.at_limit)
    return (
        *(words[condition] for condition in conditions),
        f"`{row.status}`",
        "yes" if row.logged else "",
        f"`{row.override}`" if row.override else "",
        linked(row.rule),
    )


def _checked_programs() -> str:
    """Write the programs that have a tool in their place."""
    header = ("Program", "Rule", "Instead", "Options with a value", "Pattern options", "Operands")
    rows = [
        (
            f"`{program.name}`",
            linked(program.rule),
            program.instead,
            _options(program.valued),
            _options(program.pattern),
            str(program.operands),
        )
        for program in CHECKED_PROGRAMS
    ]
    return f"## Checked programs {{ #checked-programs }}\n\n{table(header, rows)}"


def _prefixes() -> str:
    """Write the words that are looked through to find the program."""
    header = ("Prefix", "Options with a value", "Operands", "Asking letters", "Adds operands")
    rows = [
        (
            f"`{prefix.name}`",
            _options(prefix.valued),
            str(prefix.operands),
            " ".join(f"`{letter}`" for letter in prefix.asking),
            "yes" if prefix.adds_operands else "",
        )
        for prefix in PREFIXES
    ]
    return f"## Prefixes {{ #prefixes }}\n\n{table(header, rows)}"


def _options(options: Options) -> str:
    letters = (f"`{letter}`" for letter in options.letters)
    return " ".join((*letters, *(f"`{word}`" for word in options.words)))
