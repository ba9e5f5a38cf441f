"""Connection strings that are no URLs, such as `host=db dbname=plans password=…`.

As the path of a file, one would become a new store in each folder, with a password in its name.
"""

import re
from urllib.parse import quote

_KEYS = {
    "host": "host",
    "server": "host",
    "data source": "host",
    "hostaddr": "hostaddr",
    "port": "port",
    "user": "user",
    "user id": "user",
    "username": "user",
    "uid": "user",
    "dbname": "dbname",
    "database": "dbname",
    "initial catalog": "dbname",
    "service": "service",
    "sslmode": "sslmode",
}
"""The keys that people write, and those of libpq: all that are shown, since none is a secret."""

_SECRET = r"password|passwd|pwd|passfile|sslpassword"
_SETTING = re.compile(
    rf"(?:^|[\s;])\s*({'|'.join(_KEYS)}|{_SECRET})\s*=\s*('(?:[^'\\]|\\.)*'|[^\s;]*)",
    re.IGNORECASE,
)
_OTHER_FORM = re.compile(
    r"\s*[\"']?(?:"
    r"(?:jdbc|odbc|postgres(?:ql)?|mysql|mariadb|mssql|sqlserver|oracle):(?=.*[@/?])"  # no `://`
    r"|[^/\s:@]+:[^/\s@]*@"  # ann:secret@db/plans
    r"|[a-z][a-z0-9+.:-]*://"
    r")",
    re.IGNORECASE | re.DOTALL,
)


def url_instead(given: str) -> str | None:
    """Return the URL to use instead of a connection string, or `None` for the path of a file.

    It holds no password, and is an example if the text cannot be read.
    """
    found = {key.casefold(): _plain(value) for key, value in _SETTING.findall(given)}
    if not found:
        return "postgresql://USER@HOST/DATABASE" if _OTHER_FORM.match(given) else None
    parts = {_KEYS[key]: value for key, value in found.items() if key in _KEYS}
    user, host, port, database = (_part(parts, key) for key in ("user", "host", "port", "dbname"))
    rest = "&".join(f"{key}={quote(value, safe='')}" for key, value in parts.items())
    place = f"{user and f'{user}@'}{host}{port and f':{port}'}{database and f'/{database}'}"
    return f"postgresql://{place}?{rest}" if rest else f"postgresql://{place}"


def _plain(value: str) -> str:
    """Return a value without its quotes and escapes."""
    bare = value[1:-1] if len(value) > 1 and value[0] == value[-1] == "'" else value
    return re.sub(r"\\(.)", r"\1", bare)


def _part(parts: dict[str, str], key: str) -> str:
    return quote(parts.pop(key, ""), safe="")
