"""Every binding clause decides something in a run of the shipped vectors, or a reason stands here.

A clause has decided when the model cites it for an operation, a call or an ending: without the
clause, the answer or the stored state would have been another one.
"""

import re
from pathlib import Path

import model
from spec.catalog import CLAUSES, clause
from spec.editions import edition_named
from tests.model.vector_clauses import citations

AREAS = ("REC", "REV", "ITR", "AGT", "DOC", "STA", "SHL")
BINDING = {each.id for each in CLAUSES if each.binds and each.id.startswith(AREAS)}

TEXT = "the words of a message: the model answers with data"
MEETING = "the driver of the calls decides it: the model sees only its answer, E046 or an old plan"
STATE_FILE = "the contents of a file: the model holds the reviews as they were read"
DOCUMENT = "the text of a plan document: the model gets the definition that was read from it"
ERRORS_LOG = "the lines of a file: the model keeps the violations themselves"

BEYOND_THE_MODEL = {
    **dict.fromkeys(("REC-2.6", "REC-2.7", "REC-2.13"), TEXT),
    **dict.fromkeys(("REC-4.11", "REC-4.12"), MEETING),
    "REV-4.5": "a run of two stops: the state does not tell the second from the first",
    "REV-5.12": "the reading of a review file: the model gets the verdict",
    **dict.fromkeys(("REV-8.6", "REV-8.7", "REV-8.8", "REV-8.9", "REV-12.5"), TEXT),
    **dict.fromkeys(("ITR-6.8", "ITR-6.9", "ITR-6.10"), ERRORS_LOG),
    **dict.fromkeys(("DOC-1.2", "DOC-1.3", "DOC-2.8", "DOC-2.9"), DOCUMENT),
    **{each: STATE_FILE for each in BINDING if each.startswith("STA-")},
    "SHL-1.3": "how a text is read: what is read wrongly is answered wrongly, by a clause of AGT",
}
"""The clauses that the model cannot decide, and why."""

NOT_IN_A_VECTOR = {
    *("REC-1.1", "REC-2.12", "REC-3.2", "REC-3.8", "REC-3.9", "REC-3.10"),
    *("REC-4.5", "REC-4.6", "REC-4.7", "REC-4.10", "REC-6.5"),
    *("REV-1.10", "REV-7.3", "REV-7.4", "REV-9.2", "REV-10.6", "REV-10.7"),
    *("REV-11.3", "REV-11.7", "REV-11.9", "REV-11.10", "REV-11.11", "REV-13.2"),
    *("ITR-3.4", "ITR-4.2", "ITR-8.1", "ITR-8.2", "ITR-8.3", "ITR-8.4", "ITR-8.5"),
    *("AGT-1.5", "AGT-2.5", "AGT-2.7", "AGT-3.6", "AGT-4.3", "AGT-5.2"),
    *("AGT-6.3", "AGT-6.4", "AGT-6.6", "AGT-6.7"),
}
"""The clauses that the model can decide, but that no shipped vector puts to the test."""


def test_a_binding_clause_decides_in_a_vector_or_a_reason_stands_here() -> None:
    # Given every shipped vector, run by the model in its edition and in the one it tells apart,
    decided = {each for _, each in citations()}
    # when the clauses are taken away that decided something there,
    undecided = BINDING - decided
    # then exactly those are left that are listed here.
    assert undecided == BEYOND_THE_MODEL.keys() | NOT_IN_A_VECTOR


def test_the_model_cites_a_clause_that_no_vector_puts_to_the_test() -> None:
    # Given the code of the model, when the clauses are collected that it cites,
    files = Path(model.__file__).parent.rglob("*.py")
    cited = {
        each for file in files for each in re.findall(r'"([A-Z]{3}-\d+\.\d+)"', file.read_text())
    }
    # then all those are among them that no vector shows, and none that the model cannot decide.
    assert cited >= NOT_IN_A_VECTOR
    assert cited & BEYOND_THE_MODEL.keys() == set()


def test_a_clause_decides_only_in_editions_that_have_it() -> None:
    # Given every shipped vector, when a clause has decided there, the orchestrator's included,
    strays = {
        (edition, each)
        for edition, each in citations()
        if not clause(each).is_in_force(edition_named(edition))
    }
    # then it is in force in that edition.
    assert strays == set()
