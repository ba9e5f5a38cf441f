"""Explanations: what is known of a rule, clause, code, reason word, amendment or property."""

import inspect

from conformance.adapters.model import transitions_of
from conformance.cli.explaining.links import rule_links
from conformance.differential.recovery_situations import SCOPE, RecoverySituation, situations_of
from conformance.protocol.documents.explanations import (
    AmendmentExplanation,
    ClauseExplanation,
    ClauseText,
    CodeExplanation,
    Explanation,
    PropertyExplanation,
    QuestionExplanation,
    ReasonExplanation,
    RemedyText,
    RuleExplanation,
    SourcePlace,
)
from conformance.reports.words.traces import render_path, render_trace
from conformance.vectors.reading import INDEX, VECTORS, read_vector
from conformance.vectors.vector import Kind
from impl.json_text import parse_json
from model.explorer.events import PathStep
from model.explorer.graphs.runs import replay_run
from spec.amendments.amendment import Amendment
from spec.amendments.catalog import AMENDMENTS
from spec.catalog import (
    CLAUSES,
    FORMAT_RULES,
    PROPERTIES,
    RULES,
    Property,
    area_name,
    clause,
    properties_of,
    rule,
    rule_id,
    rules_changed_by,
)
from spec.editions import CURRENT, EDITIONS
from spec.remedies.catalog import REMEDIES
from spec.remedies.errors import error_texts
from spec.rules.rule import Clause, Rule
from spec.troubleshooting import Question, question_of
from spec.vocabulary import rejections
from spec.vocabulary.rejections import REASON_WORDS, Code


def explanation(word: str) -> Explanation | None:
    """Return what is known of a rule, clause, code, amendment, property or reason word."""
    name = word.upper()
    if name in {each.id for each in (*RULES, *FORMAT_RULES)}:
        return of_rule(rule(name))
    if name in {each.id for each in CLAUSES}:
        return of_clause(clause(name))
    for code in REASON_WORDS:
        if name == code.value:
            return of_code(code, REASON_WORDS[code])
        if word.lower() in REASON_WORDS[code]:
            return of_code(code, (word.lower(),))
    for amendment in AMENDMENTS:
        if name == amendment.id or word.lower() == amendment.name:
            return of_amendment(amendment)
    for entry in PROPERTIES:
        if name == entry.id:
            return of_property(entry)
    question = question_of(word)
    return of_question(question) if question else None


def of_rule(explained: Rule) -> RuleExplanation:
    """Explain a rule: its text, where it is followed and tested, and an example."""
    links = rule_links()[explained.id]
    return RuleExplanation(
        id=explained.id,
        title=explained.title,
        clauses=[clause_text(each) for each in explained.clauses],
        why=explained.why,
        source=explained.source,
        amendments=[amendment.id for amendment in explained.amendments],
        operations=list(explained.operations),
        model=[SourcePlace.model_validate(place) for place in links.model],
        implementation=[SourcePlace.model_validate(place) for place in links.implementation],
        tests=[f"{place.file}::{place.name}" for place in links.tests],
        mutants=[mutant.id for mutant in links.mutants],
        example=example(explained.id) if explained in RULES else [],
        page=f"reference/{area_name(explained)}/#{explained.id}",
    )


def of_clause(explained: Clause) -> ClauseExplanation:
    """Explain a clause: its text, when it is in force, and the rule that it belongs to."""
    whole = rule(rule_id(explained.id))
    return ClauseExplanation(
        id=explained.id,
        title=whole.title,
        clause=clause_text(explained),
        rule=whole.id,
        why=whole.why,
        source=explained.source or whole.source,
        editions=[edition.name for edition in EDITIONS if explained.is_in_force(edition)],
        page=f"reference/{area_name(whole)}/#{explained.id}",
    )


def clause_text(clause: Clause) -> ClauseText:
    """Return a clause as the document shows it."""
    return ClauseText(
        id=clause.id,
        text=clause.text,
        binds=clause.binds,
        since=clause.since.id if clause.since else None,
        until=clause.until.id if clause.until else None,
    )


def example(identifier: str) -> list[str]:
    """Return a trace as lines: that of the vector of a rule, or of the shortest about it.

    Of recovery, it is the shortest run in which the rule decides, up to the call after it.
    """
    listed = parse_json((VECTORS / INDEX).read_text(encoding="utf-8"))["vectors"]
    if about := [each for each in listed if identifier in each["rules"]]:
        entry = min(about, key=lambda each: (each["kind"] != Kind.RULE, each["operations"]))
        operations = [each.operation for each in read_vector(VECTORS / entry["file"]).operations]
        return list(render_trace(operations, transitions_of(operations)))
    runs = (run_up_to(identifier, each) for each in situations_of(identifier))
    return list(render_path(min(runs, key=len, default=[])))


def run_up_to(identifier: str, situation: RecoverySituation) -> list[PathStep]:
    """Return the run of a situation up to where a rule decides what the orchestrator does next."""
    steps = list(replay_run(SCOPE, CURRENT, situation.path))
    deciding = (number for number, step in enumerate(steps, 1) if identifier in step.then.split())
    return steps[: next(deciding, len(steps))]


def of_code(code: Code, words: tuple[str, ...]) -> CodeExplanation:
    """Explain an error code, with all of its reason words or with one."""
    anchor = code if len(words) > 1 or words == tuple(REASON_WORDS[code]) else words[0]
    return CodeExplanation(
        id=str(code),
        title=code.name.replace("_", " ").capitalize(),
        reasons=[reason(word) for word in words],
        page=f"reference/rejections/#{anchor}",
    )


def reason(word: str) -> ReasonExplanation:
    """Explain a reason word: what it means, its details, and the rules that answer with it."""
    constructor, text = getattr(rejections, word, None), error_texts()[word]
    return ReasonExplanation(
        word=word,
        meaning=text.means,
        cause=text.cause,
        helps=text.helps,
        details=list(inspect.signature(constructor).parameters) if constructor else [],
        rules=[
            each.id
            for each in RULES
            if any(f"`{word}`" in clause.text for clause in each.clauses_in(CURRENT))
        ],
        remedies=[RemedyText.model_validate(each) for each in REMEDIES.get(word, ())],
    )


def of_amendment(amendment: Amendment) -> AmendmentExplanation:
    """Explain an amendment."""
    edition = next(each for each in EDITIONS if each.has(amendment))
    return AmendmentExplanation(
        id=amendment.id,
        title=f"{amendment.name}: {amendment.title}",
        failure=amendment.failure,
        source=amendment.source,
        rules=[each.id for each in rules_changed_by(amendment)],
        properties=[entry.id for entry in properties_of(amendment)],
        editions=[edition.name for edition in EDITIONS if edition.has(amendment)],
        page=f"reference/amendments-{edition.name}/#{amendment.id}",
    )


def of_question(question: Question) -> QuestionExplanation:
    """Explain a word of the errors log."""
    return QuestionExplanation(
        id=question.id,
        title=question.question,
        answer=question.answer,
        rules=list(question.rules),
        page=f"reference/{area_name(rule(question.rules[0]))}/#{question.id}",
    )


def of_property(entry: Property) -> PropertyExplanation:
    """Explain a property."""
    return PropertyExplanation(
        id=entry.id,
        title=entry.sentence,
        amendments=[amendment.id for amendment in entry.amendments],
        page=f"reference/properties/#{entry.id}",
    )
