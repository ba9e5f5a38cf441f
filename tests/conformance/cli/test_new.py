"""`planspec new amendment` writes the skeleton of a rule change."""

import ast
import re
import shutil
from pathlib import Path

import pytest

from conformance.cli.new import FOR_A_COLUMN, FOR_A_FIELD, FOR_A_STORED_FIELD
from conformance.mutants.faults.source import ChangedStore
from conformance.reports.exit_codes import BROKEN, SUCCESS
from spec.additions import ADDITIONS
from spec.catalog import AREAS
from tests.conformance.calling import Planspec

ROOT = Path(__file__).parents[3]
ROOMS = ("spec", "model", "impl", "conformance/mutants", "tests/rules")
AREA_FILE = re.compile(r"/(amendments|rules|properties|remedies)/(?!inputs)|/(holding|claims)\.py$")
WITHOUT_ITS_NAME = {"impl/store/database/schema.py", "spec/rules/inputs.py"}
MARKER = re.compile(r"TODO\(A\d+\)")


def skeleton(planspec: Planspec, *words: str) -> tuple[str, str, str, list[str]]:
    """Write a skeleton; return the clause, the property and the test in it, and its files."""
    ended = planspec("new", "amendment", *words)
    assert ended.code == SUCCESS, words
    first, *files, _ = ended.lines
    clause, prop, test = first.partition(": ")[2].split(", ")
    return clause, prop, test, [file.strip() for file in files]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a copy of what a skeleton is written into."""
    for room in ROOMS:
        shutil.copytree(ROOT / room, tmp_path / room, ignore=shutil.ignore_patterns("*.pyc"))
    shutil.copy(ROOT / "CHANGELOG.md", tmp_path)
    return tmp_path


def readable_texts(root: Path, files: list[str]) -> dict[str, str]:
    """Return the texts of files, of which each in Python is one of the language."""
    texts = {file: (root / file).read_text("utf-8") for file in files}
    assert all(ast.parse(text) for file, text in texts.items() if file.endswith(".py"))
    return texts


def test_every_file_of_the_skeleton_has_a_marker_and_can_be_read(
    checkout: Path, planspec: Planspec
) -> None:
    # Given a checkout, when the skeleton of an amendment with a stored field is written,
    words = ("CLM-14", "given-back-why", "--field", "--stored", "--root", str(checkout))
    clause, prop, test, files = skeleton(planspec, *words)
    # then it names what is free, each file is one of the language, and the rule has the clause,
    texts = readable_texts(checkout, files)
    assert f'"{clause}"' in texts["spec/rules/holding.py"].split('id="CLM-15"')[0]
    assert f"def {test}(sut: Sut)" in texts["tests/rules/claims/test_releases.py"]
    # and a marker stands in each, but where only the ids are listed.
    unmarked = [file for file, text in texts.items() if not MARKER.search(text)]
    assert unmarked == ["spec/rules/claims.py"]
    assert prop in texts["spec/rules/claims.py"]


@pytest.mark.parametrize(
    ("amendment", "constant", "field", "marked"),
    [
        ("A51", "NEVER_EARLIER", "shorten", FOR_A_FIELD),
        ("A52", "RELEASE_REASON", "release_reason", (*FOR_A_FIELD, *FOR_A_STORED_FIELD)),
    ],
)
def test_the_skeleton_marks_where_a_field_was_added(
    amendment: str, constant: str, field: str, marked: tuple[str, ...]
) -> None:
    # Given an amendment with a new field of an operation, or with one that is stored,
    assert amendment in {each.id for each in ADDITIONS.values()}
    names = re.compile(rf"\b({constant}S?|{field})\b", re.IGNORECASE)
    # when the files are listed that name it, but for those of its area and of the commands,
    rooms = ("spec", "impl/store")
    files = {each.relative_to(ROOT) for room in rooms for each in (ROOT / room).rglob("*.py")}
    found = {str(each) for each in files if names.search((ROOT / each).read_text("utf-8"))}
    areas = {each for each in found if AREA_FILE.search(each)}
    # then the skeleton marks each of them, and no other but where a number or a word is enough.
    assert {*marked} - WITHOUT_ITS_NAME <= found - areas <= {*marked}


def test_rules_of_every_area_get_a_skeleton(checkout: Path, planspec: Planspec) -> None:
    for area in AREAS:
        # Given a checkout, when the skeleton of an amendment of an area's first rule is written,
        words = (area.rules[0].id, f"trial-of-{area.name}", "--root", str(checkout))
        _, prop, _, files = skeleton(planspec, *words)
        # then its files can be read, and the area lists the property.
        texts = readable_texts(checkout, files)
        listed = texts[f"spec/rules/{area.name}.py"].rpartition("    properties=(")[2]
        assert f'"{prop}"' in listed


def test_no_marker_is_left() -> None:
    # Given the rules and both sides, then nothing of a skeleton is left to be written.
    files = (each for room in ROOMS for each in (ROOT / room).rglob("*.*"))
    marked = [each for each in files if each.suffix in (".py", ".toml")]
    left = [str(each) for each in marked if MARKER.search(each.read_text(encoding="utf-8"))]
    assert left == []


def test_a_column_that_the_tables_lack_is_named_with_the_files_to_edit(
    monkeypatch: pytest.MonkeyPatch, planspec: Planspec
) -> None:
    # Given a store that already writes a column that its tables do not have yet,
    ahead = ChangedStore(
        id="ahead-of-its-tables",
        clause="CLM-13.2",
        file="store/holding.py",
        original="SET heartbeat_at = :now,",
        replacement="SET released_because = NULL, heartbeat_at = :now,",
        broken="the migration is not written yet",
    )
    opener = ahead.opener()
    monkeypatch.setattr("conformance.adapters.stores.FileStore.open", lambda _: opener())
    # when it is checked, then nobody is blamed, and the message says what to edit.
    ended = planspec("check", "--examples", "1")
    assert ended.code == BROKEN
    assert "a change is not finished: the tables of the store: no such column" in ended.err
    files = ", ".join(FOR_A_COLUMN)
    assert f"released_because; add it, and the migration to it, in {files}" in ended.err
