"""`planstate state init`: register a plan, or update it from its document (PLN).

Read a plan document and store its steps, dependencies and checklists. Creates the store if there is
none. If the plan is registered and its document has changed, update the plan: completed steps that
are still there stay completed, all others start again, and claims on them are dropped.
"""

import argparse
from dataclasses import asdict

from impl.cli import places
from impl.cli.answers import Answer, Failure, about, warning
from impl.cli.command import PLAN, Command
from impl.cli.session import Session, locate, open_store
from impl.store import plans
from spec.vocabulary.plans import Register, Registered

EXAMPLES = """
  planstate state init plans/bridge.md
"""

PROBLEM = "W001"
"""The code of a warning: a line of the document is probably a mistake."""


def run(options: argparse.Namespace) -> Answer:
    """Register the plan; create the store if there is none."""
    from impl.documents.reader import DocumentError, parse_document

    location = locate(options)
    plan = location.plan
    try:
        document = parse_document(location.document())
    except DocumentError as error:
        raise Failure.of_request(f"{location.root / plan}: {error}") from error
    definition = document.definition
    places.make_own_folder(location.root, location.store)
    with open_store(options, location.store) as store:
        session = Session(location, store)
        registered = session.run(plans.register, Register(plan, definition, session.now))
    return about(
        options,
        sentence(plan, registered),
        warnings=[warning(PROBLEM, f"{plan}: {problem}") for problem in document.problems],
        plan_hash=definition.document_hash,
        **asdict(registered),
    )


def sentence(plan: str, registered: Registered) -> str:
    """Return what was stored, as a sentence."""
    if registered.already_initialized:
        return f"{plan} is already registered and has not changed"
    counts = (
        f"{registered.step_count} steps, {registered.substep_count} substeps, "
        f"{registered.dep_count} dependencies, {registered.checklist_count} checklist items"
    )
    if not registered.resynced:
        return f"registered {plan}: {counts}"
    kept = f"{registered.kept} completed steps kept, {registered.dropped} dropped"
    return f"updated {plan}: {counts}; {kept}"


COMMAND = Command(__doc__, EXAMPLES, (PLAN,), run)
