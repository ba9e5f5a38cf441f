"""Nothing is asked of a command line twice, and what it keeps elsewhere is found out."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from conformance.adapters.command_line.remembering import memory
from conformance.adapters.command_line.remembering.memory import RememberingCommandLine
from conformance.adapters.command_line.remembering.snapshots import put_back, snapshot_of
from conformance.adapters.sut import BrokenProgram
from conformance.protocol.codec import Message
from conformance.protocol.messages import Clock
from spec.vocabulary.claims import Claim
from spec.vocabulary.commits import Commit
from spec.vocabulary.holding import Release
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import PlanDefinition, Register, StepDefinition
from tests.conformance.adapters.command_line.conftest import Opened
from tests.profiles import requires_ci_profile, requires_nightly_profile

HASH = "a" * 64
REGISTER = Register("plan.md", PlanDefinition("Plan", HASH, (StepDefinition("build", "Build"),)), 0)
CLAIM = Claim("plan.md", "one", HASH, 1)
RELEASE = Release("plan.md", "build", 2, "one")
COMMIT = Commit("plan.md", "build", "one", HASH, 2, "c" * 40, "Build it")
LEAKING = """\
import sys
from pathlib import Path
import impl.cli.session
elsewhere = Path({elsewhere!r})
assert impl.cli.places.store_place
impl.cli.places.store_place = lambda options, root: elsewhere
"""
"""What makes `planstate` keep its store in one place for all repositories."""


class Counting:
    """Counts the runs of a program."""

    def __init__(self, run: Callable[..., object]) -> None:
        self.run = run
        self.count = 0

    def __call__(self, *arguments: object) -> object:
        self.count += 1
        return self.run(*arguments)


@pytest.fixture
def remembering(opened: Opened, planstate: str) -> RememberingCommandLine:
    return RememberingCommandLine(opened(planstate))


@pytest.fixture
def runs(remembering: RememberingCommandLine, monkeypatch: pytest.MonkeyPatch) -> Counting:
    program = remembering.line.program
    counting = Counting(program.start)
    monkeypatch.setattr(program, "start", counting)
    return counting


def played(line: RememberingCommandLine, *operations: Operation) -> list[Message]:
    """Return what is answered and shown after operations from an empty store."""
    line.reset()
    found = [line.observe()]
    for operation in operations:
        found += [line.apply(operation), line.observe()]
    return found


@requires_ci_profile
def test_what_begins_alike_is_asked_once(
    remembering: RememberingCommandLine, runs: Counting, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given a command line that is trusted, and was asked for a claim
    monkeypatch.setattr(memory, "CHECKED", 0)
    first = played(remembering, REGISTER, CLAIM)
    before = runs.count
    # when it is asked the same again, and then something else,
    again = played(remembering, REGISTER, CLAIM)
    assert runs.count == before
    released = remembering.apply(RELEASE)
    # then only that runs it, in the repository as it was.
    assert runs.count == before + 1
    assert again == first
    assert released == {"reply": "ok", "answer": "released", "was_claimed_by": "one"}


@requires_nightly_profile
def test_another_way_goes_on_from_a_repository_that_was_put_back(
    remembering: RememberingCommandLine,
) -> None:
    # Given a step that was committed,
    committed = played(remembering, REGISTER, CLAIM, COMMIT)
    # when it is released instead, and afterwards committed again,
    released = played(remembering, REGISTER, CLAIM, RELEASE)
    again = played(remembering, REGISTER, CLAIM, COMMIT)
    # then each is answered as from an empty store.
    fresh = RememberingCommandLine(remembering.line)
    assert released == played(fresh, REGISTER, CLAIM, RELEASE)
    assert again == committed == played(fresh, REGISTER, CLAIM, COMMIT)
    assert remembering.trusted


@requires_nightly_profile
def test_a_repository_is_put_back_with_its_links_and_modes(
    remembering: RememberingCommandLine,
) -> None:
    # Given a repository with a link, and a folder that nobody may write to
    root = remembering.line.site.root
    (root / "closed").mkdir()
    (root / "closed" / "file").write_text("kept")
    (root / "closed").chmod(0o555)
    (root / "link").symlink_to("closed/file")
    kept = snapshot_of(remembering.line)
    (root / "link").unlink()
    (root / "closed").chmod(0o755)
    # when it is put back, then both are there as they were.
    put_back(kept, remembering.line)
    assert (root / "link").read_text() == "kept"
    assert (root / "closed").stat().st_mode & 0o777 == 0o555
    (root / "closed").chmod(0o755)


@requires_nightly_profile
def test_a_store_elsewhere_is_found_out(opened: Opened, tmp_path: Path) -> None:
    # Given a program that keeps one store for all repositories,
    program = tmp_path / "leaking"
    leaking = LEAKING.format(elsewhere=str(tmp_path / "state.db"))
    run = "from impl.cli.main import main\nsys.exit(main())\n"
    program.write_text(f"#!{sys.executable}\n{leaking}{run}")
    program.chmod(0o755)
    line = RememberingCommandLine(opened(str(program)))
    # when it is emptied after a plan was registered, then what it really shows is seen.
    [empty, _, registered] = played(line, REGISTER)
    line.reset()
    assert not line.trusted
    assert line.apply(REGISTER)["already_initialized"]
    assert empty != registered == line.observe()


@requires_nightly_profile
def test_an_error_is_not_remembered(
    remembering: RememberingCommandLine, runs: Counting, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given a program that broke at a claim
    played(remembering, REGISTER)
    with monkeypatch.context() as patched:
        patched.setattr(remembering.line.program, "timeout", 0.0)
        with pytest.raises(BrokenProgram):
            remembering.apply(CLAIM)
    # when it is asked again, then it is run again.
    before = runs.count
    assert played(remembering, REGISTER, CLAIM)[-2]["answer"] == "claimed"
    assert runs.count > before


@requires_nightly_profile
def test_without_a_clock_that_can_be_set_everything_is_asked(
    remembering: RememberingCommandLine, runs: Counting
) -> None:
    remembering.line.clock_kind = Clock.OFFSET
    played(remembering, REGISTER)
    before = runs.count
    played(remembering, REGISTER)
    assert runs.count == 2 * before
