"""`planstate state claim --wait`: until a step can be claimed, and by whoever is first."""

import signal
from collections.abc import Callable, Iterator

import pytest

from impl.store.store import Store
from spec.vocabulary.holding import Heartbeat, Release
from tests.impl.cli.calling import HOUR, begin, end
from tests.impl.cli.desk import NOW, PLAN, Desk
from tests.impl.cli.waiters import ONE_STEP, claiming, register, take_turns
from tests.profiles import requires_ci_profile


class Hours:
    """A clock that a pause moves on, and things that happen when it has come to some second."""

    def __init__(self, desk: Desk, patch: pytest.MonkeyPatch) -> None:
        self.seconds = 0.0
        self.pauses = 0
        self._desk = desk
        self._events: list[tuple[float, Callable[[], object]]] = []
        patch.setattr("time.monotonic", lambda: self.seconds)
        patch.setattr("time.sleep", self.sleep)

    def after(self, seconds: float, event: Callable[[], object]) -> None:
        """Plan what happens when so many seconds are over."""
        self._events.append((seconds, event))

    def sleep(self, seconds: float) -> None:
        self.seconds += seconds
        self.pauses += 1
        self._desk.at(NOW + int(self.seconds * 1_000))
        for due in [each for each in self._events if each[0] <= self.seconds]:
            self._events.remove(due)
            due[1]()


@pytest.fixture
def hours(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Hours:
    """Register a plan of one step, which ann holds for 2 hours."""
    register(desk)
    return Hours(desk, monkeypatch)


def released(desk: Desk) -> None:
    """Release the step, as another process."""
    with Store.open(desk.store) as store:
        store.apply(Release(PLAN, "only", NOW, "ann"))


def test_a_step_that_is_released_is_claimed_at_once(desk: Desk, hours: Hours) -> None:
    # Given a step that is given back after 100 seconds,
    hours.after(100, lambda: released(desk))
    # when somebody waits for it,
    claimed = desk.state("claim", "--worktree", "bob", "--wait", HOUR)
    # then it is claimed then, at the time of then.
    assert (claimed["claimed"], claimed["anchor"], claimed["reclaimed"]) == (True, "only", False)
    assert 100 <= hours.seconds < 101
    assert claimed["lease_expires"].startswith("2026-01-01T02:01:40")


def test_a_lease_that_ends_lets_the_next_one_go_on(desk: Desk, hours: Hours) -> None:
    # Given a lease of two hours, of whose end nobody is told, when somebody waits for longer,
    claimed = desk.state("claim", "--worktree", "bob", "--wait", str(3 * 3_600))
    # then the step is taken over in the first millisecond in which it can be.
    assert (claimed["claimed"], claimed["reclaimed"]) == (True, True)
    assert 7_200 < hours.seconds < 7_201


def test_nothing_is_claimed_when_the_time_is_over(desk: Desk, hours: Hours) -> None:
    found = desk.state("claim", "--worktree", "bob", "--wait", "60")
    assert (found["claimed"], found["total_remaining"]) == (False, 1)
    assert 60 <= hours.seconds < 61


@pytest.mark.parametrize("where", ["before", "nowhere", "zero"])
def test_only_the_option_of_the_claim_waits(desk: Desk, hours: Hours, where: str) -> None:
    claim = ("state", "claim", PLAN, "--worktree", "bob")
    words = {"before": ("--wait", HOUR, *claim), "nowhere": claim, "zero": (*claim, "--wait", "0")}
    assert not desk.json(*words[where]).data["claimed"]
    assert hours.pauses == 0


def test_what_changes_without_freeing_a_step_is_waited_through(desk: Desk, hours: Hours) -> None:
    # Given a holder who renews the lease, and releases the step later,
    def renewed() -> None:
        with Store.open(desk.store) as store:
            store.apply(Heartbeat(PLAN, "only", "ann", NOW + 10_000, 600_000))

    hours.after(10, renewed)
    hours.after(20, lambda: released(desk))
    # when somebody waits, then the change that frees nothing does not end the waiting.
    assert desk.state("claim", "--worktree", "bob", "--wait", HOUR)["claimed"]
    assert 20 <= hours.seconds < 21


def test_a_document_that_changes_ends_the_waiting(desk: Desk, hours: Hours) -> None:
    # Given a document that is edited meanwhile, and a step that is released then,
    def edited() -> None:
        desk.write(PLAN, ONE_STEP + "\n**Tasks:**\n- [ ] More\n")
        released(desk)

    hours.after(5, edited)
    # when somebody waits, then the claim is refused as any other would be.
    assert desk.refused("claim", "--worktree", "bob", "--wait", HOUR) == ("E048", "plan_drift")


@pytest.fixture
def _interruptible() -> Iterator[None]:
    """Restore the default of SIGINT, which a shell ignores for what it runs in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("_interruptible")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda each: each.name)
def test_a_signal_ends_the_waiting_and_says_that_nothing_was_claimed(
    desk: Desk, hours: Hours, number: signal.Signals
) -> None:
    # Given somebody who waits, when the process is told to end,
    before = signal.getsignal(signal.SIGTERM)
    hours.after(5, lambda: signal.raise_signal(number))
    reply = desk.text("state", "claim", PLAN, "--worktree", "bob", "--wait", HOUR)
    # then it ends and says what became of it, and the signal means what it meant.
    assert (reply.code, reply.out) == (3, "")
    assert reply.err == "planstate: interrupted while waiting; nothing was claimed\n"
    assert signal.getsignal(signal.SIGTERM) is before
    assert desk.state("show")["plan"]["steps"][0]["claimed_by"] == "ann"


@requires_ci_profile
def test_of_many_who_wait_one_gets_the_step_and_the_others_wait_on(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given processes that wait for a step, when it is released again and again,
    monkeypatch.delenv("PLANSTATE_NOW")
    register(desk)
    # then exactly one gets it each time, until all have had it.
    take_turns(desk)


def test_one_that_is_killed_leaves_nothing_behind(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given two who wait, of whom one has begun to, as the journal tells,
    monkeypatch.delenv("PLANSTATE_NOW")
    register(desk)
    journal = desk.root / "journal.jsonl"
    killed = begin(desk.root, "--journal", str(journal), *claiming("bob"))
    while not journal.exists() or '"answer":"nothing_claimable"' not in journal.read_text():
        assert killed.poll() is None
    waiting = begin(desk.root, *claiming("cleo"))
    # when it is killed, and then the step is released,
    killed.kill()
    end(killed)
    desk.state("release", "only", "--worktree", "ann")
    # then the other one gets it, and nothing tells of the one that was killed.
    assert end(waiting).data["claimed"]
    assert "bob" not in desk.text("state", "show", PLAN).out
    assert desk.json("store", "check").data["problems"] == []
