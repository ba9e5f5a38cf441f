"""The start page: its template, with a picture of the same requests without and with the rules."""

from collections.abc import Sequence
from contextlib import closing

from conformance.adapters.stores import OpenSystem
from conformance.mutants.registry import mutant_named
from conformance.reports.sequences import Exchange, sequence_picture
from conformance.reports.words.sentences import clock
from conformance.reports.words.traces import render_exchange
from docs.build.checks import BrokenSite
from docs.build.pages.cards import LINK, cards_table
from docs.build.rendering import render
from docs.build.scenarios import path_of, scenario_file
from spec.formats.messages import operation_to_json, outcome_to_json
from spec.vocabulary.operations import Operation


def start_page() -> str:
    """Return the start page; raise `BrokenSite` if its two pictures are alike."""
    found = scenario_file()
    steps = list(path_of(found["front"]["steps"], found["documents"]))
    wrong = exchanges_with(
        mutant_named(found["front"]["mutant"]).opener(), [each.operation for each in steps]
    )
    right = [(operation_to_json(each.operation), each.reply) for each in steps]
    if wrong == right:
        raise BrokenSite(f"{found['front']['mutant']} changes no reply")
    return render(
        "index.md",
        reference="reference/",
        is_first=True,
        cards=cards_table(LINK),
        wrong_lines=sentences(wrong),
        right_lines=sentences(right),
        wrong=sequence_picture(wrong, "without", [each for each in wrong if each not in right]),
        right=sequence_picture(right, "with", []),
    )


def sentences(exchanges: Sequence[Exchange]) -> list[str]:
    """Return what happens, a line for each request, for windows that are too narrow for lanes."""
    return [
        f"{clock(request['now'])} {render_exchange(request, reply)}" for request, reply in exchanges
    ]


def exchanges_with(opener: OpenSystem, operations: Sequence[Operation]) -> list[Exchange]:
    """Return what a store that is opened replies to operations."""
    with closing(opener()) as system:
        return [
            (operation_to_json(each), outcome_to_json(system.apply(each))) for each in operations
        ]
