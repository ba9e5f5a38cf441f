"""The start page: its template, with a picture of the same requests without and with the rules."""

from collections.abc import Sequence
from contextlib import closing

from conformance.mutants.registry import mutant_named
from conformance.reports.sequences import Exchange, sequence_picture
from conformance.reports.words.sentences import clock
from conformance.reports.words.traces import render_exchange
from docs.build.checks import BrokenSite
from docs.build.pages.cards import LINK, cards_table
from docs.build.rendering import render
from docs.build.scenarios import path_of, scenario_file
from spec.formats.messages import operation_to_json, outcome_to_json


def start_page() -> str:
    """Return the start page; raise `BrokenSite` if its two pictures are alike."""
    found = scenario_file()
    steps = list(path_of(found["front"]["steps"], found["documents"]))
    with closing(mutant_named(found["front"]["mutant"]).opener()()) as system:
        replies = [outcome_to_json(system.apply(each.operation)) for each in steps]
    requests = [operation_to_json(each.operation) for each in steps]
    wrong = list(zip(requests, replies, strict=True))
    right = list(zip(requests, (each.reply for each in steps), strict=True))
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
