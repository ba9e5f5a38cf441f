"""Races of every operation: when a transaction begins, what it reads, and when it is answered."""

from functools import partial

from conformance.mutants.catalog.races.contests import (
    BARE,
    ONE,
    PLAN,
    STEP_A,
    TWO,
    TWO_CLAIM,
    claim,
    note,
    register,
)
from conformance.mutants.faults.races import Contest, Race, SourceEdit, Turn
from spec.vocabulary.holding import Release
from spec.vocabulary.readiness import Ready

_store = partial(Race, file="store/store.py")
_sqlite = partial(Race, file="store/database/sqlite.py")

_RELEASED_OR_TAKEN = Contest(
    (Turn(ONE, register(BARE)), Turn(ONE, claim(ONE))),
    Turn(ONE, Release(PLAN, "a", 5, ONE)),
    (Turn(TWO, claim(TWO, 5, force=True)),),
)
_READY_AFTER_A_CLAIM = Contest(
    (Turn(TWO, register(BARE)), Turn(ONE, Ready(PLAN, 0))),
    Turn(TWO, claim(TWO)),
    (Turn(ONE, Ready(PLAN, 5)),),
)
_READ_BY_ANOTHER = Contest(
    (Turn(TWO, register(BARE)), Turn(TWO, Ready(PLAN, 0))),
    Turn(TWO, claim(TWO)),
    (Turn(ONE, Ready(PLAN, 5)),),
)
_NOTED_WHILE_READ = Contest(
    (Turn(ONE, register(STEP_A)), Turn(ONE, claim(ONE))),
    Turn(TWO, Ready(PLAN, 5)),
    (Turn(ONE, note(ONE)),),
)

_TO_WRITE = 'TO_WRITE: Literal["BEGIN IMMEDIATE"] = "BEGIN IMMEDIATE"\n'
_RUN = "            with self._writing(operation.plan):\n"
_BEGIN = "        begin(self.connection, how)\n"
_COMMIT = "        commit(self.connection)\n"
_BEGUN = "        self._begin(*self._about)\n"
_LEFT_OPEN = """\
        if self._database.connection.in_transaction:
            self._database.connection.commit()
"""
_READING = "    def _reading(self)"
_QUERY = """\
            with self._reading():
                return function(self._connection, self._timed(operation))
"""
_STORED = "            self.has_stored = self.has_stored or changed\n            return answer\n"
_CLASS = '\n\nclass Store:\n    """Plans'
_DATABASE = "\n\nclass SqliteDatabase:\n"

_RETRYING = """

class Retrying:
    def __init__(self, connection):
        self.retried = connection

    def __getattr__(self, name):
        return getattr(self.retried, name)

    def execute(self, *statement):
        try:
            return self.retried.execute(*statement)
        except sqlite3.OperationalError:
            self.retried.rollback()
            self.retried.execute("BEGIN IMMEDIATE")
            return self.retried.execute(*statement)
"""

TRANSACTION_RACES = (
    _sqlite(
        id="lock-taken-by-the-first-write",
        clause="CLM-4.5",
        broken="the write lock is taken by the first statement that writes, as by sqlite3 itself",
        original=_BEGIN,
        replacement=(
            '        level = "IMMEDIATE" if how == TO_WRITE else None\n'
            "        self.connection.isolation_level = level\n"
            "        if how != TO_WRITE:\n"
            f"    {_BEGIN}"
        ),
        also=(SourceEdit(_COMMIT, "        self.connection.commit()\n"),),
        contest=TWO_CLAIM,
    ),
    _store(
        id="lock-of-one-process",
        clause="CLM-14.5",
        broken="operations exclude each other by a lock in the memory of their process",
        original=_RUN,
        replacement="            with _LOCK, self._unlocked():\n",
        also=(
            SourceEdit(
                _CLASS,
                "\n\nimport threading\nfrom contextlib import contextmanager\n\n"
                f"_LOCK = threading.Lock()\n{_CLASS}",
            ),
            SourceEdit(
                _READING,
                "    @contextmanager\n"
                "    def _unlocked(self):\n"
                '        self._connection.isolation_level = "DEFERRED"\n'
                "        try:\n"
                "            yield\n"
                "            self._connection.commit()\n"
                "        finally:\n"
                "            self._connection.rollback()\n"
                "            self._connection.isolation_level = None\n\n" + _READING,
            ),
        ),
        contest=_RELEASED_OR_TAKEN,
    ),
    _sqlite(
        id="statement-repeated-after-a-stale-snapshot",
        clause="CLM-4.5",
        broken="a transaction without the lock repeats the one statement for which it is too old",
        original=_TO_WRITE,
        replacement='TO_WRITE = "BEGIN"\n',
        also=(
            SourceEdit(_DATABASE, _RETRYING + _DATABASE),
            SourceEdit(
                "        self.connection = connection\n",
                "        self.connection = Retrying(connection)\n",
            ),
        ),
        contest=TWO_CLAIM,
    ),
    _sqlite(
        id="acknowledged-before-commit",
        clause="CLM-17.5",
        broken="an operation is answered before its transaction is committed",
        original=_COMMIT,
        replacement=f"        if self.reads:\n    {_COMMIT}",
        also=(
            SourceEdit(
                _BEGIN,
                "        if self.connection.in_transaction:\n"
                "            commit(self.connection)\n"
                "        self.reads = how == TO_READ\n" + _BEGIN,
            ),
        ),
        contest=_READ_BY_ANOTHER,
    ),
    _store(
        id="repeated-after-an-unknown-outcome",
        clause="CHK-10.7",
        broken="an operation is run again if its write to the database file was not finished",
        original=_STORED,
        replacement=(
            '            checkpoint = self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)")\n'
            "            _, logged, written = checkpoint.fetchone()\n"
            "            if changed and logged != written:\n"
            "                with self._writing(operation.plan):\n"
            "                    answer = function(self._connection, operation)\n" + _STORED
        ),
        contest=_NOTED_WHILE_READ,
    ),
    _store(
        id="answered-from-a-rehearsal",
        clause="CLM-10.1",
        broken="an operation is answered as it would have been before it had the write lock",
        original=_RUN,
        replacement=(
            "            copied = self._database.copy_to_memory(operation.plan)\n"
            "            with type(self)(copied) as copy:\n"
            "                with copy._writing(operation.plan):\n"
            "                    rehearsed = function(copy._connection, operation)\n" + _RUN
        ),
        also=(SourceEdit(_STORED, _STORED.replace("return answer", "return rehearsed")),),
        contest=TWO_CLAIM,
    ),
    _store(
        id="ready-from-a-snapshot-that-stays-open",
        clause="CLM-17.5",
        broken="a process reads from one snapshot until it writes something itself",
        original=_QUERY,
        replacement=(
            "            if not self._connection.in_transaction:\n"
            "                self._database.begin_to_read()\n"
            "            return function(self._connection, operation)\n"
        ),
        also=(SourceEdit(_BEGUN, _LEFT_OPEN + _BEGUN),),
        contest=_READY_AFTER_A_CLAIM,
    ),
)
