"""Cases of one idea: a test is run on each of them, and all that fail are shown."""

import inspect
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import Any

from tests.rules.suts import Sut

Check = Callable[..., None]


def for_each(names: str | Sequence[str], cases: Iterable[Any]) -> Callable[[Check], Check]:
    """Run a test once for each case, as one test; a system under test begins each of them anew.

    `names` are those of the arguments that take a case, or its parts if they are several.
    """
    values = [
        {names: one} if isinstance(names, str) else dict(zip(names, one, strict=True))
        for one in cases
    ]
    assert values, f"no case of {names}"

    def on_each(test: Check) -> Check:
        @wraps(test)
        def on_all(**fixtures: Any) -> None:
            failures = []
            for case in values:
                for sut in fixtures.values():
                    if isinstance(sut, Sut):
                        sut.reset()
                try:
                    test(**fixtures, **case)
                except Exception as failure:
                    failure.add_note(f"in the case {case}")
                    failures.append(failure)
            if failures:
                raise ExceptionGroup(f"{len(failures)} of {len(values)} cases", failures)

        signature = inspect.signature(test)
        kept = [one for name, one in signature.parameters.items() if name not in values[0]]
        on_all.__signature__ = signature.replace(parameters=kept)  # type: ignore[attr-defined]
        return on_all

    return on_each
