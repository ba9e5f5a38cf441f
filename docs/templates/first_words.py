"""The first words of an adapter: it says who it is, and offers nothing yet."""

import json
import sys

HELLO: dict[str, object] = {
    "reply": "ok",
    "protocol": "planspec 1",
    "name": "bridge",
    "version": "0.1",
    "language": "Python",
    "areas": [],  # "claims" and "checklists" as soon as operations are answered
}


def answer(request: dict[str, object]) -> dict[str, object]:
    """Answer a request."""
    match request.get("request"):
        case "hello":
            return HELLO
        case "reset" | "bye":  # reset: forget everything; then hold the plan, if there is one
            return {"reply": "ok"}
        case "observe":
            return {"reply": "ok", "plans": [], "last_artifact_id": 0}
        case "op":
            return {"reply": "unsupported", "why": f"no {request['operation']} yet"}
    return {"reply": "error", "message": f"unknown request {request}"}


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
