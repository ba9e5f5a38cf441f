"""On a server, too, an operation on a step finds it by an index, not by looking at every step."""

import psycopg

from impl.store import claims, completion, counts, holding
from impl.store.database.postgresql_connection import translated
from impl.store.store import Store
from tests.impl.bridge import PLAN, chained, register_long

MANY = 2_000
STATEMENTS = {
    "a choice": claims.SELECT_CLAIMABLE,
    "a claim": claims.CLAIM_STEP,
    "a claim of substeps": claims.CLAIM_SUBSTEPS,
    "opening the items of substeps": claims.OPEN_SUBSTEP_ITEMS,
    "a heartbeat": holding.RENEW,
    "giving back": holding.GIVE_BACK,
    "opening items": holding.OPEN_ITEMS,
    "deciding a completion": completion.FIND_STEP,
    "a completion": completion.COMPLETE_STEP,
    "completing substeps": completion.COMPLETE_SUBSTEPS,
    "unblocking": counts.UNBLOCK,
}
GIVEN = {
    **dict.fromkeys(("now", "expiry", "new_id"), 1),
    **dict.fromkeys(("commit_hash", "reason", "claim_id")),
    **{"plan": PLAN, "step": "step-7", "worktree": "ann"},
    **dict.fromkeys(("force", "fenced", "shorten"), False),
}


def test_no_statement_looks_at_every_step(place: str, store: Store) -> None:
    # Given a plan of many steps, before and after the server has looked at what is stored,
    register_long(store, MANY, chained)
    found = []
    with psycopg.connect(place, autocommit=True) as connection:
        for look in ("SELECT", "ANALYZE"):
            connection.execute(look)
            # when it plans the statements of an operation on a step,
            for name, statement in STATEMENTS.items():
                explained = f"EXPLAIN {translated(statement)}".encode()
                lines = [line for (line,) in connection.execute(explained, GIVEN)]
                if any("Seq Scan on steps" in line or "Seq Scan on dep" in line for line in lines):
                    found.append((look, name, lines))
    # then it reads no table from its beginning to its end.
    assert found == []
