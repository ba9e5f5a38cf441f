"""The page of the history format is made of histories that were really judged."""

import pytest

from conformance.protocol.histories import MODELS, history_schemas
from docs.build.pages.histories import histories_page
from tests.cases import for_each
from tests.profiles import requires_ci_profile

pytestmark = pytest.mark.xdist_group("pages")


@pytest.fixture(scope="module")
def page() -> str:
    return histories_page()


@requires_ci_profile
def test_the_example_is_judged(page: str) -> None:
    assert "no order explains these 2 calls:" in page
    assert "\nsuspected: CLM-4.5 A live lease MUST exclude" in page
    assert "\nexplained: an order of the calls follows the rules" in page


@requires_ci_profile
@for_each("word", MODELS)
def test_every_line_is_shown_with_its_fields(page: str, word: str) -> None:
    section = page.split(f"{{ #{word} }}\n")[1].split("\n## ")[0].split("\n### ")[0]
    fields = history_schemas()["history-line"]["$defs"][MODELS[word].__name__]["properties"]
    rows = [line.split("`")[1] for line in section.splitlines() if line.startswith("| `")]
    assert rows == list(fields)
