"""procrastinate behind the core profile, by the calls that its worker and its how-tos make.

Docs, "How-to", "Retry stalled jobs": a periodic task calls `get_stalled_jobs` and `retry_job` for
jobs whose worker sent no heartbeat; "make sure to only retry a task when you're reasonably sure
that it is not running anymore". A worker registers, sends heartbeats, fetches a job and finishes
it by its id (procrastinate/worker.py). PLANSPEC_POSTGRESQL is the URL of a server; a store is a
schema there.
"""

import asyncio
import os
from importlib.metadata import version
from uuid import uuid4

import psycopg
from planspec_adapter import Adapter, serve
from procrastinate import App, PsycopgConnector
from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import Status

URL = os.environ["PLANSPEC_POSTGRESQL"]
STATUS = {"todo": "waiting", "doing": "held"}


class Queue(Adapter):
    """A schema on a server; each worker is registered when it first fetches a job."""

    name, version = "procrastinate", version("procrastinate")
    offers = {
        "store": ("server", "PsycopgConnector(conninfo)"),
        "leases": ("one for all", "get_stalled_jobs(seconds_since_heartbeat)"),
        "takeover": ("sweep", "'Retry stalled jobs'"),
        "order": ("put", "procrastinate_fetch_job: priority, then id"),
        "names": ("yes", "procrastinate_jobs.worker_id"),
        "give-back": ("yes", "retry_job()"),
        "heartbeat": ("yes", "update_heartbeat(worker_id)"),
        "fencing": ("none", "finish_job_by_id_async(job_id, ...)"),
        "observe": ("all", "list_jobs_async()"),
    }
    documented = {
        "stale-refused": "'Retry stalled jobs': only if reasonably sure that it is not running"
    }
    refusals = (ConnectorException,)
    loop = asyncio.new_event_loop()

    def do(self, coroutine):
        return self.loop.run_until_complete(coroutine)

    def open(self, folder, lease):
        place = folder / "schema"
        is_new, self.lease, self.workers = not place.exists(), lease, {}
        if is_new:
            place.write_text(f"core_{uuid4().hex}")
            with psycopg.connect(URL, autocommit=True) as connection:
                connection.execute(f"CREATE SCHEMA {place.read_text()}".encode())
        options = f"{'&' if '?' in URL else '?'}options=-csearch_path%3D{place.read_text()}"
        self.app = App(connector=PsycopgConnector(conninfo=URL + options, min_size=1, max_size=2))
        self.do(self.app.open_async())
        self.jobs = self.app.job_manager
        if is_new:
            self.do(self.app.schema_manager.apply_schema_async())

    def put(self, item):
        task = self.app.configure_task(name="work", allow_unknown=True)
        return self.do(task.defer_async(item=item))

    def take(self, worker):
        if worker not in self.workers:
            self.workers[worker] = self.do(self.jobs.register_worker())
        job = self.do(self.jobs.fetch_job(queues=None, worker_id=self.workers[worker]))
        return job and str(job.id)

    def renew(self, worker):
        self.do(self.jobs.update_heartbeat(self.workers[worker]))

    def finish(self, item):
        self.do(self.jobs.finish_job_by_id_async(int(item), Status.SUCCEEDED, delete_job=False))

    def give_back(self, item):
        self.do(self.jobs.retry_job_by_id_async(int(item), retry_at=None))

    def sweep(self):
        for job in self.do(self.jobs.get_stalled_jobs(seconds_since_heartbeat=self.lease)):
            self.do(self.jobs.retry_job(job))

    def observe(self):
        jobs = self.do(self.jobs.list_jobs_async())
        return {str(job.id): STATUS.get(job.status, "done") for job in jobs}


serve(Queue())
