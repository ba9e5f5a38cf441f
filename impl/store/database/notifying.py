"""Waiting for a change of a plan on a server, which notifies of it."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import psycopg

from impl.store.database.postgresql_faults import is_lost, unavailable
from impl.store.database.postgresql_schema import CHANNEL, WAITING_PLACE

if TYPE_CHECKING:
    from impl.store.database.postgresql_connection import Driver, PostgresqlConnection

# The lock tells those who free a step that somebody waits. It ends with the session.
JOIN = f"""
SELECT {CHANNEL.format(place="place")}, pg_advisory_lock_shared(place)
FROM (SELECT {WAITING_PLACE.format(schema="current_schema()", plan="%s")} AS place) AS plan
"""


def changes_on_server(connection: "PostgresqlConnection", plan: str) -> Callable[[float], None]:
    """Return what waits until the server notifies, for at most some seconds.

    It returns at once where it has only begun to listen, because what changed before that was not
    notified: when it is called first, and after the connection was lost. The next transaction
    connects again, or reports why that is not possible.
    """
    listening: Driver | None = None

    def wait(seconds: float) -> None:
        nonlocal listening
        driver = connection.driver
        try:
            if driver is not listening:
                listen(driver, plan)
                listening = driver
                return
            for _ in driver.notifies(timeout=seconds, stop_after=1):
                pass
        except psycopg.Error as error:
            if not is_lost(error):
                raise unavailable(error) from error

    return wait


def listen(driver: "Driver", plan: str) -> None:
    """Subscribe a connection to the changes of a plan."""
    [(channel, _)] = driver.execute(JOIN.encode(), (plan,))
    driver.execute(f"LISTEN {channel}".encode())
