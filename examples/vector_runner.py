"""Run all vectors against a program that speaks the protocol. Standard library only.

python vector_runner.py VECTORS COMMAND...   exits with 0 if all pass, with 1 if one does not
"""

import json
import subprocess
import sys
from pathlib import Path

KEYS = {"plans": ["path"], "steps": ["anchor"], "items": ["kind", "ordinal"]}


def ask(request):
    """Send a request and read the reply. Only a line feed ends a line."""
    print(json.dumps(request), file=program.stdin, flush=True)
    return json.loads(program.stdout.buffer.readline())


def fits(expected, observed, name=""):
    """Compare with what is expected: KEYS in any order, left out is null or empty."""
    if isinstance(expected, dict) and isinstance(observed, dict):
        if expected.get("reply") == observed.get("reply") == "rejected":
            given = {key: value for key, value in observed.items() if value is not None}
            observed = {**expected, **given}  # reason and details may be left out
        names = [key for key in expected if key in observed or who.get("observe") != "partial"]
        names = [key for key in names if not key.endswith("_at") or who["clock"] == "virtual"]
        empty = {key: [] if isinstance(expected[key], list) else None for key in names}
        return all(fits(expected[key], {**empty, **observed}[key], key) for key in names)
    if name in KEYS and isinstance(expected, list) and isinstance(observed, list):
        expected, observed = ({str([row[key] for key in KEYS[name]]): row for row in rows}
                              for rows in (expected, observed))  # fmt: skip
        return expected.keys() == observed.keys() and fits(expected, observed)
    is_empty = expected == {} and observed is None  # details of a commit's rejection
    return is_empty or (type(expected) is type(observed) and expected == observed)


def run(vector, by_reset):
    """Run one vector and return how it ended."""
    steps, nothing = vector["operations"], {"plan": None, "definition": None, "now": 0}
    reset = steps.pop(0)["request"] if by_reset else nothing
    ask({**reset, "request": "reset"})
    for step in steps:
        reply = ask(step["request"])
        if reply.get("reply") == "unsupported" or not fits(step["reply"], reply):
            return "not supported" if reply.get("reply") == "unsupported" else "failed"
    return "passed" if fits(vector["state"], ask({"request": "observe"})) else "failed"


folder, counts = Path(sys.argv[1]), {"passed": 0, "failed": 0, "not supported": 0}
program = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
who = {"clock": "virtual", **ask({"request": "hello", "protocols": ["planspec 1"]})}
for entry in json.loads((folder / "index.json").read_text("utf-8"))["vectors"]:
    supported = {*who["areas"], *who.get("faults", [])} >= {*entry["areas"], *entry["faults"]}
    vector = json.loads((folder / entry["file"]).read_text("utf-8"))
    by_reset = entry["registers"] and "plans" not in who["areas"]
    asked = supported and entry["clock"] in ("any", who["clock"])
    counts[outcome := run(vector, by_reset) if asked else "not supported"] += 1
    if outcome == "failed":
        print("failed:", entry["id"], "-", entry["title"])
print(", ".join(f"{count} {outcome}" for outcome, count in counts.items()))
sys.exit(1 if counts["failed"] or ask({"request": "bye"})["reply"] != "ok" else 0)
