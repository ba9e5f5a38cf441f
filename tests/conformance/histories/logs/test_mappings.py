"""Logs of other programs are read by a mapping; what is missing in it is named with its line."""

import json
from pathlib import Path
from typing import Any

import pytest

from conformance.histories.logs.mapping import template
from conformance.reports.exit_codes import NOT_CONFORMING, SUCCESS, USAGE
from tests.cases import for_each
from tests.conformance.calling import Ended, Planspec
from tests.conformance.histories.workers import DOCUMENT

LINES: list[dict[str, Any]] = [
    {"time": 100, "worker": "ann", "op": "take", "result": "taken", "step": "deck"},
    {"time": 110, "worker": "bob", "op": "take", "result": "taken", "step": "paint"},
    {"time": 120, "worker": "cat", "op": "take", "result": "nothing"},
    {"time": 130, "worker": "ann", "op": "free", "step": "deck", "result": "done"},
    {"time": 140, "worker": "dan", "op": "take", "result": "taken", "step": "deck"},
    {"time": 150, "worker": "cat", "op": "free", "step": "deck", "result": "refused"},
]
TEMPLATE = template().replace('# "plans/bridge.md" =', '"plans/bridge.md" =')


class Log:
    """A log and its mapping, in a folder with the plan's document."""

    def __init__(self, folder: Path, planspec: Planspec) -> None:
        self.file, self.mapping = folder / "log.jsonl", folder / "mine.toml"
        self._planspec = planspec
        (folder / "bridge.md").write_text(DOCUMENT)
        self.mapping.write_text(TEMPLATE)
        self.write(*LINES)

    def write(self, *lines: object) -> None:
        """Write lines."""
        self.file.write_text("".join(json.dumps(line) + "\n" for line in lines))

    def change(self, old: str, new: str) -> None:
        """Change the mapping, which must have the old text."""
        text = self.mapping.read_text()
        assert old in text
        self.mapping.write_text(text.replace(old, new))

    def audit(self, *words: str) -> Ended:
        """Audit the log."""
        return self._planspec("audit", str(self.file), "--mapping", str(self.mapping), *words)


@pytest.fixture
def log(tmp_path: Path, planspec: Planspec) -> Log:
    return Log(tmp_path, planspec)


def test_the_template_reads_a_log_that_is_explained(log: Log) -> None:
    ended = log.audit()
    assert (ended.code, ended.lines[-1]) == (
        SUCCESS,
        "explained: an order of the calls follows the rules of 2026.2 (6 operations, 12 events)",
    )


def test_an_answer_that_nothing_explains_is_contradicted_with_the_clause(log: Log) -> None:
    # Given a step that is given while another holds it
    log.write(*LINES[:2], {**LINES[1], "worker": "cat", "time": 120})
    # When the log is judged, then that is contradicted, after two answers that are explained.
    ended = log.audit("--json")
    document = ended.document
    assert (ended.code, document["explained_to"]) == (NOT_CONFORMING, 2)
    assert document["clause"].startswith("CLM-")
    assert document["plans"][0]["unexplained"]["process"] == "cat"


def test_lines_that_ask_and_lines_that_answer(log: Log) -> None:
    # Given a log in which two workers ask at the same time, in seconds
    log.change('unit = "ms"', 'unit = "s"')
    log.change('# event = "kind"', 'event = "kind"')
    log.change('# asks = ["begin"]', 'asks = ["begin"]')
    log.change('# answers = ["end"]', 'answers = ["end"]')
    asked = {"kind": "begin", "op": "take"}
    taken = {"kind": "end", "result": "taken"}
    log.write(
        {**asked, "time": 1.5, "worker": "ann"},
        {**asked, "time": 1.6, "worker": "bob"},
        {**taken, "time": 1.7, "worker": "ann", "step": "paint"},
        {**taken, "time": 1.8, "worker": "bob", "step": "deck"},
    )
    # When it is judged, then either may have come first.
    assert log.audit().code == SUCCESS


def test_calls_with_a_duration_overlap(log: Log) -> None:
    # Given a log whose second line took so long that its call may have come first
    log.change('# duration = "took"', 'duration = "took"')
    first, second = {**LINES[1], "took": 0, "worker": "ann"}, {**LINES[0], "time": 120, "took": 50}
    log.write(first, {**second, "worker": "bob"})
    assert log.audit().code == SUCCESS
    # When it took less, then it may not.
    log.write(first, {**second, "worker": "bob", "took": 5})
    assert log.audit().code == NOT_CONFORMING


