"""SHA-256 without OpenSSL, whose import takes longer than hashing a document."""

import sys

try:
    if sys.version_info >= (3, 12):
        from _sha2 import sha256
    else:
        from _sha256 import sha256  # type: ignore[import-not-found]
except ImportError:  # this Python was built to leave hashing to OpenSSL
    from hashlib import sha256


def sha256_hex(data: bytes) -> str:
    """Return the SHA-256 of bytes, in lower-case hexadecimal."""
    digest: str = sha256(data).hexdigest()
    return digest
