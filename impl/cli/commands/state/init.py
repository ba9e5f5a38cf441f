"""`planstate state init`: register a plan, or update it from its document (PLN).

Read a plan document and store its steps, dependencies and checklists. Creates the store if there is
none. If the plan is registered and its document has changed, update the plan: steps whose title,
items and dependencies did not change keep their status and their claim. The others become pending,
and keep the items that did not change. The progress that a step loses is printed; --dry-run prints
it and changes nothing. On a server, where checkouts may be at different commits, an update that
would drop a live claim needs --force.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from impl.cli import places
from impl.cli.answers import Answer, Count, Failure, PlanData, counted, warning
from impl.cli.command import PLAN, Command, flag
from impl.cli.location import Location, locate
from impl.cli.output import resyncs
from impl.cli.output.resyncs import LiveClaims, Registration
from impl.cli.session import CommandSession, open_store
from impl.documents.hashing import document_hash
from impl.documents.reader import Document, DocumentError, parse_document
from impl.git.layout import STORE, make_own_folder
from impl.git.repository import keep_worktree, names_of, worktree
from impl.store.connection import Connection
from impl.store.database.opening import record_repository
from impl.store.guards import DocumentChanged
from impl.store.place import Server
from impl.store.store import Store
from spec.vocabulary.plans import PlanDefinition, Register, Registered
from spec.vocabulary.rejections import Code

EXAMPLES = """
  planstate state init plans/bridge.md
