"""The store that `planspec check` compares with the model."""

from conformance.adapters.stores import FileStore, ReopenedStore, ServerStore
from conformance.protocol.usage import UsageError
from impl.store.database.opening import StoreUnavailable, concealed, is_url


def store_to_check(url: str | None) -> ReopenedStore:
    """Return what opens a store in a temporary file, or on a server. Raises `UsageError`."""
    if url is None:
        return FileStore()
    if not is_url(url):
        raise UsageError(
            f"--store {url}: expected a URL such as postgresql://user@host/database; leave it out "
            "to check the store in a file"
        )
    try:
        return ServerStore(url)
    except StoreUnavailable as error:
        raise UsageError(f"--store {concealed(url, url)}: {error}") from error
