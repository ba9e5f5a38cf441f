"""`planspec explain`: explain a rule, an error code, an amendment or a property."""

import difflib
import textwrap
from collections.abc import Iterator

from conformance.cli.common.output import Output
from conformance.cli.explaining.explanations import explainable, explanation
from conformance.cli.options.specification import ExplainOptions
from conformance.protocol.documents.explanations import Explanation
from conformance.protocol.usage import UsageError
from conformance.reports.console import coloured
from conformance.reports.exit_codes import SUCCESS
from spec.troubleshooting import QUESTIONS


def run(options: ExplainOptions) -> Output:
    """Explain a word; raise `UsageError` if the specification does not know it."""
    found = explanation(options.word)
    if found is None:
        raise UsageError(unknown(options.word))
    return Output(SUCCESS, lambda: found, as_text(found))


def as_text(found: Explanation) -> Iterator[str]:
    """Yield the lines of an explanation: names in one line, longer parts below their heading."""
    yield coloured(f"{found.id} {found.title}", "bold")
    for heading, part in found.parts.items():
        if isinstance(part, str):
            yield from textwrap.wrap(f"{heading}: {part}", 100)
        elif not any(" " in each for each in part):
            yield f"{heading}: {', '.join(part)}"
        else:
            yield from ("", coloured(heading, "bold"))
            yield from (f"  {line}".rstrip() for line in part)
    yield from ("", f"on the site: {found.page}")


def unknown(word: str) -> str:
    """Return what can be explained instead."""
    known = [*explainable(), *(name for each in QUESTIONS for name in each.words)]
    spelled = {name.upper(): name for name in known if "." in word or "." not in name}
    near = [spelled[name] for name in difflib.get_close_matches(word.upper(), spelled, 4)]
    hint = f"did you mean {' or '.join(near)}?" if near else "see the site (`make docs`)"
    expected = (
        "a rule (CLM-5), clause (CLM-5.2), code (E049), reason word, amendment (A14), property "
        "(INV-4, one-holder), scenario (lease-holds) or word of the errors log (forced_true)"
    )
    return f"{word!r} cannot be explained; expected {expected}; {hint}"