"""

PROBLEM = "W001"
"""The code of a warning: a line of the document is probably a mistake."""

OTHER_COPY = "W006"
"""The code of a warning: another copy of the document is not what was read."""

LOCKED = "W008"
"""The code of a warning: the worktree that keeps the store of a bare repository is locked."""

LOCKED_BECAUSE = "locked the worktree {}, which keeps the store: git would remove both"


class InitData(PlanData):
    """What was registered, or kept and dropped when a plan was updated.

    The lists have the anchors of the steps with progress that are kept, that changed and are
    pending again, and that are gone. With `dry_run`, nothing was stored.
    """

    plan_hash: str
    already_initialized: bool
    step_count: Count
    substep_count: Count
    dep_count: Count
    checklist_count: Count
    resynced: bool
    kept: Count
    dropped: Count
    kept_steps: Sequence[str]
    changed_steps: Sequence[str]
    removed_steps: Sequence[str]
    dry_run: bool


def run(options: argparse.Namespace) -> Answer:
    """Register the plan; create the store if there is none."""
    location = locate(options)
    while True:
        try:
            document = parse_document(location.document())
        except DocumentError as error:
            raise Failure.of_request(f"{location.root / location.plan}: {error}") from error
        with suppress(DocumentChanged):
            return registered(options, location, document)


def registered(options: argparse.Namespace, location: Location, document: Document) -> Answer:
    """Register a document. Raises `DocumentChanged` if it is another once the store is locked."""
    plan, definition = location.plan, document.definition
    warnings = [warning(PROBLEM, f"{plan}: {problem}") for problem in document.problems]
    if copy := other_copy(location):
        warnings.append(
            warning(
                OTHER_COPY,
                f"read {location.root / plan}; {copy} is different, and counts once it is merged",
            )
        )
    if options.dry_run and not places.is_there(location.store):
        opened = Store.in_memory()
    else:
        is_default = location.store == location.root / STORE
        if is_default:
            make_own_folder(location.root)
        opened = open_store(options, location.store)
        if is_default and keep_worktree(location.root):
            warnings.append(warning(LOCKED, LOCKED_BECAUSE.format(location.root)))
    with opened as store:
        session = CommandSession(location, store)
        operation = Register(plan, definition, session.now)
        register = session.preview if options.dry_run else session.run
        keeps = isinstance(location.store, Server) and not (options.force or options.dry_run)
        try:
            found = register(registering(location, keeps_claims=keeps), operation)
        except Failure as failure:
            failure.warnings = warnings
            if failure.code == Code.UNKNOWN_DEPENDENCY:
                failure.message += f"; in all: {', '.join(unknown_dependencies(definition))}"
            raise
        except LiveClaims as live:
            raise would_drop(plan, live) from live
    data = {
        "plan_path": plan,
        "plan_hash": definition.document_hash,
        **asdict(found.answer),
        "dry_run": options.dry_run,
    }
    return Answer(data, [*lines(plan, found, "would be " if options.dry_run else "")], warnings)


def unknown_dependencies(definition: PlanDefinition) -> Iterator[str]:
    """Yield the dependencies that are no steps, each with the step that is perhaps meant."""
    import difflib  # only for a document that is refused

    steps = [one for step in definition.steps for one in (step, *step.substeps)]
    anchors = {step.anchor for step in steps}
    known = {anchor.casefold(): anchor for anchor in anchors}
    for step in steps:
        for name in step.dependencies:
            if name not in anchors:
                spelled = f"step-{name}" if f"step-{name}" in anchors else name
                near = difflib.get_close_matches(spelled.casefold(), known, 1, 0.8)
                hint = f" (perhaps `#{known[near[0]]}`)" if near else ""
                yield f"`#{name}` of {step.anchor}{hint}"


def registering(
    location: Location, *, keeps_claims: bool
) -> Callable[[Connection, Register], Registration]:
    """Return what registers the document if it is the current one, and records its repository."""
    name = None if isinstance(location.store, Server) else names_of(location.root)[0]

    def run(connection: Connection, operation: Register) -> Registration:
        if document_hash(location.document()) != operation.definition.document_hash:
            raise DocumentChanged
        found = resyncs.register(connection, operation, keeps_claims=keeps_claims)
        if name is not None:
            record_repository(connection, operation.plan, name)
        return found

    return run


def other_copy(location: Location) -> Path | None:
    """Return the copy of the document in the current linked worktree, if it is not the same."""
    copy = worktree(Path.cwd()).root / location.plan
    try:
        return None if copy.read_bytes() == location.document() else copy
    except OSError:
        return None


def would_drop(plan: str, live: LiveClaims) -> Failure:
    """Return the failure for a document without steps that are being worked on elsewhere."""
    return Failure.of_request(
        f"updating {plan} would drop live claims: {live}; expected a document that keeps these "
        "steps: if your checkout is older than that of the holders, update it (`git pull`); to "
        "drop the claims nevertheless, use --force",
        live_claims=str(live),
    )


def lines(plan: str, found: Registration, would_be: str) -> Iterator[str]:
    """Yield what was stored, and what was taken from each step."""
    yield sentence(plan, found.answer, would_be)
    changed = len(found.answer.changed_steps)
    for place, loss in enumerate(found.losses):
        yield f"{'changed, pending again' if place < changed else 'dropped'}: {loss}"


def sentence(plan: str, registered: Registered, would_be: str) -> str:
    """Return what was stored, or would be, as a sentence."""
    if registered.already_initialized:
        return f"{plan} is already registered and has not changed"
    counts = (
        f"{counted(registered.step_count, 'step')}, "
        f"{counted(registered.substep_count, 'substep')}, "
        f"{counted(registered.dep_count, 'dependency', 'dependencies')}, "
        f"{counted(registered.checklist_count, 'checklist item')}"
    )
    if not registered.resynced:
        return f"{would_be}registered {plan}: {counts}"
    return (
        f"{would_be}updated {plan}: {counts}; of the steps with progress, "
        f"{registered.kept} kept, {registered.dropped} not"
    )


ARGUMENTS = (
    PLAN,
    flag("--dry-run", help="print what would be stored and dropped, and change nothing"),
    flag(
        "--force",
        help="on a server: drop live claims too, which is refused otherwise and lists them",
    ),
)
COMMAND = Command(__doc__, EXAMPLES, ARGUMENTS, run, InitData)
