"""Loops under random reports: they end, they never lie about work, and they lose no violation."""

import json

from hypothesis import example, given
from hypothesis import strategies as st

from impl.store.store import Store
from impl.store.work_remaining import MalformedWork, names
from spec.vocabulary.iteration_loops import LoopStatus
from spec.vocabulary.iterations import IterationDecided, ReportIteration
from spec.vocabulary.plans import Register
from tests.impl import bridge
from tests.impl.bridge import BRIDGE, PLAN
from tests.impl.store.loops import loop_of, report, start

NOTHING = ("none", "null", "nil", "n/a", "nothing")
WORDS = st.text(st.characters(exclude_categories=["Cs", "Z", "Cc"]), min_size=1).filter(
    lambda word: not word.startswith("[") and word.lower().removesuffix(".") not in NOTHING
)
WORK = st.one_of(
    st.none(),
    st.sampled_from(["", "0", "[]", " \t\n", " 0 "]),
    st.lists(WORDS, min_size=1).map(" ".join).filter(lambda text: text != "0"),
    st.lists(WORDS).map(json.dumps),
    st.lists(WORDS).map(tuple),
)
REPORTS = st.builds(
    lambda work, wants_more, stuck: report(work, wants_more=wants_more, stuck=stuck),
    WORK,
    st.booleans(),
    st.booleans(),
)


@given(st.integers(1, 4), st.lists(REPORTS, min_size=4, max_size=6))
def test_every_loop_ends_within_its_limit_and_tells_the_truth(
    limit: int, reports: list[ReportIteration]
) -> None:
    with Store.in_memory() as store:
        bridge.given(store, Register(PLAN, BRIDGE, 0), start(limit))
        answers = [store.apply(one) for one in reports]
        decided = [one for one in answers if isinstance(one, IterationDecided)]
        loop = loop_of(store)
        assert len(decided) <= limit
        assert len(decided) == loop.iteration - (loop.status is LoopStatus.CONTINUING)
        assert loop.status is not LoopStatus.CONTINUING
        assert (loop.status is LoopStatus.COMPLETE) == (loop.work_remaining == ())
        assert loop.violations == tuple(one.violation for one in decided if one.violation)
        for one, answer in zip(reports, decided, strict=False):
            remains = bool(names(one.report.work_remaining))
            assert (answer.violation is None) == (one.report.requires_continuation == remains)


@given(st.lists(WORDS))
@example([",", "0"])
def test_names_are_the_same_whichever_way_they_are_given(words: list[str]) -> None:
    expected = tuple(words)
    assert names(json.dumps(words)) == expected
    assert names(expected) == expected
    # A text with a comma behind each name but the last drops the commas (ITR-2.15).
    commas = len(words) > 1 and all(word.endswith(",") for word in words[:-1])
    if " ".join(words) != "0" and not commas:
        assert names(" ".join(words)) == expected
        assert names("\n" + " \t".join(words) + " ") == expected


@given(st.text())
@example("[" * 100_000)
@example("[0]")
@example('["a", " "]')
@example("[NaN")
@example("\x1c0\u2003")
def test_every_text_is_names_or_malformed(text: str) -> None:
    try:
        found = names(text)
    except MalformedWork:
        assert text.strip().startswith("[")
    else:
        assert all(name and name == name.strip() for name in found)
        assert text.strip() not in ("", "0", "[]") or found == ()
