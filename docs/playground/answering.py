"""What the page asks: one function for each question, with JSON in and JSON out."""

import json
from collections.abc import Callable
from typing import Any

from docs.playground.describing import description
from docs.playground.judging import judged
from docs.playground.offers import Choice, following, offers_of
from docs.playground.playing import as_document, fields_of_one, first_difference, run_of
from impl.documents.reader import parse_document
from spec.formats.messages import Message, as_json, from_json
from spec.vocabulary.plans import PlanDefinition

NO_STEPS = "No steps found. Write `#### Step 1: Build {#build}` above what belongs to a step."


def read(question: Message) -> Message:
    """Return the definition of a plan, from its document, with what is probably a mistake in it."""
    document = parse_document(question["text"].encode())
    missing = () if document.definition.steps else (NO_STEPS,)
    return {
        "definition": as_json(document.definition),
        "problems": [*missing, *map(str, document.problems)],
    }


def play(question: Message) -> Message:
    """Return a run, the same under another edition if one is named, and what can be done next.

    Raises `ValueError` that says what is wrong with an operation.
    """
    run = run_of(question["edition"], question["operations"])
    beside = question.get("beside")
    other = run_of(beside, question["operations"]) if beside else None
    choice = None
    if data := question.get("choice"):
        definition = from_json(PlanDefinition, data["definition"], "definition")
        chosen = Choice(**{**data, "definition": definition})
        choice = following(run, chosen, bool(question.get("taking")))
    differs = first_difference(run, other) if other else None
    return {
        "run": as_document(run),
        "other": as_document(other) if other else None,
        "differs": differs,
        "fields": fields_of_one(run, other, differs) if other and differs is not None else [],
        "step": choice.step if choice else None,
        "offers": offers_of(run, choice) if choice else [],
    }


QUESTIONS: dict[str, Callable[[Message], Message]] = {
    "describe": lambda _: description(),
    "read": read,
    "play": play,
    "judge": lambda question: judged(question["name"], question["text"]),
}


def answer(question: str, argument: str) -> str:
    """Return the answer to a question as JSON; `error` says what is wrong with the argument."""
    try:
        found: dict[str, Any] = {"answer": QUESTIONS[question](json.loads(argument))}
    except ValueError as error:
        found = {"error": str(error)}
    return json.dumps(found)
