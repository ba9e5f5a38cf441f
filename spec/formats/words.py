"""The words for operations and answers in files and messages, made from the names of classes."""

_PINNED = {"ResetResult": "was_reset"}
"""The protocol's word for this answer is older than the name of its class."""


def operation_name(kind: type) -> str:
    """Return the name of an operation or answer in files and messages, as `record_artifact`."""
    name = kind.__name__
    if name in _PINNED:
        return _PINNED[name]
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)[1:]
