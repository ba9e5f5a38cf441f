"""The start page: its template, with the four failures as the model runs them."""

from typing import Any

from conformance.reports.traces import render_message
from docs.build.checks import BrokenSite
from docs.build.examples.failures import FAILURES, FailureExample, run
from docs.build.rendering import render
from docs.build.traces import steps_of, then_of
from spec.editions import CURRENT, ORIGIN, Edition

SHORT = 200
"""A longer message is shown without its innermost parts."""


class NotCured(BrokenSite):
    """A trace gets the same last reply in the first and in the current edition."""


def start_page() -> str:
    """Return the start page."""
    return render(
        "index.md", reference="reference/", failures=[failure_data(each) for each in FAILURES]
    )


def failure_data(failure: FailureExample) -> dict[str, Any]:
    """Return a failure: its story, its trace at first, and its last reply today.

    Raise `NotCured` if both traces end with the same reply.
    """
    old = exchanges(failure, ORIGIN)
    now = exchanges(failure, CURRENT)[-1]
    if (now["reply"], now["then"]) == (old[-1]["reply"], old[-1]["then"]):
        raise NotCured(f"{failure.title}: {now['reply']} in both editions")
    return {
        "title": failure.title,
        "story": failure.story,
        "amendment": failure.amendment.id,
        "rows": old,
        "now": now,
    }


def exchanges(failure: FailureExample, edition: Edition) -> list[dict[str, str]]:
    """Return the requests and replies of a failure in an edition; `then` is how its run ends."""
    steps = steps_of(run(failure, edition))
    return [
        {
            "request": render_message(step["request"], SHORT),
            "reply": render_message(step["reply"], SHORT),
            "then": then_of(step)[0] if step is steps[-1] else "",
        }
        for step in steps
    ]
