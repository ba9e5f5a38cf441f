"""procrastinate: the id of a job is enough to finish it or to give it back."""

import asyncio
import os

import psycopg
from procrastinate import App, PsycopgConnector
from procrastinate.jobs import Status

URL, PLACE = os.environ["PLANSPEC_POSTGRESQL"], {"options": "-c search_path=given"}


async def in_a_new_store(*calls):
    anew = "DROP SCHEMA IF EXISTS given CASCADE; CREATE SCHEMA given"
    psycopg.connect(URL, autocommit=True).execute(anew)
    async with App(connector=PsycopgConnector(conninfo=URL, kwargs=PLACE)).open_async() as app:
        await app.schema_manager.apply_schema_async()
        await app.configure_task("work", allow_unknown=True).defer_async()
        jobs = app.job_manager
        worker, done = await jobs.register_worker(), {"status": Status.SUCCEEDED}
        call = {"take": lambda: jobs.fetch_job(queues=None, worker_id=worker)}
        call["give back"] = lambda: jobs.retry_job_by_id_async(1, retry_at=None)
        call["finish"] = lambda: jobs.finish_job_by_id_async(1, delete_job=False, **done)
        _ = [await call[each]() for each in calls]
        print(*calls, (await jobs.list_jobs_async())[0].status, sep=", ")


for after in (["finish"], ["take", "finish"], ["take", "give back"]):
    asyncio.run(in_a_new_store("take", "give back", *after))
asyncio.run(in_a_new_store("take", "finish"))  # by who had job 1 of the store before
