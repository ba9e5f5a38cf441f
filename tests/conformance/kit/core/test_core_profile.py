"""The core profile, tried on a small queue of somebody's own, whole and without each promise."""

import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event
from typing import Any
from xml.etree import ElementTree

import pytest

from conformance.adapters.shell import without
from conformance.cli import core
from conformance.cli.common.clients import fast_folder
from conformance.kit.core import verdicts
from conformance.kit.core.lines import meaning_of
from conformance.kit.core.processes import Program
from conformance.kit.core.profile import core_properties
from conformance.kit.core.verdicts import judge
from conformance.reports.exit_codes import BROKEN
from spec.catalog import RULES
from tests.cases import for_each
from tests.conformance.calling import Planspec
from tests.profiles import requires_ci_profile

ROOT = Path(__file__).parents[4]
QUEUE = ROOT / "examples" / "queue" / "adapter.py"
PROMISES = {each.id: each for each in core_properties()}
SCENARIOS = {each.id: each for found in core_properties() for each in found.scenarios}


def changed_queue(folder: Path, old: str, new: str) -> tuple[str, str]:
    """Write the small queue with a text replaced, and return the command that serves it."""
    text = QUEUE.read_text(encoding="utf-8")
    assert old in text
    text = text.replace(old, new).replace("Path(__file__).parents[2]", repr(str(ROOT)))
    adapter = folder / "changed.py"
    adapter.write_text(text, encoding="utf-8")
    return sys.executable, str(adapter)


def test_the_properties_consist_of_rules_and_their_scenarios_mean_something() -> None:
    rules = {each.id for each in RULES}
    assert len(PROMISES) == 6
    assert all(set(each.clauses) <= rules and each.scenarios for each in PROMISES.values())
    assert len(SCENARIOS) == sum(len(each.scenarios) for each in PROMISES.values())
    assert all(meaning_of(line) for each in SCENARIOS.values() for line in each.play)


PROGRAMS: dict[str, tuple[str, ...]] = {
    "small-queue": (sys.executable, str(QUEUE)),
    "own-store": (sys.executable, "-m", "conformance.cli", "serve", "impl"),
}
SHOWN_BY = {
    "acknowledged-is-stored": "finished-then-restarted",
    "nothing-lost": "killed-while-holding",
    "one-holder": "held-by-another",
    "stale-refused": "finished-by-the-former-holder",
    "dependencies-kept": "dependency-open",
    "leases-end": "lease-ends",
}


@pytest.mark.parametrize("promise", SHOWN_BY)
@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_wrapped_so_that_a_property_breaks_is_found_by_its_scenario(
    program: str, promise: str
) -> None:
    wrapped = Program((sys.executable, without.__file__, promise, "--", *PROGRAMS[program]))
    broken = judge(replace(wrapped, folder=fast_folder()), (SHOWN_BY[promise],))
    assert "violated" in {each.verdict for each in broken.played}, broken.played


def test_of_a_run_that_is_interrupted_what_was_played_is_judged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Given two scenarios, and somebody who interrupts the run when the second is begun,
    program = Program(PROGRAMS["small-queue"], folder=fast_folder())
    is_begun = Event()

    def note(scenario: str) -> None:
        if scenario == "dependency-open":
            is_begun.set()
            assert program.stopped.wait(60)

    def interrupted(_: object) -> None:
        assert is_begun.wait(60)
        raise KeyboardInterrupt

    monkeypatch.setattr(verdicts, "wait", interrupted)
    # when the profile is judged, then of the first there is a verdict, and no other is invented.
    run = judge(program, ("held-by-another", "dependency-open"), note)
    found = {(each.scenario.id, each.verdict, each.why) for each in run.played}
    assert found == {
        ("held-by-another", "holds", ""),
        ("dependency-open", "not tested", "interrupted"),
    }
    assert not any(each.broken for each in run.played)


def test_an_offered_property_that_was_not_tested_is_no_success(
    tmp_path: Path, planspec: Planspec
) -> None:
    # Given a queue that hands out nothing, when it is judged, then nothing is blamed on it,
    command = changed_queue(tmp_path, "serve(Queue())", NOTHING)
    words = ("--json", "--traces", str(tmp_path), "--", *command)
    ended = planspec("conform", "--profile", "core", *words)
    # and the verdict is open.
    found = {each["id"]: each["verdict"] for each in ended.document["properties"]}
    assert found["dependencies-kept"] == "not offered"
    assert found["one-holder"] == "not tested"
    assert (ended.code, ended.document["verdict"]) == (3, "unknown")


