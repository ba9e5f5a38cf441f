"""The page of rejections: every code, its reason words, their details and their rules."""

import inspect

from fragments import linked, named, page, table

from spec.catalog import RULES
from spec.rules.contracts import CONTRACTS
from spec.vocabulary import rejections
from spec.vocabulary.rejections import REASON_WORDS, Code

HEADER = ("Reason word", "Meaning", "Details", "Operations", "Rules")
_STORE_UNAVAILABLE = "Say that the store cannot be opened. No rule decides it; a store may meet it."


def rejections_page() -> str:
    """Write every code of a rejection with its reason words, their details and their rules."""
    introduction = (
        "A rejected operation changes nothing. Its answer has a code, a reason word of that code, "
        "and details that name what was found."
    )
    return page("Rejections", introduction, *(_code_section(code) for code in REASON_WORDS))


def _code_section(code: Code) -> str:
    """Write one code, under its permanent anchor."""
    rows = [
        (
            f"`{word}`{{ #{word} }}",
            _meaning(word),
            _details(word),
            _answered_by(word),
            _stated_by(word),
        )
        for word in REASON_WORDS[code]
    ]
    heading = f"## {code} {code.name.replace('_', ' ').capitalize()} {{ #{code} }}"
    return f"{heading}\n\n{table(HEADER, rows)}"


def _meaning(word: str) -> str:
    """Take the meaning of a reason word from the function that makes its rejection."""
    constructor = getattr(rejections, word, None)
    if constructor is None:
        return _STORE_UNAVAILABLE
    return linked(" ".join((inspect.getdoc(constructor) or "").split()))


def _details(word: str) -> str:
    """Name the details that a rejection carries."""
    constructor = getattr(rejections, word, None)
    names = inspect.signature(constructor).parameters if constructor else ()
    return ", ".join(f"`{name}`" for name in names) or "none"


def _answered_by(word: str) -> str:
    """Link the operations that have a check which answers with a reason word."""
    asking = (
        contract.operation
        for contract in CONTRACTS
        if word in [check.word for check in contract.checks]
    )
    return ", ".join(named(operation.__name__) for operation in asking)


def _stated_by(word: str) -> str:
    """Link the rules that answer with a reason word."""
    stating = (rule.id for rule in RULES if f"`{word}`" in " ".join(rule.sentences))
    return ", ".join(linked(identifier) for identifier in stating) or "none"
