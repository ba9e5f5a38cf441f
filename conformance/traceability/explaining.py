"""Explanations: what is known of a rule, an error code, a reason word, an amendment, a property."""

import inspect

from conformance.protocol.documents.explanations import (
    AmendmentExplanation,
    CodeExplanation,
    Explanation,
    PropertyExplanation,
    ReasonExplanation,
    RuleExplanation,
    SourcePlace,
)
from conformance.reports.traces import render_path
from conformance.traceability.links import rule_links
from conformance.traceability.places import Place
from model.explorer.paths import replay_path
from model.explorer.scopes.catalog import STATE_SCOPES
from model.explorer.scopes.recovery import RECOVERY
from spec.amendments import AMENDMENTS, Amendment
from spec.catalog import AREAS, PROPERTIES, RULES, Property, properties_of, rule, rules_of
from spec.editions import CURRENT, EDITIONS
from spec.rules.rule import Rule
from spec.vocabulary import rejections
from spec.vocabulary.rejections import REASON_WORDS, Code


def explanation(word: str) -> Explanation | None:
    """Return what is known of a rule, code, amendment, property or reason word, or `None`."""
    name = word.upper()
    if name in {each.id for each in RULES}:
        return of_rule(rule(name))
    for code in REASON_WORDS:
        if name == code.value:
            return of_code(code, REASON_WORDS[code])
        if word.lower() in REASON_WORDS[code]:
            return of_code(code, (word.lower(),))
    for amendment in AMENDMENTS:
        if name == amendment.id or word.lower() == amendment.name:
            return of_amendment(amendment)
    found = next((entry for entry in PROPERTIES if entry.id == name), None)
    return of_property(found) if found else None


def of_rule(explained: Rule) -> RuleExplanation:
    """Explain a rule: its text, where it is followed and tested, and an example."""
    links = rule_links()[explained.id]
    area = next(area for area in AREAS if explained in area.rules)
    amendment = explained.amendment
    return RuleExplanation(
        id=explained.id,
        title=explained.title,
        level=str(explained.level),
        sentences=list(explained.sentences),
        before=list(explained.before),
        why=explained.why,
        source=explained.source,
        amendment=amendment.id if amendment else None,
        operations=list(explained.operations),
        model=[source_place(place) for place in links.model],
        implementation=[source_place(place) for place in links.implementation],
        tests=[f"{place.file}::{place.name}" for place in links.tests],
        mutants=[mutant.id for mutant in links.mutants],
        example=example(explained.id),
        page=f"reference/{area.name}/#{explained.id}",
    )


def source_place(place: Place) -> SourcePlace:
    """Return a place of the code as the document shows it."""
    return SourcePlace(file=place.file, name=place.name, source=place.source)


def example(identifier: str) -> list[str]:
    """Return the shortest sequence of events whose last one the rule decides, as lines."""
    from conformance.traceability.firing import shortest_firing

    found = shortest_firing(identifier, (*STATE_SCOPES, RECOVERY), CURRENT)
    if found is None:
        return []
    scope, path = found
    return list(render_path(list(replay_path(scope, CURRENT, path))))


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
    constructor = getattr(rejections, word, None)
    return ReasonExplanation(
        word=word,
        meaning=(constructor and inspect.getdoc(constructor)) or "The store cannot be opened.",
        details=list(inspect.signature(constructor).parameters) if constructor else [],
        rules=[each.id for each in RULES if f"`{word}`" in " ".join(each.sentences)],
    )


def of_amendment(amendment: Amendment) -> AmendmentExplanation:
    """Explain an amendment."""
    return AmendmentExplanation(
        id=amendment.id,
        title=f"{amendment.name}: {amendment.title}",
        failure=amendment.failure,
        source=amendment.source,
        rules=[each.id for each in rules_of(amendment)],
        properties=[entry.id for entry in properties_of(amendment)],
        editions=[edition.name for edition in EDITIONS if edition.has(amendment)],
        page=f"reference/amendments/{amendment.id}/",
    )


def of_property(entry: Property) -> PropertyExplanation:
    """Explain a property."""
    return PropertyExplanation(
        id=entry.id,
        title=entry.sentence,
        amendments=[amendment.id for amendment in entry.amendments],
        page=f"reference/properties/#{entry.id}",
    )
