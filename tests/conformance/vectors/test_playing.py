"""Playing: requests are sent ahead of replies, and each reply is compared as if they were not."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from conformance.adapters.connections import Broken
from conformance.adapters.model import WHOLE
from conformance.adapters.processes import ProcessConnection
from conformance.adapters.remote import RemoteSystem
from conformance.cli.main import main
from conformance.differential.comparator import Comparator
from conformance.reports.exit_codes import BROKEN, SUCCESS
from conformance.vectors.playing import KnownStep, PlayedStep, Player, beginning, step_replies
from conformance.vectors.tours import Tour
from model.explorer.scopes.themes import LEASES
from spec.vocabulary.claims import Claim
from spec.vocabulary.operations import Operation
from spec.vocabulary.state import State
from tests.conformance.calling import PATIENTLY
from tests.conformance.changed import Changed
from tests.conformance.vectors.ahead import AheadConnection
from tests.profiles import IN_CI, requires_ci_profile

PROGRAM = """
import os, sys
from conformance.adapters.model import ModelSystem
from conformance.adapters.serving import serve

class Served(ModelSystem):
    answered = 0

    def apply(self, operation):
        self.answered += 1
        BODY
        return super().apply(operation)

serve(Served(), sys.stdin, sys.stdout)
"""


def lengthened(_: State, operation: Operation) -> Operation:
    """Claim for a millisecond too long where no time was asked for."""
    if isinstance(operation, Claim) and operation.lease == 0:
        return replace(operation, lease=1)
    return operation


def steps() -> Iterator[KnownStep]:
    """Yield the steps of a short tour."""
    tour = Tour(LEASES)
    for step in tour.steps():
        begun = beginning(None) if step.first else []
        yield KnownStep(
            step, [*begun, *step_replies(step.operation, step.transition, tour.edition)]
        )


def played(connection: AheadConnection) -> tuple[Player, Iterator[PlayedStep]]:
    """Begin to play the tour on a connection."""
    system = RemoteSystem(connection)
    player = Player(system, Comparator(system.identity))
    return player, player.play(steps())


def test_no_more_is_sent_ahead_than_the_window_allows() -> None:
    # Given systems with windows of several sizes, or with none, when they are played to,
    for window in (1, 8, 20, 64, 1000) if IN_CI else (1,):
        connection = AheadConnection(Changed(identity=replace(WHOLE, window=window)))
        _, results = played(connection)
        assert not any(each.unexpected for each in results)
        # then never more than that, and never more than 64 requests, have no reply yet,
        assert window // 2 <= connection.most_ahead or window > 64
        assert connection.most_ahead <= min(window, 64)
        # and without a window they are sent one by one.
        assert window > 1 or connection.most_ahead == 0


def test_what_is_sent_ahead_of_a_difference_is_given_back() -> None:
    # Given a system that is wrong once, when it is played to up to there,
    connection = AheadConnection(Changed(lengthened))
    player, results = played(connection)
    wrong = next(each for each in results if each.unexpected)
    answer, state = wrong.unexpected
    assert any("lease_expires_at" in each.place for each in answer.differences)
    assert not wrong.state_agrees
    assert state.request["request"] == "observe"
    # then what was sent ahead can be given back, and nothing is left unread.
    assert player.abandon()
    assert not connection.replies


def test_replies_before_a_crash_are_compared(tmp_path: Path) -> None:
    # Given a program that crashes while requests are sent ahead, when it is played to,
    file = tmp_path / "program.py"
    file.write_text(PROGRAM.replace("BODY", "if self.answered > 40: os._exit(7)"))
    system = RemoteSystem(ProcessConnection([sys.executable, str(file)]))
    results = Player(system, Comparator(system.identity)).play(steps())
    # then all that it answered before was compared.
    assert not any(each.unexpected for each in islice(results, 40))
    with pytest.raises(Broken, match="exit code 7"):
        next(results)


@requires_ci_profile
def test_doctor_fills_the_window(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # Given a program that answers requests in order, then it is well;
    file = tmp_path / "program.py"
    file.write_text(PROGRAM.replace("BODY", "pass"))
    assert main(["doctor", *PATIENTLY, "--", sys.executable, str(file)]) == SUCCESS
    assert "window          64" in capsys.readouterr().out
    # given one that forgets requests, of which the first three are sent one by one, it is not.
    remembered = "(line for number, line in enumerate(sys.stdin) if number < 8)"
    file.write_text(file.read_text().replace("sys.stdin,", f"{remembered},"))
    code = main(["doctor", "--timeout", "2", "--", sys.executable, str(file)])
    assert code == BROKEN
