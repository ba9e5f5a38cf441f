"""`planstate store copy`: copy everything from one store into another, empty one.

Moves the state of a repository to a server that several machines share, or back to a file. Both
stores are read again afterwards and compared. FROM is not changed. Stop all workers before the
copy, and use only the copy afterwards: the two stores do not share claims.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypedDict

from impl.cli import places, servers
from impl.cli.answers import Answer, Count, Failure, Issue, counted, warning
from impl.cli.command import Command, name, option
from impl.cli.session import missing_store
from impl.store.database.loading import CopiedContents, NotEmpty
from impl.store.place import Place, Server, shown
from impl.store.store import Store
from spec.vocabulary import rejections

EXAMPLES = """
  planstate store copy .planstate/state.db postgresql://?service=plans
  planstate store copy postgresql://?service=plans bridge.db
"""
PLACES = "the path of a file, or postgresql://…"
ARGUMENTS = (
    option("source", metavar="FROM", type=name, help=f"the store to copy: {PLACES}"),
    option("target", metavar="TO", type=name, help=f"where to copy it, an empty store: {PLACES}"),
)

HELD = "W004"
"""The code of a warning: a step is held under a name that no worker has at the new place."""


class CopyData(TypedDict):
    """From where everything was copied, and to where."""

    source: str
    target: str
    plans: Count
    steps: Count


def run(options: argparse.Namespace) -> Answer:
    """Copy the store and compare both."""
    root = places.current_root()
    source = servers.place_of(options.source, root)
    target = servers.place_of(options.target, root)
    if not places.is_there(source):
        raise missing_store(source)
    # No journal is written: nothing is asked that a rule knows.
    settings = {"timeout_seconds": options.wait, "synchronous": options.synchronous.upper()}
    with Store.open(source, **settings) as old, Store.open(target, **settings) as new:
        contents = old.contents()
        try:
            new.fill(contents)
        except NotEmpty as error:
            raise Failure.of_request(
                f"{shown(target)} has plans already ({error}); expected an empty store: name "
                "another one",
            ) from error
        require_same(contents, new.contents(), f"{shown(target)} differs from the original")
        require_same(contents, old.contents(), f"{shown(source)} has changed during the copy")
    plans = contents.state.plans
    steps = sum(len(plan.steps) for plan in plans)
    data = CopyData(source=shown(source), target=shown(target), plans=len(plans), steps=steps)
    line = f"copied {counted(len(plans), 'plan')} with {counted(steps, 'step')}"
    line += f" from {shown(source)} to {shown(target)}"
    return Answer(data, [f"{line}; both hold the same"], list(held(contents, source, target)))


def require_same(copied: CopiedContents, found: CopiedContents, otherwise: str) -> None:
    """Refuse a copy if a store holds anything else than what was copied."""
    if found == copied:
        return
    plans = {plan.path: (plan, copied.times[plan.path]) for plan in copied.state.plans}
    others = {plan.path: (plan, found.times[plan.path]) for plan in found.state.plans}
    names = sorted(each for each in {*plans, *others} if plans.get(each) != others.get(each))
    raise Failure.of(
        rejections.store_unavailable(),
        f"{otherwise}: {', '.join(names)}; the copy is unusable: stop all workers, and copy into "
        "another empty store",
    )


def held(contents: CopiedContents, source: Place, target: Place) -> Iterator[Issue]:
    """Yield a warning for each plan whose workers have other names at the new place."""
    if isinstance(source, Server) == isinstance(target, Server):
        return
    for plan in contents.state.plans:
        names = dict.fromkeys(step.claimed_by for step in plan.steps if step.lease_expires_at)
        if names:
            yield warning(HELD, f"{plan.path} has held steps: {advice([*names], target)}")


def advice(names: Sequence[str | None], target: Place) -> str:
    """Return how workers continue with steps that they held before the copy."""
    listed = ", ".join(map(str, names))
    if isinstance(target, Path):
        return f"in a file, pass the holder's full name to `--worktree`, one of {listed}"
    return f"on a server, set $PLANSTATE_WORKER to the holder's old name: {listed}"


COMMAND = Command(__doc__, EXAMPLES, ARGUMENTS, run, CopyData)
