"""`planstate state init`: make a plan known, or bring it up to date (PLN)."""

import argparse
from dataclasses import asdict

from impl.cli import arguments, places
from impl.cli.answers import Answer, Failure, Issue, warning
from impl.cli.session import Location, Session, locate, open_store
from spec.vocabulary.plans import Register, Registered
from spec.vocabulary.rejections import Code

DESCRIPTION = """
Read a plan document and store its steps, dependencies and checklists, making the store if
there is none. If the plan is known and its document has changed, take over what it says now:
completed steps that are still there stay completed, all others are as new, and claims on them
are dropped.
"""
EXAMPLES = """
  planstate state init plans/bridge.md
"""

PROBLEM = "W001"
"""The code of a warning: a line of the document was probably meant otherwise."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    arguments.add_plan(parser)


def run(options: argparse.Namespace) -> Answer:
    """Register the plan, making the store if there is none."""
    from impl.documents.reader import DocumentError, parse_document

    location = locate(options)
    try:
        document = parse_document(location.document())
    except DocumentError as error:
        raise unreadable(location, error) from error
    definition = document.definition
    places.make_own_folder(location.root, location.store)
    with open_store(options, location.store) as store:
        session = Session(location, store)
        registered = session.ask(Register(session.plan, definition, session.now), Registered)
    problems = [_problem(location.plan, str(problem)) for problem in document.problems]
    hashed = {"plan_path": location.plan, "plan_hash": definition.document_hash}
    return Answer({**hashed, **asdict(registered)}, [sentence(location.plan, registered)], problems)


def unreadable(location: Location, error: Exception) -> Failure:
    """Refuse a document that is no text."""
    message = f"{location.root / location.plan}: {error}"
    return Failure(Code.INVALID_REQUEST, message, {"reason": "invalid_request"})


def sentence(plan: str, registered: Registered) -> str:
    """Say what was stored."""
    if registered.already_initialized:
        return f"{plan} is registered already and has not changed"
    counts = (
        f"{registered.step_count} steps, {registered.substep_count} substeps, "
        f"{registered.dep_count} dependencies, {registered.checklist_count} checklist items"
    )
    if not registered.resynced:
        return f"registered {plan}: {counts}"
    kept = f"{registered.kept} completed steps kept, {registered.dropped} dropped"
    return f"brought {plan} up to date: {counts}; {kept}"


def _problem(plan: str, problem: str) -> Issue:
    return warning(PROBLEM, f"{plan}: {problem}")
