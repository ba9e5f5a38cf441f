"""Standard input as one text, exactly as it comes: in UTF-8, with its line ends."""

import sys


def read_text(expected: str, *, errors: str = "strict") -> str:
    """Read all of it; a person at a terminal is told what is `expected`.

    Raises `UnicodeDecodeError`, unless `errors` says what to do with other bytes.
    """
    if sys.stdin.isatty():
        print(f"reading {expected} from the terminal; end it with ctrl-D", file=sys.stderr)
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(encoding="utf-8", errors=errors, newline="")
    return sys.stdin.read()
