"""Faults of the store on a server: its locks, its snapshots, its clock, and what it repeats."""

from functools import partial

from conformance.mutants.faults.source import ChangedProgram

_server = partial(ChangedProgram, file="store/database/postgresql.py")
_tables = partial(ChangedProgram, file="store/database/postgresql_schema.py")
_migrating = partial(ChangedProgram, file="store/database/postgresql_migrating.py")

_locking = "tests/postgresql/test_locking.py::test_"
_faults = "tests/postgresql/test_faults.py::test_"
_opening = "tests/postgresql/test_opening.py::test_"

_WRITTEN_VERSION = """\
            [(version, self._locked_at)] = found
            require_current(version)
"""
_READ = "            [[(version,)]] = self._begin(TO_READ, LOCK_TABLES, READ_VERSION)\n"
_OUTCOME_UNKNOWN = "                raise CommitFailed(error) from error\n"

SERVER_LOCK_MUTANTS = (
    _server(
        id="server-row-of-the-plan-not-locked",
        clause="CLM-4.5",
        broken="on a server, a transaction that writes does not lock the row of its plan",
        original="WHERE path = {path} FOR UPDATE",
        replacement="WHERE path = {path}",
        test=f"{_locking}a_claim_waits_for_one_that_is_not_committed",
    ),
    _server(
        id="server-path-not-locked",
        clause="PLN-2.1",
        broken="on a server, two register a plan that has no row yet at the same time",
        original='LOCK_PATH = "SELECT pg_advisory_xact_lock({key})"',
        replacement='LOCK_PATH = "SELECT {key}"',
        test=f"{_locking}two_register_one_plan",
    ),
    _server(
        id="server-row-not-locked-after-the-path",
        clause="CLM-4.5",
        broken="on a server, who waited for a registration does not lock the plan's new row",
        original="self.connection.together(lock_path, lock_row, READ_VERSION_AND_CLOCK)[2]",
        replacement="self.connection.together(lock_path, READ_VERSION_AND_CLOCK)[1]",
        test=f"{_locking}who_waited_for_a_registration_has_the_lock_of_the_plan",
    ),
    _server(
        id="server-plans-wait-for-each-other",
        clause="PLN-8.4",
        broken="on a server, a transaction about one plan waits for those about others",
        original="            if plan is None:\n",
        replacement="            if plan:\n",
        test=f"{_locking}plans_do_not_wait_for_each_other",
    ),
    _tables(
        id="server-plans-that-notify-nobody-wait-for-each-other",
        clause="PLN-8.4",
        broken="on a server, a transaction notifies even if nobody waits, which one at a time can",
        original="    IF NOT (CASE",
        replacement="    IF true OR NOT (CASE",
        test=f"{_locking}where_nobody_waits_nobody_is_notified",
    ),
    _tables(
        id="server-those-who-wait-not-notified",
        clause="CLM-3.1",
        broken="on a server, whoever waits for a step does not learn that it was given back",
        original="    IF NOT (CASE",
        replacement="    IF false AND NOT (CASE",
        test=f"{_locking}where_nobody_waits_nobody_is_notified",
    ),
    _server(
        id="server-reader-without-a-snapshot",
        clause="CLM-17.1",
        broken="on a server, each statement of a reader sees another state",
        original='"BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"',
        replacement='"BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY"',
        test=f"{_locking}a_reader_has_one_snapshot",
    ),
    _server(
        id="server-reader-may-write",
        clause="CLM-17.7",
        broken="on a server, what should only read can write",
        original='"BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"',
        replacement='"BEGIN ISOLATION LEVEL REPEATABLE READ"',
        test=f"{_locking}a_reader_cannot_write",
    ),
    _server(
        id="server-time-from-before-the-lock",
        clause="CLM-8.3",
        broken="on a server, a lease begins when its transaction began to wait",
        original="epoch FROM clock_timestamp()",
        replacement="epoch FROM now()",
        test=f"{_locking}leases_run_by_the_time_of_the_server_after_the_wait",
    ),
    _server(
        id="server-version-not-read-by-a-writer",
        clause="PLN-1.4",
        broken="on a server, a writer does not see that a migration has gone before",
        original=_WRITTEN_VERSION,
        replacement="            [(_, self._locked_at)] = found\n",
        test=f"{_locking}who_waits_for_a_migration_learns_of_it",
    ),
    _server(
        id="server-version-read-with-an-old-snapshot",
        clause="CLM-17.1",
        broken="on a server, a reader does not see that a migration has gone before",
        original=_READ,
        replacement=_READ.replace(
            "[[(version,)]] = self._begin(TO_READ, ",
            "_, [(version,)] = self._begin(TO_READ, READ_VERSION, ",
        ),
        test=f"{_locking}who_waits_for_a_migration_learns_of_it",
    ),
    _migrating(
        id="server-migration-locks-the-other-way-round",
        clause="PLN-8.4",
        broken="on a server, a migration and a reader that has begun can wait for each other",
        original="LOCK TABLE plans, planspec_store IN",
        replacement="LOCK TABLE planspec_store, plans IN",
        test="tests/postgresql/cli/test_migrating.py::test_a_migration_waits_for_who_has_begun",
    ),
)

