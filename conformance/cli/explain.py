"""`planspec explain`: explain a rule, an error code, an amendment or a property."""

import difflib

from conformance.cli.common.output import Output
from conformance.cli.common.usage import UsageError
from conformance.cli.explaining.explanations import explanation
from conformance.cli.options.specification import ExplainOptions
from conformance.reports.exit_codes import SUCCESS
from conformance.reports.explanations import explanation_as_text
from spec.amendments.catalog import AMENDMENTS
from spec.catalog import CLAUSES, FORMAT_RULES, PROPERTIES, RULES
from spec.troubleshooting import QUESTIONS
from spec.vocabulary.rejections import REASON_WORDS


def run(options: ExplainOptions) -> Output:
    """Explain a word; raise `UsageError` if the specification does not know it."""
    found = explanation(options.word)
    if found is None:
        raise UsageError(unknown(options.word))
    return Output(SUCCESS, lambda: found, explanation_as_text(found))


def unknown(word: str) -> str:
    """Return what can be explained instead."""
    kinds = (CLAUSES,) if "." in word else (RULES, FORMAT_RULES, AMENDMENTS, PROPERTIES)
    known = [entry.id for entries in kinds for entry in entries]
    known += [name for code, words in REASON_WORDS.items() for name in (code.value, *words)]
    known += [name for each in QUESTIONS for name in each.words]
    spelled = {name.upper(): name for name in known}
    near = [spelled[name] for name in difflib.get_close_matches(word.upper(), spelled, 4)]
    hint = f"did you mean {' or '.join(near)}?" if near else "see the site (`make docs`)"
    expected = (
        "a rule (CLM-5), clause (CLM-5.2), code (E049), reason word, amendment (A14), property "
        "(INV-4) or word of the errors log (forced_true)"
    )
    return f"{word!r} cannot be explained; expected {expected}; {hint}"
