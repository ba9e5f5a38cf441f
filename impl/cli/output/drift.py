"""Describe what registering a changed document again would discard."""

from impl.cli.location import Location
from impl.cli.output import resyncs
from impl.documents.reader import DocumentError, parse_document
from impl.store.store import Store
from spec.vocabulary.plans import Register
from spec.vocabulary.rejections import Rejected


def cost(location: Location, store: Store, now: int, can_allow_drift: bool) -> str:
    """Return what registering the document again would discard, and how to avoid it."""
    found = loss(location, store, now)
    if can_allow_drift:
        found += "; `--allow-drift` continues with the registered plan"
    return found


def loss(location: Location, store: Store, now: int) -> str:
    """Return what registering the document again would discard, found by a dry run."""
    try:
        definition = parse_document(location.document()).definition
    except DocumentError as error:
        return f"fix the document first: {error}"
    request = Register(location.plan, definition, now)
    found = store.preview(resyncs.prepared(request), request)
    if isinstance(found, Rejected):
        refused = f"{found.code} {found.reason}"
        return f"fix the document first: it is rejected with {refused}"
    losses = found.losses()
    if not losses:
        return "updating keeps all progress"
    summary = resyncs.summary(losses)
    return f"updating resets changed steps to pending and drops removed ones: {summary}"
