"""What it costs to update a plan whose document has changed."""

from impl.cli.output import resyncs
from impl.cli.session import Session
from impl.documents.reader import DocumentError, parse_document
from spec.vocabulary.plans import Register
from spec.vocabulary.rejections import Rejected


def cost(session: Session, can_allow_drift: bool) -> str:
    """Return what updating the plan would take away, and how to do without."""
    found = loss(session)
    if can_allow_drift:
        found += "; `--allow-drift` goes on with the plan as it was registered"
    return found


def loss(session: Session) -> str:
    """Return what updating the plan from its document would take away, found by a dry run."""
    try:
        definition = parse_document(session.location.document()).definition
    except DocumentError as error:
        return f"it can be updated once its document can be read: {error}"
    request = Register(session.plan, definition, session.now)
    found = session.store.preview(resyncs.prepared(request), request)
    if isinstance(found, Rejected):
        refused = f"{found.code} {found.reason}"
        return f"it can be updated once it is sound: now it is rejected with {refused}"
    losses = found.losses()
    if not losses:
        return "updating keeps everything that was done"
    summary = resyncs.summary(losses)
    return f"updating makes pending what has changed and drops what is gone: {summary}"
