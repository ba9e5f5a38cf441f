"""The shell of an adapter for `planspec conform --profile core`: one file of the standard library.

Copy it beside your adapter, or put its folder on PYTHONPATH. An adapter is a class that says take,
finish and so on in the words of your program; the shell speaks the protocol and judges nothing.

    class Mine(Adapter):
        name, version = "mine", "1.2"
        offers = {"leases": ("per claim", "README, 'Leases'"), "takeover": ("claim", "README")}

        def open(self, folder, lease): self.queue = mine.Queue(folder / "queue.db")
        def put(self, item): self.queue.put(item)
        def take(self, worker): return self.queue.get(worker)  # (item, receipt), or None
        def finish(self, receipt): return self.queue.ack(receipt)

    serve(Mine())

A method takes what it needs of `item`, `after`, `worker`, `receipt`, `lease` (seconds), `now`
(milliseconds since 1970) and, to take, `force`. It returns what the program says: True for yes,
False for no, None if the program says nothing either way. `put` may return the name that the
program gives the item, and `take` returns the item, or the item and its receipt. What is in
`refusals` and raised means no. Anything else is refused by the shell, such as the exit code of a
command, which would be taken for yes. Methods may be `async`.
"""

import functools
import inspect
import json
import subprocess
import sys
from pathlib import Path
from typing import Any, ClassVar

Message = dict[str, Any]
STATUSES = ("waiting", "held", "done", "absent")
VERBS = ("put", "take", "renew", "give_back", "finish", "sweep", "reset")
NEEDED = {"heartbeat": "renew", "give-back": "give_back", "reset": "reset", "sweep": "sweep"}
"""The method that what is offered needs: by its name, or by its value."""


class Adapter:
    """What every adapter has. `offers` names a capability, its value, and the place that says so.

    `documented` names the places where the program announces that it breaks a property. A program
    whose `clock` is "virtual" takes its time from `now`.
    """

    name = "unnamed"
    version = "0"
    language = "Python"
    clock = "none"
    offers: ClassVar[dict[str, tuple[str, str]]] = {}
    documented: ClassVar[dict[str, str]] = {}
    refusals: ClassVar[tuple[type[BaseException], ...]] = ()

    def open(self, folder: Path, lease: float) -> None:
        """Use the store in a folder from now on; it is made if nothing is there."""
        raise NotImplementedError

    def observe(self) -> "dict[str, str | tuple[str, str | None]]":
        """Return waiting, held, done or absent for each item; ("held", worker) if that is known."""
        raise NotImplementedError


class Failed(Exception):
    """The program raised what is not in `refusals`."""


def serve(adapter: Adapter) -> None:
    """Answer requests, one JSON object per line, until there are no more."""
    replies, sys.stdout = sys.stdout, sys.stderr  # what the program prints is no reply
    for line in sys.stdin:
        try:
            reply = json.dumps(answer(adapter, json.loads(line)))
        except NotImplementedError as error:
            reply = json.dumps({"reply": "unsupported", "why": str(error)})
        except Failed as error:
            reply = json.dumps({"reply": "error", "message": str(error)})
        except Exception as error:
            reply = json.dumps({"reply": "error", "message": f"{type(error).__name__}: {error}"})
        replies.write(reply + "\n")
        replies.flush()


def answer(adapter: Adapter, request: Message) -> Message:
    """Return the reply to a request."""
    kind = request["request"]
    if kind == "hello":
        return hello(adapter)
    if kind == "open":
        request["folder"] = Path(request["store"])
        request["folder"].mkdir(parents=True, exist_ok=True)
        call(adapter.open, request)
    elif kind == "observe":
        items = {}
        shown = call(adapter.observe, request)
        if not isinstance(shown, dict):
            raise TypeError(f"observe returned {shown!r}; return a dict of items and statuses")
        for key, each in shown.items():
            status, by = (each, None) if isinstance(each, str) else each
            if status not in STATUSES:
                raise ValueError(
                    f"observe says {status!r} of {key!r}; return {', '.join(STATUSES)}"
                )
            items[str(key)] = {"status": status, "by": by}
        return {"reply": "ok", "items": items}
    elif kind == "op":
        return operate(adapter, request)
    return {"reply": "ok"}


