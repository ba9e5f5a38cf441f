"""Reading the vectors that ship, or those of another folder."""

from functools import cache
from importlib.resources import files
from pathlib import Path

from pydantic import ValidationError

from conformance.protocol.codec import answer_from, state_from
from conformance.protocol.lines import BadMessage
from conformance.protocol.operations import adapter
from conformance.protocol.usage import UsageError
from conformance.vectors.vector import FORMAT, Vector
from impl.files import read_regular
from impl.json_text import parse_json

INSTALLED = "shipped"
"""The name of the folder in the wheel."""


_INSTALLED = Path(str(files("conformance.vectors"))) / INSTALLED

VECTORS = _INSTALLED if _INSTALLED.is_dir() else Path(__file__).parents[2] / "vectors"
"""The folder of the vectors that ship: in the wheel, or in the checkout."""

INDEX, SCHEMA, CLOSED = "index.json", "schema.json", "closed-editions.json"
"""The files in the folder that are no vectors."""


class VectorError(UsageError):
    """A file that cannot be read as a vector: what was found, what was expected, what to do."""


def read_vectors(folder: Path = VECTORS) -> tuple[Vector, ...]:
    """Read every vector of a folder, ordered by file. Raises `VectorError` if one is bad."""
    vectors = tuple(read_vector(file) for file in vector_files(folder))
    if not vectors:
        raise VectorError(f"{folder}: no vectors there; expected FOLDER/AREA/ID.json")
    seen: set[str] = set()
    for vector in vectors:
        if vector.id in seen:
            raise VectorError(f"{folder}: two vectors have the id {vector.id!r}; rename one")
        seen.add(vector.id)
    return vectors


def read_once(folder: Path = VECTORS) -> tuple[Vector, ...]:
    """Read every vector of a folder that does not change, once in a process, as `read_vectors`."""
    return _read_once(folder)


_read_once = cache(read_vectors)  # which takes a folder left out for another than its default


def vector_files(folder: Path) -> list[Path]:
    """Return the files that hold vectors."""
    return sorted(folder.glob("*/*.json"))


def read_vector(file: Path) -> Vector:
    """Read one vector. Raises `VectorError` that names the file and the place if it is none."""
    try:
        text = read_regular(file).decode()
        data = parse_json(text)
    except OSError as error:
        raise VectorError(f"{file}: {error.strerror or error}; check the path") from error
    except ValueError as error:
        raise VectorError(f"{file}: is not JSON: {error}; build the vectors again") from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise VectorError(f'{file}: expected an object with "format": "{FORMAT}"')
    if "work" in data:
        raise VectorError(
            f"{file}: is a run of an orchestrator, which is no vector any more; remove it"
        )
    try:
        vector: Vector = adapter(Vector).validate_json(text)
    except ValidationError as error:
        problem = error.errors()[0]
        place = ".".join(str(part) for part in problem["loc"]) or "the vector"
        raise VectorError(f"{file}: at {place}: {problem['msg']}; see {SCHEMA}") from error
    require_messages(file, vector)
    return vector


def require_messages(file: Path, vector: Vector) -> None:
    """Raise `VectorError` unless all that goes over the line is valid in the protocol."""
    if not vector.operations:
        raise VectorError(f"{file}: expected at least one operation under operations")
    for number, expectation in enumerate(vector.operations, start=1):
        try:
            _ = expectation.operation
            answer_from(expectation.reply)
        except (BadMessage, TypeError) as error:
            raise VectorError(f"{file}: operation {number}: {error}") from error
    try:
        state_from(vector.state)
    except BadMessage as error:
        raise VectorError(f"{file}: state: {error}") from error
