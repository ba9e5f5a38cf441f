"""procrastinate: a worker whose job was retried as stalled finishes it while another works on it.

Run it with PLANSPEC_POSTGRESQL, the URL of a server; it makes a schema of its own there.
"""

import asyncio
import os

import psycopg
from procrastinate import App, PsycopgConnector
from procrastinate.jobs import Status

URL = os.environ["PLANSPEC_POSTGRESQL"]


async def main():
    """Finish as ann what bob has taken over."""
    with psycopg.connect(URL, autocommit=True) as connection:
        connection.execute("DROP SCHEMA IF EXISTS late CASCADE; CREATE SCHEMA late")
    options = f"{'&' if '?' in URL else '?'}options=-csearch_path%3Dlate"
    async with App(connector=PsycopgConnector(conninfo=URL + options)).open_async() as app:
        await app.schema_manager.apply_schema_async()
        jobs = app.job_manager
        await app.configure_task(name="work", allow_unknown=True).defer_async()
        ann, bob = await jobs.register_worker(), await jobs.register_worker()
        job = await jobs.fetch_job(queues=None, worker_id=ann)
        await asyncio.sleep(1.5)  # ann sends no heartbeat
        for stalled in await jobs.get_stalled_jobs(seconds_since_heartbeat=1):
            await jobs.retry_job(stalled)
        print("bob has", (await jobs.fetch_job(queues=None, worker_id=bob)).id)
        await jobs.finish_job_by_id_async(job.id, Status.SUCCEEDED, delete_job=False)
        print("after ann finished it:", [each.status for each in await jobs.list_jobs_async()])


asyncio.run(main())
