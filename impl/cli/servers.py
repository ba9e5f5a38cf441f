"""Stores on a server as people name them: `postgresql://…`, and never a password that is seen.

An argument with a password is refused, because every user of the machine sees the arguments of a
process. From $PLANSTATE_STORE it is taken out and handed to libpq in its own variable, so that no
message, journal or command line can show it. A connection string that is no URL, such as `host=db
password=…`, would become a new store in each folder, with a password in its name: it is refused.
"""

import os
import re
from pathlib import Path
from urllib.parse import unquote

from impl.cli.answers import Failure
from impl.git.repository import repository_name
from impl.given_text import is_utf8
from impl.store.place import Place, Server

HAS_SCHEME = re.compile(r"\s*[a-z][a-z0-9+.-]*://", re.IGNORECASE)
HOST = r"(?:\[[^@/?\]]*\]|[^@/?:,\[\]]*)(?::[0-9]*)?"
URL = re.compile(
    r"postgres(?:ql)?://(?:(?P<user>[^:@/?]*)(?P<password>:[^@/?]*)?@)?"
    rf"(?P<hosts>{HOST}(?:,{HOST})*)(?P<database>/[^@/?]*)?(?:\?(?P<settings>[^@?]*))?"
)
CONNECTION_STRING = re.compile(
    r"(?:.*[\s;])?\s*"  # a setting of libpq, or as other programs call it
    r"(?:host|hostaddr|port|service|sslmode|server|data source|user|user id|username|uid|dbname"
    r"|database|initial catalog|password|passwd|pwd|passfile|sslpassword)\s*="
    r"|\s*[\"']?(?:"
    r"(?:jdbc|odbc|postgres(?:ql)?|mysql|mariadb|mssql|sqlserver|oracle):(?=.*[@/?])"  # no `://`
    r"|[^/\s:@]+:[^/\s@]*@"  # ann:secret@db/plans
    r"|[a-z][a-z0-9+.:-]*://"
    r")",
    re.IGNORECASE | re.DOTALL,
)
BROKEN_CODE = re.compile(r"%(?![0-9a-f]{2})|%00", re.IGNORECASE)
SECRETS = (
    "password",
    "sslpassword",
    "oauth_client_secret",
    "scram_client_key",
    "scram_server_key",
)

PASSWORD = "PGPASSWORD"
SETTINGS = "PGOPTIONS"

EXPECTED = (
    "expected the path of a file, or postgresql://[USER@][HOST[:PORT]][/DATABASE][?KEY=VALUE&…] "
    "with signs such as @ and / in its parts written as %40 and %2F"
)
ELSEWHERE = (
    "write the password into the file that $PGPASSFILE names (~/.pgpass), or into a service file "
    "and use postgresql://?service=NAME; only $PLANSTATE_STORE may hold it"
)


def place_of(given: str, root: Path, *, secret: bool = False) -> Place:
    """Return the place of a store, which is given as a path or as the URL of a server.

    A `secret` text, which no other user can see, may hold a password. A server keeps the plans of a
    repository under its name, which is read below the `root`. Raises `Failure`.
    """
    if not HAS_SCHEME.match(given):
        if not CONNECTION_STRING.match(given):
            return Path(given)
        raise Failure.of_request(
            "the store is a connection string, not a URL; expected the path of a file (if it is "
            "one, begin it with ./), or a URL such as postgresql://USER@HOST/DATABASE; for a "
            f"password, {ELSEWHERE}"
        )
    parts = URL.fullmatch(given)
    if parts is None or BROKEN_CODE.search(given) or not (is_utf8(given) and given.isprintable()):
        # Without the text: nobody knows which part of it is a password.
        raise Failure.of_request(f"the store is a URL that cannot be read; {EXPECTED}")
    settings = [each for each in (parts["settings"] or "").split("&") if each]
    passwords = [each for each in settings if key_of(each) in SECRETS]
    if parts["password"]:
        passwords.insert(0, f"password={parts['password'][1:]}")
    if passwords and not secret:
        raise Failure.of_request(
            "the URL of the store holds a password, which every user of this machine could read in "
            f"the list of processes: {ELSEWHERE}"
        )
    _hand_over(passwords)
    return _server(
        parts, [each for each in settings if each not in passwords], bool(passwords), root
    )


def _server(parts: re.Match[str], settings: list[str], has_password: bool, root: Path) -> Server:
    """Return the server that a URL without its password names."""
    of_session = [each for each in settings if key_of(each) == "options"]
    rest = [each for each in settings if each not in of_session]
    user = f"{parts['user']}@" if parts["user"] else ""
    url = f"postgresql://{user}{parts['hosts']}{parts['database'] or ''}"
    options = unquote(of_session[-1].partition("=")[2]) if of_session else None
    return Server(
        url + (f"?{'&'.join(rest)}" if rest else ""),
        repository_name(root),
        settings=os.environ.get(SETTINGS, "") if options is None else options,
        is_named=not has_password,
    )


def _hand_over(passwords: list[str]) -> None:
    """Set the password in the variable of libpq; the last one that was given counts."""
    for each in passwords:
        if key_of(each) != "password":
            raise Failure.of_request(
                f"the URL of the store holds `{key_of(each)}`; write it into a service file and "
                "use postgresql://?service=NAME"
            )
        os.environ[PASSWORD] = unquote(each.partition("=")[2])


def key_of(setting: str) -> str:
    """Return the key of a setting, which libpq decodes too."""
    return unquote(setting.partition("=")[0])
