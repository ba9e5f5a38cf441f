"""Explaining a divergence: another edition that does the same."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import replace
from functools import cache

from conformance.adapters.capabilities import Capabilities
from conformance.adapters.features import transition_of
from conformance.adapters.model import transitions_of
from conformance.differential.comparator import Comparator
from conformance.differential.divergence import Divergence, answer_kind
from conformance.differential.reducer import Counterexample
from conformance.kit.finding import Finding, signatures_in
from conformance.kit.signatures import Signature, signatures_of
from model.transition import Transition
from spec.catalog import OBSERVABLE_AMENDMENTS
from spec.editions import EDITIONS, Edition, edition_named


@cache
def other_editions(reference: Edition) -> tuple[Edition, ...]:
    """Return the editions that may explain a divergence, one amendment less or more first."""
    # One less is the most usual mistake.
    less = (each for each in OBSERVABLE_AMENDMENTS if reference.has(each))
    more = (each for each in OBSERVABLE_AMENDMENTS if not reference.has(each))
    single = [edition_named(f"{reference.name}-{each.id}") for each in less]
    single += [edition_named(f"{reference.name}+{each.id}") for each in more]
    known = {each.amendments for each in (reference, *single)}
    return (*single, *(each for each in reversed(EDITIONS) if each.amendments not in known))


def explain(capabilities: Capabilities, findings: Sequence[Finding]) -> list[Finding]:
    """Return findings with what explains them, an edition first that explains most of them."""
    editions = other_editions(capabilities.edition)
    explained: list[tuple[Edition, ...]] = []
    for finding in findings:
        others = signatures_in(each for each in findings if each.signatures != finding.signatures)
        same = doing_the_same(capabilities, finding.counterexample, editions, others)
        explained.append(tuple(same))
    counts = Counter(edition for same in explained for edition in same)
    return [
        replace(finding, editions=tuple(sorted(same, key=lambda edition: -counts[edition])))
        for finding, same in zip(findings, explained, strict=True)
    ]


def joined(findings: Sequence[Finding]) -> list[Finding]:
    """Return findings, as one those of the same trace which the same edition explains as a whole.

    They were met apart in longer traces, and nothing that is shown of them differs.
    """
    found: dict[object, Finding] = {}
    for finding in findings:
        key = (finding.operations, finding.editions[:1] or finding.signatures, finding.witnessed)
        if (known := found.get(key)) is not None:
            both = known.signatures | finding.signatures
            finding = replace(known.met_again(finding), signatures=both)
        found[key] = finding
    return [*found.values()]


def doing_the_same(
    capabilities: Capabilities,
    shown: Counterexample,
    among: Iterable[Edition],
    known: Set[Signature] = frozenset(),
) -> Iterator[Edition]:
    """Yield those of some editions that explain what was seen, if the one judged by does not.

    They agree up to the last operation, and then do what was seen, but for what is known.
    """
    divergence, reference = shown.divergence, capabilities.edition
    if divergence.state is None or answer_kind(divergence.reply) is None:
        return
    ours = transitions_in(capabilities, shown, reference)
    if does_the_same(capabilities, reference, ours[-1], divergence, known):
        return
    for edition in among:
        *others, last = transitions_in(capabilities, shown, edition)
        if all(
            (theirs.outcome, theirs.state) == (expected.outcome, expected.state)
            for theirs, expected in zip(others, ours[:-1], strict=True)
        ) and does_the_same(capabilities, edition, last, divergence, known):
            yield edition


def transitions_in(
    capabilities: Capabilities, shown: Counterexample, edition: Edition
) -> list[Transition]:
    """Return what an edition does: the last operation only, behind an adopted state."""
    without, before = capabilities.identity.without, shown.divergence.before
    if shown.adopted and before is not None:
        return [transition_of(before, shown.operations[-1], edition, without)]
    return transitions_of(shown.operations, edition, without)


def does_the_same(
    capabilities: Capabilities,
    edition: Edition,
    model: Transition,
    divergence: Divergence,
    known: Set[Signature],
) -> bool:
    """Return whether the system does what an edition does, but for what is known to differ.

    Fields that the edition or the one that is judged by does not know are not compared.
    """
    shared = Edition(edition.name, edition.amendments & capabilities.edition.amendments)
    # What is compared for an explanation says nothing about what the system ever gave.
    comparator = Comparator(capabilities.identity, shared, tolerance=capabilities.tolerance)
    assert divergence.state is not None
    differences = (
        *comparator.outcome_differences(model.outcome, divergence.reply),
        *comparator.state_differences(model.state, divergence.state),
    )
    left = replace(divergence, model=model, differences=differences)
    return not differences or signatures_of(left) <= known
