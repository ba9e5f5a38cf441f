"""procrastinate: a worker whose job was retried as stalled finishes it while another has it."""

import asyncio
import os

import psycopg
from procrastinate import App, PsycopgConnector
from procrastinate.jobs import Status

URL = os.environ["PLANSPEC_POSTGRESQL"]  # a server without a schema "late"


async def main():
    psycopg.connect(URL, autocommit=True).execute("CREATE SCHEMA late")
    place = PsycopgConnector(conninfo=URL, kwargs={"options": "-c search_path=late"})
    async with App(connector=place).open_async() as app:
        await app.schema_manager.apply_schema_async()
        await app.configure_task(name="work", allow_unknown=True).defer_async()
        jobs = app.job_manager
        ann, bob = await jobs.register_worker(), await jobs.register_worker()
        job = await jobs.fetch_job(queues=None, worker_id=ann)
        await asyncio.sleep(1.5)  # ann sends no heartbeat
        (stalled,) = await jobs.get_stalled_jobs(seconds_since_heartbeat=1)
        await jobs.retry_job(stalled)
        print("bob has", (await jobs.fetch_job(queues=None, worker_id=bob)).id)
        await jobs.finish_job_by_id_async(job.id, Status.SUCCEEDED, delete_job=False)
        print("after ann finished it:", [each.status for each in await jobs.list_jobs_async()])


asyncio.run(main())