NOTHING = """
Queue.offers = {"store": ("memory", HERE)}
Queue.take = lambda self: None
serve(Queue())
"""


OF_ALL_OTHERS = "{to} WHERE holder IN (SELECT holder FROM items WHERE {mine})"
UNLESS_LIVE = "until < :now AND NOT EXISTS (SELECT 1 FROM items WHERE until >= :now)"
ONLY = "other IN (SELECT name FROM items WHERE NOT done)"


WRONG_QUEUES = {
    "one-of-two-given-back": ("{to} WHERE {mine}", OF_ALL_OTHERS),
    "one-of-two-finished": ("{to} WHERE {mine}", OF_ALL_OTHERS),
    "dependency-never-put": ("other NOT IN ({DONE})", ONLY),
    "both-leases-of-a-worker-end": ("until < :now", UNLESS_LIVE),
}
"""Changes of the queue: a worker's other items change too, it waits only for what was put, or frees
no item while another is held."""


@pytest.mark.parametrize("scenario", WRONG_QUEUES)
def test_a_queue_without_what_our_own_store_does_not_offer_is_found(
    tmp_path: Path, scenario: str
) -> None:
    run = judge(Program(changed_queue(tmp_path, *WRONG_QUEUES[scenario])), (scenario,))
    assert {each.verdict for each in run.played} == {"violated"}


