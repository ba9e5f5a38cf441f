"""Links to the playground of a site. The run is in the address: a link is a counterexample."""

import json
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Sequence

from conformance.protocol.traces import FORMAT
from spec.editions import Edition
from spec.formats.messages import operation_to_json
from spec.vocabulary.operations import Operation

PAGE = "playground/"


def render_link(link: str | None) -> Iterator[str]:
    """Yield the line of a report that shows a link, if there is one."""
    if link is not None:
        yield f"try it: {link}"


def playground_link(
    site: str | None,
    operations: Sequence[Operation],
    edition: Edition,
    beside: Edition | None = None,
) -> str | None:
    """Return the address at which a site plays a run, also under another edition if one is named.

    There is none without a site, or without operations.
    """
    if not (site and operations):
        return None
    return f"{site.rstrip('/')}/{run_link(operations, edition, beside)}"


def run_link(
    operations: Sequence[Operation], edition: Edition, beside: Edition | None = None
) -> str:
    """Return the page that plays a run, which `docs/playground/source/address.ts` reads."""
    run = {
        "format": FORMAT,
        "edition": edition.name,
        **({"beside": beside.name} if beside else {}),
        "shows": "",
        "operations": [operation_to_json(each) for each in operations],
    }
    text = json.dumps(run, ensure_ascii=False, separators=(",", ":")).encode()
    deflate = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    letters = urlsafe_b64encode(deflate.compress(text) + deflate.flush()).decode().rstrip("=")
    return f"{PAGE}#run={letters}"