SERVER_FAULT_MUTANTS = (
    _server(
        id="server-repeats-after-an-unknown-outcome",
        clause="CHK-10.7",
        broken="on a server, an operation is run again if its COMMIT was not answered",
        original=_OUTCOME_UNKNOWN,
        replacement=(
            "                from impl.store.database.opening import Conflict\n\n"
            "                raise Conflict(str(error)) from error\n"
        ),
        test=f"{_faults}a_connection_lost_while_it_commits_leaves_the_outcome_unknown",
    ),
    _server(
        id="server-unknown-outcome-called-unchanged",
        clause="CHK-10.7",
        broken="on a server, an operation whose COMMIT was not answered is said to change nothing",
        original=_OUTCOME_UNKNOWN,
        replacement="                pass\n",
        test=f"{_faults}a_connection_lost_while_it_commits_leaves_the_outcome_unknown",
    ),
    _server(
        id="server-unchanged-called-unknown-outcome",
        clause="CLM-11.1",
        broken="on a server, a claim of nothing whose COMMIT was not answered is called unknown",
        original="is_lost(error) and self.written_rows != self._written_before:",
        replacement="is_lost(error):",
        test=f"{_faults}what_wrote_nothing_has_no_unknown_outcome",
    ),
    _server(
        id="server-answers-what-was-rolled-back",
        clause="CHK-10.7",
        broken="on a server, a transaction that COMMIT rolls back is answered as committed",
        original='        if status != "COMMIT":',
        replacement="        if status is None:",
        test=f"{_faults}a_transaction_that_failed_is_not_answered_as_committed",
    ),
    _server(
        id="server-conflicts-not-tried-again",
        clause="CHK-10.7",
        broken="on a server, an operation is not run again after a serialization failure",
        original="MOST_ATTEMPTS = 8",
        replacement="MOST_ATTEMPTS = 1",
        test=f"{_faults}a_conflict_is_tried_again",
    ),
    _server(
        id="server-conflicts-tried-for-ever",
        clause="CHK-10.7",
        broken="on a server, an operation is run again after every serialization failure",
        original="        if attempt >= MOST_ATTEMPTS:\n",
        replacement="        if attempt < 0:\n",
        test=f"{_faults}a_conflict_is_not_tried_for_ever",
    ),
    _server(
        id="server-lost-connection-kept",
        clause="CHK-10.7",
        broken="on a server, a store whose connection was lost answers nothing any more",
        original="            if not self._open:\n                raise\n",
        replacement="            raise\n",
        test=f"{_faults}a_connection_lost_before_changes_nothing",
    ),
    _tables(
        id="server-texts-ordered-by-a-language",
        clause="PLN-8.1",
        broken="on a server, paths are compared and ordered as the database's language has it",
        original="'TEXT COLLATE \"C\"'",
        replacement='"TEXT"',
        test=f"{_opening}every_text_is_compared_byte_by_byte",
    ),
)

SERVER_MUTANTS = (*SERVER_LOCK_MUTANTS, *SERVER_FAULT_MUTANTS)
"""Killed by tests that bring a server; `tests/postgresql` runs them, so that they share one."""
