"""Where the plan of a subcommand is: its repository, its document and its store."""

import argparse
from pathlib import Path
from typing import NamedTuple

from impl.cli import places, workers
from impl.cli.answers import Failure
from impl.files import read_regular
from impl.git.layout import STORE
from impl.store.place import Place, named


class Location(NamedTuple):
    """Where things are: the root of the main worktree, the plan's identity, the store."""

    root: Path
    plan: str
    store: Place

    def document(self) -> bytes:
        """Read the plan's document. Raises `Failure` if it cannot be read."""
        path = self.root / self.plan
        try:
            return read_regular(path)
        except FileNotFoundError as error:
            raise Failure.of_request(
                f"{path} does not exist; expected a plan document in the main worktree: check the "
                "path",
                reason="unknown_plan",
                plan_path=self.plan,
            ) from error
        except OSError as error:
            raise Failure.of_request(
                f"{path} cannot be read ({error.strerror}); expected a plan document: check the "
                "path and the permissions",
                plan_path=self.plan,
            ) from error

    @property
    def named_store(self) -> str | None:
        """The store as a command has to name it; `None` for the one under the root."""
        return named(self.store, self.root / STORE)

    def see_update(self) -> str:
        """Return how to see what updating the plan from its document would discard."""
        from impl.command_words import plan_word, planstate  # few answers need it

        words = ("state", "init", plan_word(self.plan), "--dry-run")
        command = planstate(*words, store=self.named_store)
        return f"see what an update would discard: run `{command}`"


def locate(options: argparse.Namespace) -> Location:
    """Return where things are; record for failures which plan and step the command is about.

    The worker gets the name under which it is stored there. Raises `Failure` or `GitError`.
    """
    root = places.current_root()
    plan = places.identify(options.plan, root)
    options.known["plan_path"] = plan
    if "step" in options:
        options.known["anchor"] = options.step
    store = places.store_place(options, root)
    if getattr(options, "worktree", None) is not None:
        options.worktree = workers.stored_name(options.worktree, store, root)
    return Location(root, plan, store)
