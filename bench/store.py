"""The store: cycles beside bare sqlite3 and other queues."""

import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from bench.measuring import Measurement, Spent, Unavailable, in_turns, timed
from impl.store import claims, completion, plans
from impl.store.database.opening import Synchronous
from impl.store.store import Store
from spec.vocabulary.claims import Claim, Claimed
from spec.vocabulary.completion import Complete
from spec.vocabulary.plans import PlanDefinition, Register, StepDefinition

QUEUES = Path(__file__).parent / "peers" / "queues"
NAMES = ("raw sqlite3", "litequeue", "huey")
MODES: tuple[Synchronous, ...] = ("FULL", "NORMAL")
PLAN, HASH, ANN = "plan.md", "a" * 64, "ann"
TURNS, CYCLES = 31, 50


def plan_of(size: int) -> Register:
    """Return the registration of a plan of independent steps."""
    steps = tuple(StepDefinition(f"step-{number}", f"Step {number}") for number in range(size))
    return Register(PLAN, PlanDefinition("A plan", HASH, steps), 0)


def cycle_of(store: Store) -> Callable[[], None]:
    """Return a cycle on the store: a step is claimed and completed, in two transactions."""

    def cycle() -> None:
        claimed = store.run(claims.claim, Claim(PLAN, ANN, HASH, 0))
        assert isinstance(claimed, Claimed)
        store.run(completion.complete, Complete(PLAN, claimed.anchor, ANN, HASH, 0))

    return cycle


@contextmanager
def queue(name: str, mode: str, folder: Path, jobs: int) -> Iterator[Callable[[], Spent]]:
    """Start a process with a queue of others; yield what makes some cycles and measures them."""
    python = QUEUES / ".venv" / "bin" / "python"
    if not python.exists():
        raise Unavailable("queues of others: not installed; run `make peers`")
    command = [str(python), str(QUEUES / "cycles.py"), name, mode, str(folder), str(jobs)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, encoding="utf-8") as process:
        source, answers = process.stdin, process.stdout
        assert source is not None
        assert answers is not None
        assert answers.readline() == "ready\n", name

        def cycles() -> Spent:
            source.write(f"{CYCLES}\n")
            source.flush()
            return Spent(*map(float, answers.readline().split()))

        yield cycles


def cycle_rows(mode: Synchronous, turns: int) -> list[Measurement]:
    """Measure full cycles of one durability, beside those of others.

    By the clock, the disk counts, and everything else that the machine does.
    """
    jobs = (turns + 1) * CYCLES
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        store = stack.enter_context(Store.open(folder / "state.db", synchronous=mode))
        store.run(plans.register, plan_of(jobs))
        cycle = cycle_of(store)
        measures = {"planspec": lambda: timed(cycle, CYCLES)}
        for peer in NAMES:
            measures[peer] = stack.enter_context(queue(peer, mode, folder, jobs))
        in_turns(measures, 1)  # fills the caches
        spent = in_turns(measures, turns)
    what = f"store, full cycles, synchronous {mode}"
    by_clock = {peer: CYCLES / each.wall for peer, each in spent.items()}
    by_cpu = {peer: CYCLES / each.cpu for peer, each in spent.items()}
    return [
        Measurement(what, "cycles per second", by_clock.pop("planspec"), by_clock),
        Measurement(what, "cycles per CPU second", by_cpu.pop("planspec"), by_cpu),
    ]


def rows(small: bool = False) -> list[Measurement]:
    """Measure full cycles in each durability."""
    return [row for mode in MODES for row in cycle_rows(mode, 1 if small else TURNS)]
