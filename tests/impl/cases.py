"""One test of one idea that has many cases."""

from collections.abc import Callable, Iterable
from typing import Any


def for_each(cases: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """Make one test of a function that checks one case; it fails with all cases that fail.

    A case is the argument of the function, or a tuple of its arguments if it has several.
    """
    collected = tuple(cases)

    def one_test(check: Callable[..., None]) -> Callable[[], None]:
        is_single = check.__code__.co_argcount == 1

        def test() -> None:
            failures = []
            for case in collected:
                try:
                    check(*([case] if is_single else case))
                except Exception as error:
                    failures.append(f"{str(case)[:200]}: {type(error).__name__}: {error}")
            assert not failures, "\n\n".join(failures)

        test.__name__, test.__qualname__ = check.__name__, check.__qualname__
        test.__doc__, test.__module__ = check.__doc__, check.__module__
        return test

    return one_test
