"""The store: cycles beside bare sqlite3 and other queues, and how operations grow with the plan."""

import subprocess
import tempfile
import time
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
NAMES = ("raw sqlite3", "litequeue", "huey", "persist-queue")
MODES: tuple[Synchronous, ...] = ("FULL", "NORMAL")
PLAN, HASH, ANN = "plan.md", "a" * 64, "ann"
TURNS, CYCLES = 31, 50
SIZES = (100, 1_000, 10_000, 100_000)
CLAIMS = 40


def plan_of(size: int, needs: Callable[[int], tuple[int, ...]] = lambda _: ()) -> Register:
    """Return the registration of a plan whose steps depend on others, by their numbers."""
    steps = tuple(
        StepDefinition(
            f"step-{number}",
            f"Step {number}",
            tuple(f"step-{each}" for each in needs(number) if 0 <= each < size),
        )
        for number in range(size)
    )
    return Register(PLAN, PlanDefinition("A plan", HASH, steps), 0)


SHAPES: dict[str, Callable[[int], tuple[int, ...]]] = {
    "independent steps": lambda _: (),
    "each step after the one before": lambda number: (number - 1,),
    "each step after the next": lambda number: (number + 1,),
}
"""What each step depends on; in the last, the plan is worked on from its end."""


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
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    )
    assert process.stdin is not None
    assert process.stdout is not None
    source, answers = process.stdin, process.stdout
    assert answers.readline() == "ready\n", name

    def cycles() -> Spent:
        source.write(f"{CYCLES}\n")
        source.flush()
        return Spent(*map(float, answers.readline().split()))

    yield cycles
    source.close()
    process.wait()


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


def grown(shape: str, size: int) -> dict[str, float]:
    """Return the CPU milliseconds of a registration, and of a claim, in a plan of a size.

    The fastest claim counts: what other work makes slow is no growth.
    """
    register, claiming = plan_of(size, SHAPES[shape]), Claim(PLAN, ANN, HASH, 0)
    with (
        tempfile.TemporaryDirectory() as folder,
        Store.open(Path(folder, "state.db"), synchronous="OFF") as store,
    ):
        registering = timed(lambda: store.run(plans.register, register)).cpu
        found = []
        for _ in range(min(CLAIMS, size)):
            cpu = time.process_time()
            claimed = store.run(claims.claim, claiming)
            found.append(time.process_time() - cpu)
            assert isinstance(claimed, Claimed)
            store.run(completion.complete, Complete(PLAN, claimed.anchor, ANN, HASH, 0))
    return {"register": registering * 1000, "claim": min(found) * 1000}


def rows(small: bool = False) -> list[Measurement]:
    """Measure full cycles in each durability."""
    return [row for mode in MODES for row in cycle_rows(mode, 1 if small else TURNS)]


def growth_rows(small: bool = False) -> list[Measurement]:
    """Measure how registering and claiming grow: the largest plan beside smaller ones."""
    *smaller, largest = (10, 100) if small else SIZES
    rows = []
    for shape in SHAPES:
        peers, most = {size: grown(shape, size) for size in smaller}, grown(shape, largest)
        for name, ours in most.items():
            beside = {f"{size:,} steps": found[name] for size, found in peers.items()}
            what = f"{name} in a plan of {largest:,}: {shape}"
            rows.append(Measurement(what, "CPU milliseconds", ours, beside))
    return rows
