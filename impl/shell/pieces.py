"""The tokens of a shell command: one pattern outside double quotes, one inside.

The name of the group that matches is the kind of the token. One of them matches at every position.
"""

import re

from spec.formats.shell_operators import CONTROL_OPERATORS, REDIRECTIONS

_OPERATORS = "|".join(
    re.escape(operator)
    for operator in sorted((*CONTROL_OPERATORS, *REDIRECTIONS), key=len, reverse=True)
)

# In the order of the sentences of the command format.
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
