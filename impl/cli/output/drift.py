"""What it costs to update a plan whose document has changed."""

from impl.cli.location import Location
from impl.cli.output import resyncs
from impl.documents.reader import DocumentError, parse_document
from impl.store.store import Store
from spec.vocabulary.plans import Register
from spec.vocabulary.rejections import Rejected


def cost(location: Location, store: Store, now: int, can_allow_drift: bool) -> str:
    """Return what updating the plan would take away, and how to do without."""
    found = loss(location, store, now)
    if can_allow_drift:
        found += "; `--allow-drift` goes on with the plan as it was registered"
    return found


def loss(location: Location, store: Store, now: int) -> str:
    """Return what updating the plan from its document would take away, found by a dry run."""
    try:
        definition = parse_document(location.document()).definition
    except DocumentError as error:
        return f"it can be updated once its document can be read: {error}"
    request = Register(location.plan, definition, now)
    found = store.preview(resyncs.prepared(request), request)
    if isinstance(found, Rejected):
        refused = f"{found.code} {found.reason}"
        return f"it can be updated once it is sound: now it is rejected with {refused}"
    losses = found.losses()
    if not losses:
        return "updating keeps everything that was done"
    summary = resyncs.summary(losses)
    return f"updating makes pending what has changed and drops what is gone: {summary}"
