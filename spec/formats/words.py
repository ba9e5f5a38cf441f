"""The words for operations and answers in files and messages, made from the names of classes."""

_PINNED = {"ResetResult": "was_reset"}
"""The protocol's word for this answer is older than the name of its class."""

_KNOWN: dict[type, str] = {}


def operation_name(kind: type) -> str:
    """Return the name of an operation or answer in files and messages, as `record_artifact`."""
    if kind not in _KNOWN:
        name = kind.__name__
        small = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)
        _KNOWN[kind] = _PINNED.get(name, small[1:])
    return _KNOWN[kind]
