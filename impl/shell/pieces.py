"""The pieces of which the text of a shell command is made: one pattern outside quotes, one inside.

The name of the group that matches says what a piece is. At every place one of them does.
"""

import re

from spec.formats.shell_operators import CONTROL_OPERATORS, REDIRECTIONS

_OPERATORS = "|".join(
    re.escape(operator)
    for operator in sorted((*CONTROL_OPERATORS, *REDIRECTIONS), key=len, reverse=True)
)

# The order of these is the order of the sentences of the command format.
UNQUOTED = re.compile(
    rf"""
    (?P<white>\\\n)
    | (?P<escaped>\\.|\\\Z)
    | (?P<single>'[^']*'?)
    | (?P<double>")
    | (?P<arithmetic>\$\(\((?:.*?\)\)|.*))
    | (?P<opening>\$\(|<\(|>\()
    | (?P<backquote>`)
    | (?P<hash>\#)
    | (?P<operator>{_OPERATORS})
    | (?P<blank>[ \t\r]+)
    | (?P<character>[^\\'"$<>`#|;&() \t\r\n]+|.)
    """,
    re.VERBOSE | re.DOTALL,
)

QUOTED = re.compile(
    r"""
    (?P<escaped>\\.)
    | (?P<arithmetic>\$\(\((?:.*?\)\)|.*))
    | (?P<opening>\$\()
    | (?P<backquote>`)
    | (?P<double>")
    | (?P<character>[^\\$`"]+|.)
    """,
    re.VERBOSE | re.DOTALL,
)
