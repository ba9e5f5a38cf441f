"""Reading vectors: what ships is read, and what is wrong with a file is said precisely."""

import json
from pathlib import Path
from typing import Any

import pytest

from conformance.vectors.reading import (
    VectorError,
    read_vector,
    read_vectors,
)


def changed(folder: Path, **fields: Any) -> Path:
    """Change fields of a vector's file."""
    file = folder / "claims" / "rule-CLM-5.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), **fields}), encoding="utf-8")
    return file


def test_two_vectors_of_one_id_are_refused(folder: Path) -> None:
    # Given a copy of a vector under another name, when the folder is read, then the id is named.
    text = (folder / "claims" / "rule-CLM-5.json").read_text("utf-8")
    (folder / "claims" / "copy.json").write_text(text, encoding="utf-8")
    with pytest.raises(VectorError, match="two vectors have the id 'rule-CLM-5'"):
        read_vectors(folder)


def test_a_file_that_is_no_json_is_named_with_the_place(folder: Path) -> None:
    file = folder / "claims" / "rule-CLM-5.json"
    file.write_text('{"format": ', encoding="utf-8")
    with pytest.raises(VectorError, match=r"rule-CLM-5\.json: is not JSON: .*line 1 column 12"):
        read_vector(file)


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"format": "planspec vector 0"}, 'expected an object with "format": "planspec vector 1"'),
        ({"kind": "song"}, "at kind: "),
        ({"operations": []}, "expected at least one operation"),
        ({"operations": [{"request": {"request": "observe"}, "reply": {"reply": "ok"}}]}, "no op"),
        ({"operations": [{"request": {"request": "op"}, "reply": {}}]}, "operation 1: .*claim"),
        (
            {"state": {"reply": "ok", "plans": 1}},
            "state: .*: `plans` must be an array, got the number 1",
        ),
    ],
)
def test_what_is_wrong_in_a_vector_is_said(folder: Path, fields: dict[str, Any], told: str) -> None:
    # Given a vector with something wrong in it, when it is read, then it is named and told.
    with pytest.raises(VectorError, match=told):
        read_vector(changed(folder, **fields))
