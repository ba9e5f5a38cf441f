"""persist-queue: two processes that get items at one moment get the same one, resuming or not."""

import subprocess
import sys
import tempfile

from persistqueue import Empty, SQLiteAckQueue

if sys.argv[1:2] == ["get"]:
    queue, items = SQLiteAckQueue(sys.argv[2], auto_resume=sys.argv[3] == "True"), []
    print("ready", flush=True)
    sys.stdin.readline()
    try:
        while True:
            items.append(queue.get(block=False))
    except Empty:
        print(*items)
    sys.exit()
for resumes in ("True", "False"):
    queue = SQLiteAckQueue(folder := tempfile.mkdtemp())
    _ = [queue.put(number) for number in range(100)]
    both = [[sys.executable, __file__, "get", folder, resumes]] * 2
    both = [subprocess.Popen(each, encoding="utf-8", stdin=-1, stdout=-1) for each in both]
    assert all(each.stdout.readline() for each in both)
    _ = [print("go", file=each.stdin, flush=True) for each in both]
    ann, bob = (set(each.communicate()[0].split()) for each in both)
    print(f"auto_resume={resumes}: handed to both: {len(ann & bob)} of {len(ann | bob)}")
