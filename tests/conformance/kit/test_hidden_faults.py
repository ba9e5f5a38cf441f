"""Stages that find what hides behind numbers, likeness, time, products and the wire."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from conformance.adapters.model import ModelSystem
from conformance.adapters.processes import ProcessConnection
from conformance.adapters.remote import RemoteSystem
from conformance.kit.finding import Finding
from conformance.kit.limits import RunLimits
from conformance.kit.stages.climbing import HIGHEST
from conformance.kit.stages.likeness import NearMisses
from conformance.kit.stages.long_runs import LongRuns
from conformance.kit.stages.pairs import AT_NIGHT as PAIRS_AT_NIGHT
from conformance.kit.stages.pairs import Pairs
from conformance.kit.stages.ramps import Climbing
from conformance.kit.stages.shortening import shorten
from conformance.kit.stages.stage import Event, Stage
from conformance.kit.stages.wire import speak
from conformance.protocol.codec import operation_request, request_from
from conformance.protocol.documents.record import RunVerdict
from conformance.protocol.traces import read_trace, write_trace
from model.apply import apply
from spec.vocabulary.state import State
from tests.cases import for_each
from tests.conformance.kit.hidden_faults import LIKENESS, LIMITS, PRODUCTS, TIME
from tests.conformance.validating import session_of, validated
from tests.conformance.vectors.ahead import remote
from tests.profiles import AT_NIGHT, requires_ci_profile

FAULTS: dict[Stage, dict[str, Any]] = {
    Climbing: LIMITS,
    NearMisses: LIKENESS,
    LongRuns: TIME,
    Pairs: PRODUCTS,
}
MOST = 60_000
"""The operations of a run, of which a stage gets its share."""
READING = """
import json, sys
from conformance.adapters.model import ModelSystem
from conformance.adapters.serving import Answerer

answerer = Answerer(ModelSystem())
for line in sys.stdin.buffer:
    try:
        line = read(line)
    except ValueError as error:
        reply = {"reply": "error", "message": str(error)}
    else:
        reply = answerer.answer_line(line)
    print(json.dumps(reply), flush=True)
"""
READERS = {
    "def read(line): return line.decode('latin-1')": "UTF-8 without escapes",
    "def read(line): return line.decode().replace(chr(92) + '/', '?')": (
        "escaped slashes and capital digits"
    ),
    "def read(line): return json.dumps(json.loads(line[:65535]))": "a very long line",
    "def read(line): return ''.join(line[at : at + 8192].decode(errors='replace')"
    " for at in range(0, len(line), 8192))": "a very long line",
}
"""How programs read a line wrongly, and a spelling that shows it."""


def is_found(stage: Stage, make: Callable[[], ModelSystem]) -> bool:
    """Return whether a stage finds anything; it ends when it does."""

    def until_first(*given: Any) -> Iterator[Event]:
        for event in stage(*given):
            yield event
            if isinstance(event, Finding):
                return

    return bool(validated(session_of(remote(make())), until_first, operations=MOST).findings)


@requires_ci_profile
@for_each("stage", FAULTS)
def test_a_stage_finds_the_faults_of_its_kind(stage: Stage) -> None:
    # Given implementations with one fault each, when a stage asks them, then each is found.
    tried = list(FAULTS[stage]) if AT_NIGHT else list(FAULTS[stage])[::10]
    assert [name for name in tried if not is_found(stage, FAULTS[stage][name])] == []


@requires_ci_profile
def test_a_program_that_reads_one_spelling_alone_is_found_and_replayed(
    tmp_path: Path, judge: Any
) -> None:
    # Given programs that read the usual lines, and others wrongly,
    for number, (read, spelling) in enumerate(READERS.items()):
        path = tmp_path / f"{number}.py"
        path.write_text(read + READING, encoding="utf-8")
        system = RemoteSystem(
            connection := ProcessConnection([sys.executable, str(path)]),
            reopen=lambda path=path: ProcessConnection([sys.executable, str(path)]),  # type: ignore[misc]
        )
        # when they are spoken to,
        validation = validated(session_of(system), speak, shorten, operations=MOST)
        found = validation.findings
        connection.close()
        # then a finding names the spelling,
        shown = {each.counterexample.spelling: each for each in found}
        assert spelling in shown, (read, list(shown))
        # the verdict is that the program is wrong, also where it replies with an error,
        assert judge(validation).verdict is RunVerdict.FAIL
        # and its trace keeps it.
        write_trace(tmp_path / "trace.json", shown[spelling].trace)
        assert read_trace(tmp_path / "trace.json").spelling == spelling


@requires_ci_profile
def test_half_of_a_character_in_a_reply_is_shown_as_its_escape(tmp_path: Path, judge: Any) -> None:
    # Given a program that replies with half of a character where there is a whole one,
    path = tmp_path / "program.py"
    printed = "json.dumps(reply).replace(chr(92) + 'u00e9', chr(92) + 'udce9')"
    reading = READING.replace("json.dumps(reply)", printed)
    path.write_text(f"def read(line): return line.decode()\n{reading}", encoding="utf-8")
    system = RemoteSystem(connection := ProcessConnection([sys.executable, str(path)]))
    # when it is spoken to, then it is found out, and what it replied can be kept and read.
    validation = validated(session_of(system), speak, shorten, operations=MOST)
    connection.close()
    assert validation.broken == []
    record = judge(validation)
    assert record.verdict is RunVerdict.FAIL
    assert "\\udce9" in str(record.findings[0])


def test_no_number_is_greater_than_its_field_may_be() -> None:
    # Given the ramps of all that grows,
    session = session_of(ModelSystem())
    climbing = Climbing(session, (), RunLimits(0, None, None))
    great = [(ramp, size) for ramp, size in climbing.climbs if size > HIGHEST + 1]
    assert great
    # when their greatest numbers are sent, then a right reader takes them.
    for ramp, size in great:
        for operation in ramp.operations(size):
            assert request_from(operation_request(operation, session.edition)) == operation


def test_pairs_are_steered_to_nearly_all_that_can_be_met() -> None:
    # Given the model alone, when runs are steered to pairs of clauses,
    session = session_of(ModelSystem())
    pairs = Pairs(session, (), RunLimits(0, None, None))
    asked, most = 0, 200_000 if AT_NIGHT else 20_000
    for _, run in pairs.traces():
        pairs.state, pairs.operations = State(), []
        for operation, _ in run:
            pairs.advance(operation, apply(pairs.state, operation, session.edition))
            asked += 1
        if asked >= most:
            break
    # then few operations meet most of those that very many meet, a number which is kept.
    share = pairs.reached / PAIRS_AT_NIGHT
    assert 0.97 < share < 1.03 if AT_NIGHT else share > 0.9
