"""persist-queue, auto_resume=False: two processes that get items at one moment get the same one."""

import subprocess
import sys
import tempfile

from persistqueue import Empty, SQLiteAckQueue

if len(sys.argv) > 2:
    queue, items = SQLiteAckQueue(sys.argv[2], auto_resume=False), []
    print("ready", flush=True)
    sys.stdin.readline()
    try:
        while True:
            items.append(queue.get(block=False))
    except Empty:
        print(*items)
else:
    folder = tempfile.mkdtemp()
    queue = SQLiteAckQueue(folder, auto_resume=False)
    for number in range(100):
        queue.put(number)
    command = [sys.executable, __file__, "get", folder]
    both = [subprocess.Popen(command, encoding="utf-8", stdin=-1, stdout=-1) for _ in range(2)]
    assert all(each.stdout.readline() for each in both)
    for each in both:
        print("go", file=each.stdin, flush=True)
    ann, bob = (set(each.communicate()[0].split()) for each in both)
    print("handed to both:", len(ann & bob), "of", len(ann | bob))
