"""Lines that are expected: what is said just so, byte for byte, need not be read."""

import json
from collections.abc import Callable, Collection, Iterable
from dataclasses import fields
from typing import Any

from spec.additions import lacking
from spec.editions import CURRENT, Edition
from spec.formats.messages import Message
from spec.vocabulary.items import Item
from spec.vocabulary.iteration_loops import IterationLoop, Violation
from spec.vocabulary.review_cycles import ReviewCycle
from spec.vocabulary.state import Artifact, Plan, State, Step

KINDS: dict[type, str] = {
    State: "ok",
    Plan: "plans",
    Step: "steps",
    Item: "items",
    Artifact: "artifacts",
    ReviewCycle: "review_cycle",
    IterationLoop: "iteration_loop",
    Violation: "violations",
}
"""What a state is made of, and the field that each part is in; a state itself has another word."""
SEPARATORS = ((",", ":"), (", ", ": "))
LESSONS = 1000
"""Lines from which is learned. A system that still writes otherwise is just read."""
REMEMBERED = 4096
"""Plans and steps whose text is remembered."""

Names = tuple[list[str], list[str]]
"""The fields of a class in order, and those that are left out if they are null or empty."""


def encoders(default: Callable[[Any], Any]) -> list[json.JSONEncoder]:
    """Return encoders for the ways in which JSON is usually written on a line."""
    return [
        json.JSONEncoder(
            check_circular=False, ensure_ascii=ascii_only, separators=separators, default=default
        )
        for separators in SEPARATORS
        for ascii_only in (False, True)
    ]


class ReplyLines:
    """Writes replies as a system does: its fields in its order, without what it leaves out.

    That is learned from replies that were read and found right. If it was learned wrong, lines
    differ that say the same, and are read: nothing else depends on it. `form` is another object
    once lines that were written before would be written otherwise.
    """

    def __init__(self) -> None:
        self.orders: dict[str, list[str]] = {}
        self.left_out: set[tuple[str, str]] = set()
        self.encoders = encoders(self._fields)
        self.encoder = self.encoders[0]
        self.form = object()
        self.lessons = 0
        self._edition = CURRENT
        self._names: dict[type, Names] = {}
        self._texts: dict[int, tuple[Plan | Step, str]] = {}

    def state(self, state: State, edition: Edition) -> str:
        """Return the line for all that is stored, as it is in an edition."""
        if edition is not self._edition:
            self._edition = edition
            self._forget()
        return self._object(state, "plans", map(self._plan, state.plans), {"reply": "ok"})

    def message(self, message: Message) -> str:
        """Return the line for any reply."""
        return self.encoder.encode(self._ordered(kind_of(message), message))

    def learn(self, expected: Message, message: Message, line: str) -> None:
        """Learn from a line that was read as a message, which says what is expected."""
        if self.lessons >= LESSONS:
            return
        self.lessons += 1
        kind = kind_of(message)
        is_new = kind not in self.orders
        before, order = self._form_without(kind), self.orders.get(kind)
        self._learn_fields(kind, expected, message)
        styles = (self.encoder, *self.encoders)
        self.encoder = next((each for each in styles if each.encode(message) == line), styles[0])
        # An answer of a new kind is in no other line yet.
        if before != self._form_without(kind) or not (is_new or order == self.orders[kind]):
            self.form = object()
            self._forget()

    def _form_without(self, kind: str) -> tuple[object, ...]:
        """Return all that lines depend on, but for the order of the fields of one kind."""
        orders = {name: order for name, order in self.orders.items() if name != kind}
        return self.encoder, orders, {*self.left_out}

    def _learn_fields(self, kind: str, expected: Any, observed: Any) -> None:
        if isinstance(expected, list) and isinstance(observed, list):
            for ours, theirs in zip(expected, observed, strict=False):
                self._learn_fields(kind, ours, theirs)
        elif isinstance(expected, dict) and isinstance(observed, dict):
            self.orders[kind] = merged(self.orders.get(kind, []), list(observed))
            for name, value in expected.items():
                if name in observed:
                    self._learn_fields(name, value, observed[name])
                if is_empty(value):
                    change = self.left_out.discard if name in observed else self.left_out.add
                    change((kind, name))

    def _forget(self) -> None:
        self._names.clear()
        self._texts.clear()

    def _plan(self, plan: Plan) -> str:
        known = self._texts.get(id(plan))
        if known is None:
            text = self._object(plan, "steps", map(self._step, plan.steps), {})
            known = self._remember(plan, text)
        return known[1]

    def _step(self, step: Step) -> str:
        known = self._texts.get(id(step))
        if known is None:
            known = self._remember(step, self.encoder.encode(step))
        return known[1]

    def _remember(self, part: Plan | Step, text: str) -> tuple[Plan | Step, str]:
        if len(self._texts) >= REMEMBERED:
            self._texts.clear()
        # With the object, so that its id stays its own.
        known = self._texts[id(part)] = (part, text)
        return known

    def _object(self, part: State | Plan, inner: str, texts: Iterable[str], more: Message) -> str:
        """Return the text of a part, and of more fields; its inner parts are written already."""
        found = {**self._fields(part), **more}
        comma, colon = self.encoder.item_separator, self.encoder.key_separator
        names = in_order(self.orders.get(KINDS[type(part)], ()), found)
        written = (
            f"[{comma.join(texts)}]" if name == inner else self.encoder.encode(found[name])
            for name in names
        )
        pairs = (f'"{name}"{colon}{text}' for name, text in zip(names, written, strict=True))
        return f"{{{comma.join(pairs)}}}"

    def _fields(self, part: Any) -> Message:
        """Return the fields of a part of a state as they are written."""
        known = self._names.get(type(part))
        if known is None:
            known = self._names[type(part)] = self._names_of(type(part))
        names, left_out = known
        found = {name: getattr(part, name) for name in names}
        for name in left_out:
            if is_empty(found[name]):
                del found[name]
        return found

    def _names_of(self, kind: type) -> Names:
        """Return the fields of a class in order, and those that are left out if they are empty."""
        unknown, word = lacking(self._edition), KINDS[kind]
        there = [each.name for each in fields(kind)]
        there = [name for name in there if f"{kind.__name__}.{name}" not in unknown]
        names = in_order(self.orders.get(word, ()), there)
        return names, [name for name in names if (word, name) in self.left_out]

    def _ordered(self, kind: str, value: Any) -> Any:
        """Return an answer with its fields in order, and so all objects in it."""
        if isinstance(value, list):
            return [self._ordered(kind, member) for member in value]
        if not isinstance(value, dict):
            return value
        return {
            name: self._ordered(name, value[name])
            for name in in_order(self.orders.get(kind, ()), value)
            if not is_empty(value[name]) or (kind, name) not in self.left_out
        }


def kind_of(message: Message) -> str:
    """Return what replies have in common whose fields come in the same order."""
    return str(message.get("answer", message.get("reply")))


def in_order(order: Iterable[str], names: Collection[str]) -> list[str]:
    """Return names in an order, and those that it does not have after it."""
    known = [name for name in order if name in names]
    return known if len(known) == len(names) else list(dict.fromkeys((*known, *names)))


def merged(known: list[str], seen: list[str]) -> list[str]:
    """Return names in the order in which they were seen, each other one after what it followed."""
    names = list(seen)
    for place, name in enumerate(known):
        if name not in names:
            names.insert(names.index(known[place - 1]) + 1 if place else 0, name)
    return names


def is_empty(value: Any) -> bool:
    """Return whether a field may be left out that has a value: that means just the same."""
    return value is None or value == [] or value == ()