def test_times_as_text_words_and_values_for_all_lines(log: Log) -> None:
    # Given a log with other times, which forces claims, in words
    log.change('unit = "ms"', 'unit = "iso"')
    log.change("# lease =", 'force = { field = "how", words = { hard = true, soft = false } }\n#')
    log.change("[operations.take.outcomes.taken]", "[operations.take.outcomes.true]")
    line = {"worker": "ann", "op": "take", "result": True, "step": "deck"}
    first = {**line, "time": "2026-01-31T12:00:00.000Z", "how": "soft"}
    then = {**line, "time": "2026-01-31T13:00:00.001+01:00", "worker": "bob"}
    log.write(first, {**then, "how": "hard"})
    # When it is judged, then force explains that the step changes hands, and only force.
    assert log.audit().code == SUCCESS
    log.write(first, {**then, "how": "soft"})
    assert log.audit().code == NOT_CONFORMING


WRONG_LINES = {
    "no process": ({"time": 1}, "line 1: no field `worker`, which is `process` in", "line 23"),
    "no time": ({"worker": "ann", "op": "take"}, "no field `time`, which is `time` in", "line 24"),
    "a bad time": ({**LINES[0], "time": "noon"}, "`time` is 'noon'; expected a number of ms", ""),
    "an operation": ({**LINES[0], "op": "grab"}, "add [operations.grab] to the mapping", ""),
    "an outcome": (
        {**LINES[0], "result": "?"},
        "the outcome '?' of 'take' is unknown; add [operations.take.outcomes.?] to the mapping",
        "",
    ),
    "an argument": (
        {"time": 1, "worker": "ann", "op": "free", "result": "done"},
        "no field `step`, which is `step` in",
        "line 65",
    ),
    "a wrong argument": ({**LINES[3], "step": 7}, "must be a string, got the number 7", ""),
    "no JSON object": ([], "is not an object", ""),
}


@for_each("case", WRONG_LINES.values())
def test_a_line_that_cannot_be_read_is_named_with_the_line_of_the_mapping(
    log: Log, case: tuple[object, str, str]
) -> None:
    line, *texts = case
    log.write(line)
    ended = log.audit()
    assert ended.code == USAGE
    assert [text for text in ("log.jsonl, line 1: ", *texts) if text not in ended.err] == []


def test_a_process_that_goes_back_in_time_must_be_told_apart(log: Log) -> None:
    # Given a worker whose second line is older than its first
    log.write({**LINES[0], "time": 150}, {**LINES[3], "time": 147})
    out = log.audit().err
    # When it is read, then the message says what is wrong, and where the mapping has the field.
    assert "ann goes back by 3 ms; expected one operation at a time" in out
    assert "mine.toml, line 23), or give an `uncertainty`" in out
    # When times are that uncertain, then their order is that of the lines.
    log.change("uncertainty = 0", "uncertainty = 2")
    assert log.audit().code == SUCCESS


WRONG_MAPPINGS = {
    "an operation": ('operation = "claim"', 'operation = "grab"', "unknown operation 'grab'"),
    "an answer": ('answer = "claimed"', 'answer = "given"', "unknown answer 'given'"),
    "silence": ("unlogged = []", 'unlogged = ["gossip"]', "unknown operation 'gossip'"),
    "a key": ('time = "time"', 'tme = "time"', "line 24, line.tme: Extra inputs"),
    "half of two": ('# event = "kind"', 'event = "kind"', "belong together: give all or none"),
    "two places": ('"step"\n', '{ field = "a", constant = 1 }\n', "either a `field`"),
    "an edition": ('edition = "2026.2"', 'edition = "1999"', "1999"),
    "a plan": ('= "bridge.md"', '= "none.md"', "none.md cannot be read as a plan"),
    "no TOML": ("[line]", "[line", "is not TOML"),
}


@for_each(("old", "new", "problem"), WRONG_MAPPINGS.values())
def test_what_is_wrong_in_a_mapping_is_named(log: Log, old: str, new: str, problem: str) -> None:
    log.mapping.write_text(TEMPLATE)
    log.change(old, new)
    ended = log.audit()
    assert (ended.code, problem in ended.err) == (USAGE, True), ended
