"""`planstate state show`: show the progress of plans.

Every step has its mark (✓ completed, → in progress, ◆ claimed, ○ pending), the number of completed
items, its holder, and the time left on its lease. Without PLAN, shows all plans, one line each.
Warns if a document has changed since it was registered.
"""

import argparse
from collections.abc import Sequence
from typing import TypedDict

from impl.cli.answers import Answer, Failure, Issue, warning
from impl.cli.command import OPTIONAL_PLAN, Command, flag
from impl.cli.location import Location
from impl.cli.output import show_text
from impl.cli.output.show_data import ShownPlan, plan_data
from impl.cli.output.show_text import View
from impl.cli.places import current_root, is_there, store_place
from impl.cli.session import NO_DOCUMENT, CommandSession, open_session, open_store
from impl.store.database import snapshots
from spec.vocabulary.rejections import Code
from spec.vocabulary.state import Show

EXAMPLES = """
  planstate state show
  planstate state show plans/bridge.md
  planstate state show plans/bridge.md --checklist
  planstate state show plans/bridge.md --json
"""
ARGUMENTS = (OPTIONAL_PLAN, flag("--checklist", help="list every item too"))


class ShowData(TypedDict):
    """The plan that was named."""

    plan: ShownPlan


class ShowAllData(TypedDict):
    """All plans of the store, if none was named."""

    plans: Sequence[ShownPlan]


def run(options: argparse.Namespace) -> Answer:
    """Show a plan, or all."""
    if options.plan is None:
        return show_all(options)
    with open_session(options) as session:
        view, warnings = look(session)
    lines = show_text.plan_lines(view, checklist=options.checklist)
    return Answer(ShowData(plan=plan_data(view.plan, view.times)), lines, warnings)


def show_all(options: argparse.Namespace) -> Answer:
    """Show all plans of the store; a missing store has none."""
    root = current_root()
    path = store_place(options, root)
    views: list[View] = []
    warnings: list[Issue] = []
    if is_there(path):
        with open_store(options, path) as store:
            for plan in store.read(snapshots.read_paths):
                view, found = look(CommandSession(Location(root, plan, path), store))
                views.append(view)
                warnings += found
    lines = show_text.overview_lines(views, checklist=options.checklist)
    plans = [plan_data(view.plan, view.times) for view in views]
    return Answer(ShowAllData(plans=plans), lines, warnings)


def look(session: CommandSession) -> tuple[View, list[Issue]]:
    """Return one plan, and a warning if its document is not the registered one."""
    problem = f"{session.plan} has changed since it was registered; {session.location.see_update()}"
    document_hash = NO_DOCUMENT
    try:
        document_hash = session.document_hash()
    except Failure as failure:
        problem = failure.message
    shown = session.query(snapshots.show, Show(session.plan, document_hash, session.now))
    times = session.store.read(snapshots.read_times, session.plan)
    view = View(shown.plan, times, session.now)
    return view, [warning(Code.PLAN_DRIFT, problem)] if shown.drifted else []


COMMAND = Command(__doc__, EXAMPLES, ARGUMENTS, run, ShowData | ShowAllData)