@requires_ci_profile
def test_a_deviation_is_expected_until_it_expires(
    tmp_path: Path, planspec: Planspec, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given a queue whose leases never end, and deviations that say so, one of which has expired,
    enough = verdicts.is_enough
    monkeypatch.setattr(
        verdicts, "is_enough", lambda *it: enough(replace(it[0], seconds=0), *it[1:])
    )
    today = datetime.now(UTC).date()
    entries = [(each, today + timedelta(days=-1 if each == EXPIRED else 1)) for each in KNOWN]
    known = tmp_path / "deviations.toml"
    known.write_text(
        "".join(
            f'[[deviation]]\nscenario = "{scenario}"\nreason = "No worker dies."\n'
            f"expires = {expires}\n"
            for scenario, expires in entries
        ),
        encoding="utf-8",
    )
    # when it is judged,
    words = ("--deviations", str(known), "--report", str(tmp_path / "report"), "--site")
    queue = ("--", sys.executable, str(QUEUE), "leases-end")
    ended = planspec("conform", "--profile", "core", *words, *queue)
    # then only the property of the expired one has failed.
    cases = ElementTree.parse(tmp_path / "report" / "junit.xml").iter("testcase")
    failed = [each.get("name", "") for each in cases if each.find("failure") is not None]
    assert [name.partition(":")[0] for name in failed] == ["leases-end"]
    assert ended.code == 1
    assert "known deviation: No worker dies." in ended.out
    assert "steps: put a; ann takes a; the lease ends; bob takes a -> accepted" in ended.out
    # and the playground, which plays operations on a plan, is not linked.
    assert "try it: " not in ended.out


@requires_ci_profile
def test_a_finding_about_a_plan_has_a_link_to_the_playground(
    tmp_path: Path, planspec: Planspec
) -> None:
    # Given an edition with a fault, when it is judged for a site, then the finding is played there.
    model = (sys.executable, "-m", "conformance.cli", "serve", "model", "--edition", "2026.1")
    words = ("--site", "https://example.org", "--traces", str(tmp_path), "--", *model)
    ended = planspec("conform", "--profile", "core", *words)
    assert ended.code == 1
    assert "  try it: https://example.org/playground/#run=" in ended.out


EXPIRED = "lease-ends"
KNOWN = (
    "killed-while-holding",
    "killed-while-taking",
    "killed-while-renewing",
    "killed-while-finishing",
    "killed-while-giving-back",
    "killed-while-taking-over",
    "killed-while-finishing-a-dependency",
    "killed-again-and-again",
    "fetched-ahead-by-the-dead",
    "short-lease-ends",
    "lease-ends",
    "renewed-lease-ends",
    "lease-is-per-item",
)


def test_a_process_that_broke_is_not_used_for_another_scenario(tmp_path: Path) -> None:
    # Given a queue whose process ends at every completion, when two scenarios complete an item,
    ending = changed_queue(tmp_path, "serve(Queue())", ENDING)
    run = judge(Program(ending), ("finished-is-final", "finished-twice"))
    # then each of them finds that by itself.
    assert {each.verdict for each in run.played} == {"not tested"}
    assert all(each.broken and each.broken.kind == "crash" for each in run.played), run.played


def test_what_cannot_be_taken_may_be_done_where_nothing_is_shown(tmp_path: Path) -> None:
    # Given a queue that shows no status, when its holder is killed, after the completion too,
    command = changed_queue(tmp_path, '"observe": ("all",', '"observe": ("none",')
    silent = Program(command, folder=fast_folder())
    [played] = judge(silent, ("killed-while-finishing",)).played
    # then it is accused of nothing.
    assert played.verdict in ("holds", "not tested"), played


def test_a_queue_that_promises_no_order_may_hand_out_the_last_item_first(tmp_path: Path) -> None:
    # Given a queue that hands out the last item first, and does not promise the first,
    last_first = changed_queue(tmp_path, "min(rowid)", "max(rowid)")
    text = Path(last_first[1]).read_text(encoding="utf-8")
    Path(last_first[1]).write_text(text.replace('("put", HERE)', '("any", HERE)'), encoding="utf-8")
    # when it is judged by what depends on other items, then it is not accused of its order.
    names = [each.id for each in PROMISES["dependencies-kept"].scenarios if not each.kills]
    run = judge(Program(last_first, folder=fast_folder()), names)
    assert "violated" not in {each.verdict for each in run.played}, run.played


def test_a_process_with_more_to_say_is_not_used_for_another_scenario(tmp_path: Path) -> None:
    # Given a queue that fails at renewing, when that is asked at one moment with another request,
    adapter = changed_queue(tmp_path, "def renew(self, item, receipt, lease, now):", FAILING)
    names = ("renewed-while-taken-over", "finished-while-taken-over")
    found = {each.scenario.id: each for each in judge(Program(adapter), names).played}
    # then the next scenario does not hear what was replied to the other one.
    assert found["renewed-while-taken-over"].broken
    assert found["finished-while-taken-over"].verdict == "holds"


FAILING = """def renew(self, item, receipt, lease, now):
        raise OSError("no disk")
"""


MISTAKES = {
    "take hands out 'x', which was never put": ("RETURNING name, claim", "RETURNING 'x', claim"),
    "take gives no receipt": ("RETURNING name, claim", "RETURNING name, NULL"),
    "observe shows 'A', which was never put": ("            name: ", "            name.upper(): "),
    "observe shows 'me' as a holder": ('("held", holder)', '("held", "me")'),
}


@for_each(("why", "change"), MISTAKES.items())
def test_what_no_program_can_mean_is_told_as_a_mistake_of_the_adapter(
    tmp_path: Path, why: str, change: tuple[str, str]
) -> None:
    run = judge(Program(changed_queue(tmp_path, *change)), ("finished-by-the-former-holder",))
    assert {each.verdict for each in run.played} == {"not tested"}
    assert all(each.broken and str(each.broken).startswith(why) for each in run.played), run.played


def test_whoever_is_told_nothing_is_not_told_that_it_holds_an_item(tmp_path: Path) -> None:
    # Given a queue that says nothing about renewing, when one renews what another takes over,
    silent = 'self.change("until = :until", item, receipt, until=now + lease * 1_000)'
    adapter = changed_queue(tmp_path, f"return {silent}", f"return {silent} and None")
    [played] = judge(Program(adapter), ("renewed-while-taken-over",)).played
    # then it is not accused of telling both that they hold it.
    assert played.verdict == "not offered", played


@pytest.mark.parametrize(
    ("scenario", "verdict"),
    [
        ("held-by-another", "violated"),
        ("given-back-is-free-for-who-asked", "not tested"),
        ("finished-before-it-was-put", "holds"),
    ],
)
def test_what_only_arranges_a_scenario_is_not_judged_by_it(scenario: str, verdict: str) -> None:
    # Given a queue that hands a held item to another, when that is judged, or only arranged,
    run = judge(Program((sys.executable, str(QUEUE), "one-holder")), (scenario,))
    # then it is blamed only where it is judged.
    assert {each.verdict for each in run.played} == {verdict}


NO_LEASES = """
Queue.offers = Queue.offers | {"takeover": ("sweep", HERE), "leases": ("none", HERE)}
FREE = "holder IS NULL AND NOT done"
Queue.sweep = lambda self: self.db.execute("UPDATE items SET holder = NULL") and None
serve(Queue())
"""
NOBODY_HOLDS = """
of_claims = ("leases", "takeover", "names", "give-back", "heartbeat", "fencing")
Queue.offers = Queue.offers | {each: ("none", HERE) for each in ("claims", *of_claims)}
FREE, MINE = "NOT done", "name = :item"
serve(Queue())
"""
OF_LEASES = ("lease-holds", "lease-counts-from-the-take")


def test_a_queue_without_leases_is_not_judged_by_how_long_they_are(tmp_path: Path) -> None:
    # Given a queue without leases, whose sweep frees what is held at any time, when it is judged,
    queue = Program(changed_queue(tmp_path, "serve(Queue())", NO_LEASES))
    # then no lease of it ends too early.
    assert {each.verdict for each in judge(queue, OF_LEASES).played} == {"not offered"}


def test_a_queue_whose_items_nobody_holds_may_hand_out_one_twice(tmp_path: Path) -> None:
    # Given a queue whose items nobody holds, when it is judged by what does not depend on a kill,
    queue = Program(changed_queue(tmp_path, "serve(Queue())", NOBODY_HOLDS), folder=fast_folder())
    names = [
        each.id
        for promise in verdicts.WITHOUT_CLAIMS
        for each in PROMISES[promise].scenarios
        if each.id == "killed-beside-others" or not each.kills | each.races | each.waits
    ]
    run = judge(queue, names)
    # then it is accused of nothing, and all that it offers was tested.
    assert not [each for each in run.played if each.verdict in ("violated", "not tested")]


def test_what_an_edition_does_not_have_is_not_offered() -> None:
    # Given the edition whose stores refuse to release a step, when it is judged by releases,
    model = (sys.executable, "-m", "conformance.cli", "serve", "model", "--edition", "origin")
    [played] = judge(Program(model), ("given-back-is-free",)).played
    # then it is no fault.
    assert played.verdict == "not offered", played


def test_an_item_that_is_handed_out_twice_is_not_blamed_on_the_one_that_was_wanted(
    tmp_path: Path,
) -> None:
    # Given a queue whose renewals change nothing, when of two leases one was renewed,
    renewed = '"until = :until", item, receipt, until=now'
    adapter = changed_queue(tmp_path, renewed, renewed.replace(":until", "until"))
    run = judge(Program(adapter), ("lease-is-per-item", "renewed-lease-holds"))
    found = {each.scenario.id: each.verdict for each in run.played}
    # then that is found, and not that the other one was renewed too.
    assert found == {"lease-is-per-item": "not tested", "renewed-lease-holds": "violated"}


DOCUMENTED = {
    "dependencies-kept": [True, True, True],
    "dependency-open": [True, False, False],
    "dependency-opened": "'dependency-opened' is documented; expected the id of a property or",
}
"""What is announced, and whether two findings and the property have it, or why it is refused."""


@for_each(("announced", "said"), DOCUMENTED.items())
def test_only_what_is_announced_is_documented(
    tmp_path: Path, planspec: Planspec, monkeypatch: pytest.MonkeyPatch, announced: str, said: Any
) -> None:
    # Given a queue that hands out what waits, and announces one scenario of that, or all,
    about = PROMISES["dependencies-kept"]
    two = [SCENARIOS[each] for each in ("dependency-open", "first-dependency-open")]
    judged = (replace(about, scenarios=tuple(two)),)
    for module in (verdicts, core):
        monkeypatch.setattr(module, "core_properties", lambda: judged)
    says = f'Queue.documented = {{"{announced}": "README"}}\nUNBLOCKED = "1"\nserve(Queue())'
    queue = changed_queue(tmp_path, "serve(Queue())", says)
    # when it is judged, then nothing else is said to be documented.
    ended = planspec("conform", "--profile", "core", "--json", "--", *queue)
    if isinstance(said, str):
        assert said in ended.err
    else:
        [found] = ended.document["properties"]
        documented = [each["documented"] for each in [*found["findings"], found]]
        assert [each is not None for each in documented] == said


def test_a_process_that_opens_the_store_later_is_judged_by_its_own_scenario(tmp_path: Path) -> None:
    # Given a queue that frees what is held when it is opened, when three workers use it,
    frees = "TABLES)\n        self.db.execute('UPDATE items SET until = 0')"
    run = judge(Program(changed_queue(tmp_path, "TABLES)", frees)), OPENED)
    found = {(each.scenario.id, each.apart): each.verdict for each in run.played}
    # then it is blamed for that, and not for what was given back.
    assert found[OPENED[0], True] == "violated"
    assert found[OPENED[1], True] == "holds"


OPENED = ("store-opened-later", "one-of-two-given-back")


ENDING = """
Queue.finish = lambda self: __import__("os")._exit(1)
serve(Queue())
"""


def test_who_asks_an_adapter_of_the_core_profile_otherwise_is_told_how(planspec: Planspec) -> None:
    ended = planspec("doctor", "--", sys.executable, str(QUEUE))
    assert ended.code == BROKEN
    assert "judge it by `planspec conform --profile core`" in ended.err
