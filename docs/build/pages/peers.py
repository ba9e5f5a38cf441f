"""The page of hermes-agent: what was measured, and what a reader has to know about each finding."""

import re
import tomllib
from typing import Any

from docs.build.evidence import HERMES, PEER_FOLDER, ROOT, evidence
from docs.build.pages.measurements import measured
from docs.build.rendering import render
from spec.catalog import clause

NOTES = ROOT / HERMES / "notes.toml"
"""What to say of each clause that is broken, and what the scripts beside it print."""
AREAS = ("CLM", "CMP")
REQUEST = re.compile(r" *\d+ +\{")


def hermes_page() -> str:
    """Return the page. Raises `KeyError` where nothing is said of a clause that is broken."""
    found = evidence("hermes-agent", PEER_FOLDER)
    assert found is not None
    result = found.result
    notes = tomllib.loads(NOTES.read_text(encoding="utf-8"))
    adapter = (ROOT / HERMES / "adapter.py").read_text(encoding="utf-8")
    return render(
        "hermes-agent.md",
        "../reference/",
        found=found,
        result=result | {"findings": list(map(shown, result["findings"]))},
        version=result["implementation"]["version"],
        without=result["implementation"]["without"],
        edition=result["edition"],
        adapter_lines=len(adapter.splitlines()),
        command=found.command.replace(" --json", ""),
        measured=measured(found),
        graded=graded(result["rules"]),
        notes=notes["clauses"],
        consequence=notes["consequence"],
        folder=HERMES,
    )


def shown(finding: dict[str, Any]) -> dict[str, Any]:
    """Return a finding with the text of its clause and the requests of its trace."""
    requests = [line.strip() for line in finding["steps"] if REQUEST.match(line)]
    return finding | {"clause_text": clause(finding["clause"]).text, "requests": requests}


def graded(rules: dict[str, str]) -> dict[str, list[str]]:
    """Return the rules of the areas that are offered, by their grades."""
    names: dict[str, list[str]] = {}
    for rule, grade in rules.items():
        if rule.startswith(AREAS):
            names.setdefault(grade, []).append(rule)
    return names
