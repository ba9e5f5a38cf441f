"""Every rule of these areas is named by a test of this folder."""

import json
import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
IDS: dict[str, list[str]] = json.loads((HERE.parent / "data" / "rule_ids.json").read_text())


def rules_named_by_tests() -> set[str]:
    """Collect the ids in the names of tests: `test_clm_4_and_clm_13_...` names two."""
    text = "".join(path.read_text() for path in sorted(HERE.glob("test_*.py")))
    names = re.findall(r"^def (test_\w+)\(", text, re.MULTILINE)
    prefixes = "|".join(IDS).lower()
    found = (re.findall(rf"_({prefixes})_(\d+)(?=_)", name) for name in names)
    return {f"{prefix.upper()}-{number}" for ids in found for prefix, number in ids}


@pytest.mark.parametrize("identifier", [one for ids in IDS.values() for one in ids])
def test_a_rule_is_named_by_a_test(identifier: str) -> None:
    assert identifier in rules_named_by_tests()


def test_no_test_names_a_rule_that_does_not_exist() -> None:
    assert rules_named_by_tests() <= {one for ids in IDS.values() for one in ids}
