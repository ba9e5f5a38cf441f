"""Run all vectors against a program that speaks the protocol. Standard library only.

python vector_runner.py VECTORS COMMAND...   exits with 0 if all pass, with 1 if one does not
"""

import json
import subprocess
import sys
from pathlib import Path

KEYS = {"plans": ["path"], "steps": ["anchor"], "items": ["kind", "ordinal"]}


def ask(request):
    """Send a request and read the reply."""
    print(json.dumps(request), file=program.stdin, flush=True)
    return json.loads(program.stdout.readline())


def fits(expected, observed, name=""):
    """Compare with what is expected: KEYS in any order, left out is null or empty."""
    if isinstance(expected, dict) and isinstance(observed, dict):
        if expected.get("reply") == observed.get("reply") == "rejected":
            observed = {**expected, **observed}  # reason and details may be left out
        names = [key for key in expected if key in observed or who.get("observe") != "partial"]
        names = [key for key in names if not key.endswith("_at") or clocks[1] == "virtual"]
        empty = {key: [] if isinstance(expected[key], list) else None for key in names}
        return all(fits(expected[key], {**empty, **observed}[key], key) for key in names)
    if name in KEYS and isinstance(expected, list) and isinstance(observed, list):
        expected, observed = ({str([row[key] for key in KEYS[name]]): row for row in rows}
                              for rows in (expected, observed))  # fmt: skip
        return expected.keys() == observed.keys() and fits(expected, observed)
    return type(expected) is type(observed) and expected == observed


def passes(vector, by_reset):
    """Run one vector; one whose operations are said to be unsupported does not fail."""
    steps, reset = vector["operations"], {"plan": None, "definition": None, "now": 0}
    if by_reset:
        reset, steps = steps[0]["request"], steps[1:]
    ask({**reset, "request": "reset"})
    for step in steps:
        reply = ask(step["request"])
        if reply.get("reply") == "unsupported" or not fits(step["reply"], reply):
            return reply.get("reply") == "unsupported"
    return fits(vector["state"], ask({"request": "observe"}))


folder, failed = Path(sys.argv[1]), 0
program = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
who = ask({"request": "hello", "protocols": ["planspec 1"]})
clocks = ("any", who.get("clock", "virtual"))
for entry in json.loads((folder / "index.json").read_text("utf-8"))["vectors"]:
    supported = {*who["areas"], *who.get("faults", [])} >= {*entry["areas"], *entry["faults"]}
    vector = json.loads((folder / entry["file"]).read_text("utf-8"))
    by_reset = entry["registers"] and "plans" not in who["areas"]
    if supported and entry["clock"] in clocks and not passes(vector, by_reset):
        print("failed:", entry["id"], "-", entry["title"])
        failed += 1
sys.exit(1 if failed or ask({"request": "bye"})["reply"] != "ok" else 0)
