"""Every rule that binds the store, and every amendment of one, is named by a test here."""

import json
import re
from pathlib import Path

from spec.amendments.amendment import Amendment
from spec.catalog import OBSERVABLE_AMENDMENTS, RULES

HERE = Path(__file__).parent
IDS: dict[str, list[str]] = json.loads((HERE.parent / "data" / "rule_ids.json").read_text())

RULE_IDS = [one for ids in IDS.values() for one in ids]


def added_to(amendment: Amendment) -> list[str]:
    """Return the ids of the rules to which an amendment adds clauses, those of formats apart."""
    return [one.id for one in RULES if any(each.since == amendment for each in one.clauses)]


AMENDED_HERE = [
    amendment
    for amendment in OBSERVABLE_AMENDMENTS
    if not any(one.startswith("REC-") for one in added_to(amendment))
]
"""All that operations show but recovery's, whose situations are a table with tests of its own."""


def names_of_tests() -> list[str]:
    text = "".join(path.read_text() for path in sorted(HERE.rglob("test_*.py")))
    return re.findall(r"^def (test_\w+)\(", text, re.MULTILINE)


def rules_named_by_tests() -> set[str]:
    """Collect the ids in the names of tests: `test_clm_4_and_clm_13_...` names two."""
    prefixes = "|".join(IDS).lower()
    found = (re.findall(rf"_({prefixes})_(\d+)(?=_)", name) for name in names_of_tests())
    return {f"{prefix.upper()}-{number}" for ids in found for prefix, number in ids}


def test_every_rule_is_named_by_a_test_and_no_other() -> None:
    assert rules_named_by_tests() == set(RULE_IDS)


def test_an_amendment_is_named_by_a_test_of_each_of_its_rules() -> None:
    names = names_of_tests()
    missing = [
        f"{amendment.id} has no test of {one}"
        for amendment in AMENDED_HERE
        for one in added_to(amendment)
        if not any(
            name.startswith(f"test_{amendment.id.lower()}_")
            and f"_{one.lower().replace('-', '_')}_" in name
            for name in names
        )
    ]
    assert sorted(missing) == []