def hello(adapter: Adapter) -> Message:
    """Return who the program is and what it offers."""
    core = {}
    for name, offer in adapter.offers.items():
        if not isinstance(offer, tuple) or len(offer) != 2 or not offer[1]:
            raise TypeError(f"offers[{name!r}] is {offer!r}; it is (value, place)")
        value, place = offer
        core[name] = {"value": value, "place": place}
        verb = NEEDED.get(name) or NEEDED.get(value)
        if verb and value != "none" and getattr(adapter, verb, None) is None:
            raise TypeError(f"{name}: {value!r} is offered, and there is no method {verb}")
    who = {"name": adapter.name, "version": adapter.version, "language": adapter.language}
    says = {"clock": adapter.clock, "core": core, "documented": adapter.documented}
    return {"reply": "ok", "protocol": "planspec 1", "areas": [], **who, **says}


def operate(adapter: Adapter, request: Message) -> Message:
    """Return the reply to an operation."""
    verb = request["operation"]
    method = getattr(adapter, verb, None) if verb in VERBS else None
    if method is None:
        raise NotImplementedError(f"there is no {verb}")
    try:
        said = call(method, request)
    except adapter.refusals:
        said = None if verb == "take" else False
    except (NotImplementedError, TypeError):
        raise
    except Exception as error:
        name = type(error).__name__
        raise Failed(f"{name}: {error}; if {name} means no, put it into `refusals`") from error
    require_answer(verb, said)
    if said is False:
        return {"reply": "rejected"}
    if verb == "take":
        item, receipt = said if isinstance(said, tuple) else (said, None)
        return {"reply": "ok", "item": item, "receipt": receipt}
    if verb == "put":
        return {"reply": "ok", "item": None if said is True else said}
    return {"reply": "ok", "said": "nothing"} if said is None else {"reply": "ok"}


def require_answer(verb: str, said: Any) -> None:
    """Raise `TypeError` for what says neither yes nor no, such as an exit code."""
    is_name = isinstance(said, (str, int)) and not isinstance(said, bool) and bool(said)
    if verb == "take":
        is_pair = isinstance(said, tuple) and len(said) == 2
        is_right = is_name or is_pair or said is None or said is False
        expected = "an item, (item, receipt) or None"
    elif verb == "put":
        is_right = is_name or said is None or isinstance(said, bool)
        expected = "True, False, or the name of the item"
    else:
        is_right, expected = said is None or isinstance(said, bool), "True, False or None"
    if not is_right:
        raise TypeError(f"{verb} returned {said!r}; return {expected}")


def call(method: Any, request: Message) -> Any:
    """Call a method with what it takes of a request; a lease is in seconds."""
    known = {"force": False, **request, "lease": request.get("lease", 0) / 1_000}
    wanted = inspect.signature(method).parameters
    if unknown := [name for name in wanted if name not in known]:
        names = ", ".join(name for name in known if name not in ("request", "operation", "store"))
        raise TypeError(f"{method.__name__} takes {unknown[0]!r}; there is only {names}")
    said = method(**{name: known[name] for name in wanted})
    return loop().run_until_complete(said) if inspect.iscoroutine(said) else said


@functools.cache
def loop() -> Any:
    """Return the event loop of methods that are `async`."""
    import asyncio  # which takes a while, and few adapters need it

    return asyncio.new_event_loop()


def run(command: "list[str]", folder: Path, **more: Any) -> "subprocess.CompletedProcess[str]":
    """Run a command line in a folder, with nothing on its standard input."""
    return subprocess.run(
        command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
        **more,
    )


class McpClient:
    """A client of a server that speaks the Model Context Protocol on its standard input."""

    def __init__(self, command: "list[str]", folder: Path, **more: Any) -> None:
        self.process: subprocess.Popen[str] = subprocess.Popen(
            command,
            cwd=folder,
            encoding="utf-8",
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            **more,
        )
        self.last = 0
        who = {"name": "planspec", "version": "1"}
        version = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": who}
        self.ask("initialize", version)
        self._send({"method": "notifications/initialized"})

    def tool(self, name: str, **arguments: Any) -> Message:
        """Call a tool and return its result, with `isError` if it failed."""
        return self.ask("tools/call", {"name": name, "arguments": arguments})

    def ask(self, method: str, parameters: Message) -> Message:
        """Return the result of a request. Raises `RuntimeError` for an error."""
        self.last += 1
        self._send({"id": self.last, "method": method, "params": parameters})
        assert self.process.stdout
        for line in self.process.stdout:
            message = json.loads(line) if line.startswith("{") else {}
            if message.get("id") == self.last and "method" not in message:
                if "error" in message:
                    raise RuntimeError(message["error"].get("message"))
                return dict(message["result"])
            if "id" in message and "method" in message:
                self._send({"id": message["id"], "result": {}})
        raise RuntimeError(f"the server ended at {method}")

    def close(self) -> None:
        """End the server."""
        self.process.kill()
        self.process.wait()

    def _send(self, message: Message) -> None:
        assert self.process.stdin
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self.process.stdin.flush()
