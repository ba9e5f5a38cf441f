"""The message of a commit ends with its trailers, and git reads them there."""

import subprocess

from hypothesis import given
from hypothesis import strategies as st

from impl.store.commits import with_trailers
from tests.cases import for_each

TRAILERS = "\n\nTug-Step: deck\nTug-Plan: plans/bridge.md\n"


def message_of(text: str) -> str:
    return with_trailers(text, "deck", "plans/bridge.md")


def read_by_git(message: str) -> list[str]:
    command = ["git", "interpret-trailers", "--parse", "--no-divider"]
    done = subprocess.run(command, input=message.encode(), capture_output=True, check=True)
    return done.stdout.decode().splitlines()


@for_each(
    ("text", "kept"),
    [
        ("Lay the deck", "Lay the deck"),
        ("Lay the deck\n\n \t\v\f\r\n", "Lay the deck"),
        ("  Lay the deck\n\nIt holds.\n", "  Lay the deck\n\nIt holds."),
        ("Lay it\n\nTug-Step: piers\nTug-Plan: other.md\n", "Lay it"),
        ("Lay it\n\nTUG-STEP:piers", "Lay it"),
        ("tug-plan: x\nLay it", "Lay it"),
        ("Lay it\nTug-Step: a\nand more\ntug-step: b", "Lay it\nand more"),
        ("Lay it\n\nSigned-off-by: Ann\nTug-Step: a", "Lay it\n\nSigned-off-by: Ann"),
        ("Lay it\nTug-Step: a\n b", "Lay it\n b"),
        ("See Tug-Step: a", "See Tug-Step: a"),
        (" Tug-Step: a", " Tug-Step: a"),
        ("Tug-Step : a", "Tug-Step : a"),
        ("Tug-\u017ftep: a", "Tug-\u017ftep: a"),
        ("Lay it\u00a0", "Lay it\u00a0"),
        ("Lay\rTug-Step: a", "Lay\rTug-Step: a"),
    ],
)
def test_trailers_come_last_and_in_place_of_earlier_ones(text: str, kept: str) -> None:
    assert message_of(text) == kept + TRAILERS


@for_each("text", ["", " \n", "Tug-Step: a", "\n\nTug-Plan: b\n\nTUG-STEP:\n"])
def test_a_message_of_trailers_alone_is_given_a_subject(text: str) -> None:
    assert message_of(text) == "Work on deck" + TRAILERS


@given(st.text("Tug-SteplanTUG: \t\nabc", max_size=60))
def test_making_a_message_of_a_made_one_changes_nothing(text: str) -> None:
    assert message_of(message_of(text)) == message_of(text)


@for_each("text", ["Lay it", "Tug-Step: a", "Lay it\n\nA: b\nTug-Step: a", "a: b", "---\nx"])
def test_git_reads_the_two_trailers_and_no_others(text: str) -> None:
    assert read_by_git(message_of(text)) == TRAILERS.strip().splitlines()
