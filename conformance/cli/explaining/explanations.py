"""Explanations: what is known of a rule, clause, code, reason word, amendment or property."""

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial

from conformance.adapters.model import transitions_of
from conformance.cli.explaining.links import Place, RuleLinks, known_mutants, rule_links
from conformance.differential.recovery_situations import SCOPE, situations_of
from conformance.kit.core.profile import CoreProperty, Scenario, core_properties
from conformance.protocol.documents.explanations import Explanation, ExplanationKind, Part
from conformance.reports.words.traces import render_path, render_trace
from conformance.vectors.reading import INDEX, VECTORS, read_vector
from conformance.vectors.vector import Kind
from impl.json_text import parse_json
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


@cache
def explainable() -> dict[str, Callable[[], Explanation]]:
    """Return what explains each rule, clause, code, amendment, property, scenario and word."""
    known: dict[str, Callable[[], Explanation]] = {}
    for amendment in AMENDMENTS:
        known |= dict.fromkeys((amendment.id, amendment.name), partial(of_amendment, amendment))
    for code, words in reversed(REASON_WORDS.items()):
        known[code.value] = partial(of_code, code, words)
        known |= {each: partial(of_code, code, (each,)) for each in words}
    for promise in core_properties():
        known[promise.id] = partial(of_promise, promise)
        known |= {each.id: partial(of_scenario, each) for each in promise.scenarios}
    known |= {each.id: partial(of_property, each) for each in PROPERTIES}
    known |= {each.id: partial(of_clause, each) for each in CLAUSES}
    return known | {each.id: partial(of_rule, each) for each in (*RULES, *FORMAT_RULES)}


def explanation(word: str) -> Explanation | None:
    """Return what is known of a word, in any case, or `None`; messages of the log are known too."""
    for name, explain in explainable().items():
        if name.lower() == word.lower():
            return explain()
    question = question_of(word)
    return of_question(question) if question else None


def explained(
    kind: ExplanationKind, id: str, title: str, page: str, parts: Mapping[str, Part]
) -> Explanation:
    """Return an explanation, without the parts that are empty."""
    known = {heading: part for heading, part in parts.items() if part}
    return Explanation(kind=kind, id=id, title=title, parts=known, page=f"reference/{page}")


def of_rule(entry: Rule) -> Explanation:
    """Explain a rule: its text, where it is followed and tested, and an example."""
    links = rule_links()[entry.id]
    parts: dict[str, Part] = {
        "operations": list(entry.operations),
        "clauses": [clause_line(each) for each in entry.clauses],
        "why": entry.why,
        "source": entry.source,
        "amendments": [each.id for each in entry.amendments],
        **{f"{each.file}, {each.name}": each.source.splitlines() for each in links.model},
        "implemented in": named(links.implementation),
        "tested by": named(links.tests),
        "mutants": known_mutants()[1] or [each.id for each in links.mutants],
        "shortest example": example(entry.id) if entry in RULES else [],
    }
    return explained("rule", entry.id, entry.title, f"{area_name(entry)}/#{entry.id}", parts)


def of_clause(entry: Clause) -> Explanation:
    """Explain a clause: its text, when it is in force, where it is followed, and what shows it."""
    whole = rule(rule_id(entry.id))
    parts: dict[str, Part] = {
        "clause": [clause_line(entry)],
        "why": whole.why,
        "source": entry.source or whole.source,
        "in force in": [each.name for each in EDITIONS if entry.is_in_force(each)],
        **places_of(entry.id, rule_links()[whole.id]),
        "see the complete rule": f"planspec explain {whole.id}",
    }
    return explained("clause", entry.id, whole.title, f"{area_name(whole)}/#{entry.id}", parts)


def places_of(clause: str, links: RuleLinks) -> dict[str, Part]:
    """Return what names a clause; the tests are those of its rule, whose names say no more."""
    mutants = [f"{each.id}: {each.fault}" for each in links.mutants if each.clause == clause]
    listed = parse_json((VECTORS / INDEX).read_text(encoding="utf-8"))["vectors"]
    names = re.compile(rf"\b{re.escape(clause)}\b")
    return {
        "in the model": named(each for each in links.model if names.search(each.source)),
        "implemented in": named(each for each in links.implementation if names.search(each.source)),
        "tests of the rule": named(links.tests),
        "mutants": known_mutants()[1] or mutants,
        "vectors": [each["id"] for each in listed if clause in each["clauses"]],
    }


def named(places: Iterable[Place]) -> list[str]:
    """Return places by their files and names."""
    return [f"{each.file}, {each.name}" for each in places]


def clause_line(entry: Clause) -> str:
    """Return a clause with its id and the amendments that add and end it."""
    bounds = [f"since {entry.since.id}"] if entry.since else []
    bounds += [f"until {entry.until.id}"] if entry.until else []
    in_force = f" ({', '.join(bounds)})" if bounds else ""
    return f"{entry.id}{in_force}  {entry.text}"


