"""The plan folder that a subcommand of `planstate review` is about."""

import argparse
import os
from pathlib import Path
from typing import NamedTuple

from impl.cli.answers import Failure
from impl.cli.command import Argument, name, option
from impl.command_words import planstate
from impl.hooks import plan_folders
from spec.vocabulary import rejections

ROOT = option(
    "--root",
    type=name,
    metavar="DIR",
    help="the folder that contains `.taskie/plans/` (default: the current folder or the nearest "
    "one above it in its repository)",
)
PLAN_FOLDER = option(
    "--plan-folder",
    type=name,
    metavar="DIR",
    help="the plan's folder: a path, or a name under `.taskie/plans/` (default: the folder there "
    "whose files were changed last)",
)
FOLDER: tuple[Argument, ...] = (PLAN_FOLDER, ROOT)
"""The options by which every subcommand on reviews takes its folder."""


class PlanFolder(NamedTuple):
    """A plan folder, and the options by which other commands name it too."""

    path: Path
    naming: tuple[str, ...] = ()

    @property
    def plan(self) -> str:
        """What the folder is called."""
        return self.path.name

    def command(self, name: str, *arguments: str) -> str:
        """Return a command line of `planstate review` about this folder."""
        # Only what exists is the folder that was changed last, so reviews begin in a named one.
        naming = ("--plan-folder", str(self.path)) if name == "new-plan" else self.naming
        return planstate("review", name, *naming, *arguments)


def chosen(options: argparse.Namespace) -> PlanFolder:
    """Return the folder that the options name, or the one that was changed last.

    Record it for failures. A folder that is named need not exist. Raises `Failure` if there is none
    to choose from.
    """
    root = Path(os.path.abspath(options.root or plan_folders.project_of(Path.cwd())))
    naming = [f"--root={options.root}"] if options.root else []
    if options.plan_folder is not None:
        naming.append(f"--plan-folder={options.plan_folder}")
    path = plan_folders.chosen(options.plan_folder, root)
    if path is None:
        plans = str(root / plan_folders.PLANS)
        message = f"there is no plan folder under {plans}; give another --root, or --plan-folder"
        raise Failure.of(rejections.unknown_plan(plans), message)
    options.known["plan_folder"] = str(path)
    return PlanFolder(path, tuple(naming))
