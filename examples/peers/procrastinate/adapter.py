"""procrastinate behind the core profile, by the calls that its worker and its how-tos make.

"Retry stalled jobs" of its docs: a periodic task calls `get_stalled_jobs` and `retry_job` for jobs
whose worker sent no heartbeat. A worker registers when its process starts, sends heartbeats, and
finishes a job by its id (worker.py). PLANSPEC_POSTGRESQL is a server's URL; a store is a schema.
"""

import os
from importlib.metadata import version
from uuid import uuid4

from planspec_adapter import Adapter, serve
from procrastinate import App, PsycopgConnector
from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import Status

URL = os.environ["PLANSPEC_POSTGRESQL"]
STATUS = {"todo": "waiting", "doing": "held"}


class Queue(Adapter):
    """A schema on a server; a worker registers when it first fetches, in each process anew."""

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
    refusals = (ConnectorException,)

    async def open(self, folder, lease):
        place, self.lease, self.workers = folder / "schema", lease, {}
        if is_new := not place.exists():
            place.write_text(f"core_{uuid4().hex}")
        options = {"options": f"-c search_path={place.read_text()}"}
        connector = PsycopgConnector(conninfo=URL, kwargs=options, min_size=1, max_size=2)
        self.app = App(connector=connector)
        self.jobs = self.app.job_manager
        await self.app.open_async()
        if is_new:
            await connector.execute_query_async(f"CREATE SCHEMA {place.read_text()}")
            await self.app.schema_manager.apply_schema_async()

    async def put(self, item):
        return await self.app.configure_task("work", allow_unknown=True).defer_async(item=item)

    async def take(self, worker):
        if worker not in self.workers:
            self.workers[worker] = await self.jobs.register_worker()
        job = await self.jobs.fetch_job(queues=None, worker_id=self.workers[worker])
        return job and str(job.id)

    async def renew(self, worker):
        if worker in self.workers:
            await self.jobs.update_heartbeat(self.workers[worker])

    async def finish(self, item):
        await self.jobs.finish_job_by_id_async(int(item), Status.SUCCEEDED, delete_job=False)

    async def give_back(self, item):
        await self.jobs.retry_job_by_id_async(int(item), retry_at=None)

    async def sweep(self):
        for job in await self.jobs.get_stalled_jobs(seconds_since_heartbeat=self.lease):
            await self.jobs.retry_job(job)

    async def observe(self):
        jobs = await self.jobs.list_jobs_async()
        return {str(job.id): STATUS.get(job.status, "done") for job in jobs}


serve(Queue())