def example(identifier: str) -> list[str]:
    """Return a trace as lines: that of the vector of a rule, or of the shortest about it.

    Of recovery, it is the shortest run in which the rule decides, up to the call after it.
    """
    listed = parse_json((VECTORS / INDEX).read_text(encoding="utf-8"))["vectors"]
    if about := [each for each in listed if identifier in each["rules"]]:
        entry = min(about, key=lambda each: (each["kind"] != Kind.RULE, each["operations"]))
        operations = [each.operation for each in read_vector(VECTORS / entry["file"]).operations]
        return list(render_trace(operations, transitions_of(operations)))
    runs = []
    for situation in situations_of(identifier):
        steps = list(replay_run(SCOPE, CURRENT, situation.path))
        deciding = (n for n, step in enumerate(steps, 1) if identifier in step.then.split())
        runs.append(steps[: next(deciding, len(steps))])
    return list(render_path(min(runs, key=len, default=[])))


def of_code(code: Code, words: tuple[str, ...]) -> Explanation:
    """Explain an error code, with all of its reason words or with one."""
    anchor = code if len(words) > 1 or words == tuple(REASON_WORDS[code]) else words[0]
    title = code.name.replace("_", " ").capitalize()
    parts: dict[str, Part] = {word: list(lines_of_reason(word)) for word in words}
    return explained("code", str(code), title, f"rejections/#{anchor}", parts)


def lines_of_reason(word: str) -> Iterator[str]:
    """Yield what a reason word means, its details, the rules that answer with it, and remedies."""
    constructor, text = getattr(rejections, word, None), error_texts()[word]
    yield text.means
    yield f"usual cause: {text.cause}"
    yield f"what helps: {text.helps}"
    if details := list(inspect.signature(constructor).parameters) if constructor else []:
        yield f"names: {', '.join(details)}"
    rules = [
        each.id
        for each in RULES
        if any(f"`{word}`" in clause.text for clause in each.clauses_in(CURRENT))
    ]
    if rules:
        yield f"answered by: {', '.join(rules)}"
    for remedy in REMEDIES.get(word, ()):
        when = f", if {remedy.when}" if remedy.when else ""
        yield f"remedy, by the {remedy.party}{when}: {remedy.advice} ({remedy.request})"


def of_amendment(entry: Amendment) -> Explanation:
    """Explain an amendment."""
    editions = [each.name for each in EDITIONS if each.has(entry)]
    withdrawn = CURRENT.name not in editions
    failing = "with it (it was withdrawn)" if withdrawn else "without it"
    other = f"{CURRENT.name}{'+' if withdrawn else '-'}{entry.id}"
    parts: dict[str, Part] = {
        "without it": entry.failure,
        "source": entry.source,
        "in force in": editions,
        "rules": [each.id for each in rules_changed_by(entry)],
        f"properties that fail {failing}": [each.id for each in properties_of(entry)] or "none",
        "compare": f"planspec diff {other} {CURRENT.name}",
    }
    page = f"amendments-{editions[0]}/#{entry.id}"
    return explained("amendment", entry.id, f"{entry.name}: {entry.title}", page, parts)


def of_question(entry: Question) -> Explanation:
    """Explain a word of the errors log."""
    parts: dict[str, Part] = {"answer": entry.answer, "rules": list(entry.rules)}
    page = f"{area_name(rule(entry.rules[0]))}/#{entry.id}"
    return explained("question", entry.id, entry.question, page, parts)


def of_promise(promise: CoreProperty) -> Explanation:
    """Explain a property of the core profile."""
    parts: dict[str, Part] = {
        "rules": list(promise.clauses),
        "scenarios": [each.id for each in promise.scenarios],
        "check it": "planspec conform --profile core -- COMMAND",
    }
    page = "guides/core-profile/"
    return Explanation(kind="property", id=promise.id, title=promise.title, parts=parts, page=page)


def of_scenario(scenario: Scenario) -> Explanation:
    """Explain a scenario of the core profile."""
    parts: dict[str, Part] = {
        "steps": list(scenario.play),
        "played if these are offered": sorted(scenario.needs) or "always",
        "property": scenario.promise,
    }
    page = "guides/core-scenarios/"
    return Explanation(
        kind="scenario", id=scenario.id, title=scenario.fault, parts=parts, page=page
    )


def of_property(entry: Property) -> Explanation:
    """Explain a property."""
    parts: dict[str, Part] = {
        "fails without": [each.id for each in entry.amendments] or "no amendment",
        "check it": f"planspec explore --property {entry.id}",
    }
    return explained("property", entry.id, entry.sentence, f"properties/#{entry.id}", parts)
