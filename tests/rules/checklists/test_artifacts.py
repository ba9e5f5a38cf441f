"""CHK-10: notes on steps."""

from spec.vocabulary.checklists import ArtifactRecorded
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.state import Artifact
from tests.cases import for_each
from tests.rules import builders as b
from tests.rules.suts import Sut

FACE = "\N{SLIGHTLY SMILING FACE}"
COMBINED = "e\N{COMBINING ACUTE ACCENT}"


def test_a32_chk_10_a_note_is_stored_on_the_row_it_names(sut: Sut) -> None:
    sut.given(b.register(b.FAMILY), b.claim())
    # When notes are left on a substep and on its step
    first = sut.apply(b.note("a1", summary="One", now=5))
    second = sut.apply(b.note("a", summary="Two", now=4))
    # Then each is on its row, with kind, summary and time
    assert isinstance(first, ArtifactRecorded)
    assert isinstance(second, ArtifactRecorded)
    assert second.artifact_id > first.artifact_id
    assert sut.step("a1").artifacts == (Artifact(first.artifact_id, "Log", "One", 5),)
    assert sut.step("a").artifacts == (Artifact(second.artifact_id, "Log", "Two", 4),)


def test_chk_10_notes_of_a_step_are_in_the_order_of_their_ids_not_of_their_times(
    sut: Sut,
) -> None:
    sut.given(b.register(b.FAMILY), b.claim())
    for now in (30, 10, 20):
        sut.given(b.note("a", now=now))
    stored = sut.step("a").artifacts
    assert [one.recorded_at for one in stored] == [30, 10, 20]
    assert [one.id for one in stored] == sorted({one.id for one in stored})


@for_each(
    ("given", "stored"),
    [
        ("", ""),
        ("   ", "   "),
        ("x" * 500, "x" * 500),
        ("x" * 500 + "y", "x" * 500),
        (FACE * 500, FACE * 500),
        (FACE * 501, FACE * 500),
        ("x" * 499 + FACE + "y", "x" * 499 + FACE),
        ("é" * 501, "é" * 500),
        ("x" * 499 + COMBINED, "x" * 499 + "e"),
        ("\n" * 500 + "z", "\n" * 500),
        ("a\0b", "a\0b"),
    ],
)
def test_chk_10_a_summary_is_cut_to_500_characters(sut: Sut, given: str, stored: str) -> None:
    sut.given(b.register(b.FAMILY), b.claim(), b.note("a", summary=given))
    assert sut.step("a").artifacts[0].summary == stored


def test_chk_1_a_step_that_is_taken_over_is_noted_on_with_all_its_substeps_by_its_holder(
    sut: Sut,
) -> None:
    # Given a substep that Alice has completed, in a step that Bob holds now
    sut.given(b.register(b.FAMILY), b.claim(), b.complete("a1", force=True))
    sut.given(b.release("a", b.ALICE), b.claim(b.BOB))
    # Then he leaves a note on it, and Alice does not
    assert isinstance(sut.apply(b.note("a1", b.BOB)), ArtifactRecorded)
    assert isinstance(sut.apply(b.note("a1")), Rejected)


def test_chk_9_and_chk_10_the_recorded_holder_of_a_completed_step_may_leave_a_note(
    sut: Sut,
) -> None:
    # Given a completed substep in a held step, and then the whole completed
    sut.given(b.register(b.FAMILY), b.claim(), b.batch("a1", remaining=True), b.complete("a1"))
    sut.given(b.note("a1"), b.complete("a", force=True), b.note("a1"), b.note("a"))
    # Then all notes are there
    assert (len(sut.step("a1").artifacts), len(sut.step("a").artifacts)) == (2, 1)
