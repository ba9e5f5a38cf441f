"""Standard input as one text: UTF-8, with its line ends unchanged."""

import sys


def read_text(expected: str, *, errors: str = "strict") -> str:
    """Read all of standard input; prompt for what is `expected` at a terminal.

    Raises `UnicodeDecodeError`, unless `errors` handles invalid bytes.
    """
    if sys.stdin.isatty():
        print(f"reading {expected} from the terminal; end it with ctrl-D", file=sys.stderr)
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(encoding="utf-8", errors=errors, newline="")
    return sys.stdin.read()
