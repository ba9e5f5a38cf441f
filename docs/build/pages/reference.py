"""The small pages of the reference: properties, rejections, the glossary."""

import inspect
import tomllib

from docs.build.rendering import TEMPLATES, render
from docs.build.vocabulary import description, words_of
from spec.catalog import AREAS, RULES
from spec.contracts import CONTRACTS
from spec.editions import CURRENT
from spec.properties.guidance import GUIDANCE
from spec.properties.invariants import INVARIANTS
from spec.properties.reachability import EVENTUALITIES, POSSIBILITIES
from spec.properties.remedies import FOLLOW_UPS
from spec.properties.runs import RUN_PROPERTIES
from spec.properties.transitions import STEP_PROPERTIES
from spec.remedies.catalog import REMEDIES
from spec.remedies.errors import error_texts
from spec.vocabulary import rejections
from spec.vocabulary.rejections import REASON_WORDS


def properties_page() -> str:
    """Return the page of invariants and properties."""
    return render(
        "properties.md",
        invariants=INVARIANTS,
        step_properties=STEP_PROPERTIES,
        follow_ups=FOLLOW_UPS,
        run_properties=RUN_PROPERTIES,
        reachability=(*POSSIBILITIES, *EVENTUALITIES, *GUIDANCE),
    )


def rejections_page() -> str:
    """Return the page of every code of a rejection with its reason words."""
    return render(
        "rejections.md",
        codes={code: [reason_data(word) for word in words] for code, words in REASON_WORDS.items()},
    )


def reason_data(word: str) -> dict[str, object]:
    """Return what is known of a reason word, and the operations and rules that use it."""
    return {
        "word": word,
        "text": error_texts()[word],
        "details": details_of(word),
        "operations": [
            contract.operation.__name__
            for contract in CONTRACTS
            if word in [check.word for check in contract.checks]
        ],
        "clauses": [
            clause.id
            for rule in RULES
            for clause in rule.clauses_in(CURRENT)
            if f"`{word}`" in clause.text
        ],
        "remedies": REMEDIES.get(word, ()),
    }


def details_of(word: str) -> list[str]:
    """Return the names of the details of a rejection for a reason."""
    constructor = getattr(rejections, word, None)
    return list(inspect.signature(constructor).parameters) if constructor else []


def glossary_page() -> str:
    """Return the glossary: terms of the field, and the words of the vocabulary."""
    terms: dict[str, str] = tomllib.loads((TEMPLATES / "glossary.toml").read_text("utf-8"))
    words = {word.__name__: description(word) for area in AREAS for word in words_of(area)}
    meanings = {word: f"{text.split('. ')[0].rstrip('.')}." for word, text in words.items()}
    return render("glossary.md", terms=sorted(terms.items()), words=sorted(meanings.items()))
