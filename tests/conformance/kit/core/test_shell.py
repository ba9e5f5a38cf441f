"""The shell of adapters refuses what would be taken for another answer of the program."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from conformance.adapters.shell.planspec_adapter import Adapter, Failed, answer
from conformance.kit.core.profile import core_properties
from tests.cases import for_each


class Saying(Adapter):
    """An adapter that answers everything with one value."""

    said: Any = True

    def open(self, folder: Path, lease: float) -> None:
        """Use nothing."""

    def observe(self) -> Any:
        """Show what is said."""
        return self.said

    def put(self) -> Any:
        """Return it."""
        return self.said

    take = renew = give_back = finish = sweep = put


def reply_to(verb: str, said: object) -> dict[str, Any]:
    adapter = Saying()
    adapter.said = said
    request = {"request": "observe"} if verb == "observe" else {"request": "op", "operation": verb}
    return answer(adapter, request)


REFUSED: tuple[tuple[str, object, str], ...] = (
    ("finish", 0, "finish returned 0; return True, False or None"),
    ("finish", 3, "finish returned 3; return True, False or None"),
    ("renew", 1, "renew returned 1; return True, False or None"),
    ("give_back", 0, "give_back returned 0; return True, False or None"),
    ("put", 0, "put returned 0; return True, False, or the name of the item"),
    ("finish", "refused", "finish returned 'refused'; return True, False or None"),
    ("sweep", 2, "sweep returned 2; return True, False or None"),
    ("take", ("a", "r1", "text"), "return an item, (item, receipt) or None"),
    ("take", ["a", "r1"], "take returned ['a', 'r1']; return an item, (item, receipt) or None"),
    ("put", [], "put returned []; return True, False, or the name of the item"),
    ("observe", None, "observe returned None; return a dict of items and statuses"),
    ("observe", {"a": "ready"}, "observe says 'ready' of 'a'; return waiting, held, done, absent"),
)


@for_each(("verb", "said", "why"), REFUSED)
def test_what_is_no_answer_is_refused_with_what_is(verb: str, said: object, why: str) -> None:
    # Given a method that returns an exit code, or words of its own, when it is asked,
    with pytest.raises((TypeError, ValueError)) as refused:
        reply_to(verb, said)
    # then that is no reply of the program, and what to return is said.
    assert str(refused.value).endswith(why)


ANSWERS = (
    ("finish", True, {"reply": "ok"}),
    ("finish", False, {"reply": "rejected"}),
    ("renew", None, {"reply": "ok", "said": "nothing"}),
    ("sweep", None, {"reply": "ok", "said": "nothing"}),
    ("take", None, {"reply": "ok", "item": None, "receipt": None}),
    ("take", False, {"reply": "rejected"}),
    ("put", 7, {"reply": "ok", "item": 7}),
    ("take", ("a", 3), {"reply": "ok", "item": "a", "receipt": 3}),
    ("observe", {"a": "done"}, {"reply": "ok", "items": {"a": {"status": "done", "by": None}}}),
)


@for_each(("verb", "said", "reply"), ANSWERS)
def test_an_answer_is_passed_on(verb: str, said: object, reply: dict[str, Any]) -> None:
    assert reply_to(verb, said) == reply


WRONG = (
    ({"offers": {"leases": "per claim"}}, "offers['leases'] is 'per claim'; it is (value, place)"),
    ({"offers": {"force": ("yes", "")}}, "offers['force'] is ('yes', ''); it is (value, place)"),
    ({"offers": {"heartbeat": ("yes", "README")}, "renew": None}, "there is no method renew"),
    ({"offers": {"takeover": ("sweep", "README")}, "sweep": None}, "there is no method sweep"),
)


@for_each(("attributes", "why"), WRONG)
def test_an_adapter_that_cannot_do_what_it_offers_says_so_at_once(
    attributes: dict[str, Any], why: str
) -> None:
    adapter = type("Wrong", (Saying,), attributes)()
    with pytest.raises(TypeError) as refused:
        answer(adapter, {"request": "hello"})
    assert str(refused.value).endswith(why)


def no_by_an_exception(_: Adapter) -> None:
    """Raise what may mean no."""
    raise LookupError("not your job")


def with_another_name_of_the_lease(_: Adapter, ttl: int) -> None:
    """Want a lease by a name that is not there."""


FAILURES = (
    (
        no_by_an_exception,
        "LookupError: not your job; if LookupError means no, put it into `refusals`",
    ),
    (
        with_another_name_of_the_lease,
        "with_another_name_of_the_lease takes 'ttl'; there is only force, lease",
    ),
)


@for_each(("finish", "why"), FAILURES)
def test_what_is_wrong_in_an_adapter_is_named_with_its_remedy(finish: object, why: str) -> None:
    adapter = type("Failing", (Saying,), {"finish": finish})()
    with pytest.raises((Failed, TypeError)) as failed:
        answer(adapter, {"request": "op", "operation": "finish"})
    assert str(failed.value) == why


def test_a_refusal_of_what_a_holder_may_do_is_not_told_as_another_fault() -> None:
    # Given scenarios that arrange a request which the holder may make,
    scenarios = {each.id: each for found in core_properties() for each in found.scenarios}
    renewed = scenarios["renewed-again-and-again"]
    # when that is refused, then that is the fault; where the item is handed out, the other one is.
    assert renewed.fault_at("ann renews a -> accepted").startswith("a holder may not renew")
    assert renewed.fault_at("bob takes a -> nothing") == renewed.fault


class Waiting(Saying):
    """An adapter of a program whose calls are awaited."""

    async def finish(self) -> Any:
        """Return what is said."""
        return self.said


def test_a_method_may_be_async() -> None:
    adapter, asked = Waiting(), {"request": "op", "operation": "finish"}
    # A browser of other tests has its event loop in the thread of the tests.
    with ThreadPoolExecutor(1) as thread:
        for said, reply in ((True, "ok"), (False, "rejected")):
            adapter.said = said
            assert thread.submit(answer, adapter, asked).result() == {"reply": reply}
