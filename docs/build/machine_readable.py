"""The specification for programs: one JSON document, and a list of all pages (`llms.txt`)."""

import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from mkdocs.structure.pages import Page

from docs.build.pages.appendices import failure_reasons
from docs.build.pages.reference import details_of
from docs.build.rendering import address_of, editions_with
from docs.build.scenarios import scenarios
from docs.build.vocabulary import REQUIRED, description, fields_of
from spec.amendments.amendment import Amendment
from spec.amendments.catalog import AMENDMENTS
from spec.catalog import AREAS, CLAUSES, FORMAT_RULES, FORMATS, PROPERTIES, RULES
from spec.contracts import CONTRACTS
from spec.editions import CURRENT, EDITIONS
from spec.formats import shell_programs
from spec.formats.words import operation_name
from spec.remedies.errors import error_texts
from spec.rules.inputs import INPUTS
from spec.rules.rule import Rule
from spec.vocabulary.rejections import CODE_OF, REASON_WORDS


def write_machine_readable(site: Path, pages: Iterable[Page]) -> None:
    """Write `specification.json`, `llms.txt` and the places of all ids into a built site."""
    text = json.dumps(specification(), ensure_ascii=False, indent=1)
    (site / "specification.json").write_text(text + "\n", encoding="utf-8")
    (site / "ids.json").write_text(json.dumps(places_of_ids()), encoding="utf-8")
    (site / "llms.txt").write_text(page_list(pages), encoding="utf-8")


def places_of_ids() -> dict[str, tuple[str, str]]:
    """Return the address and the title of everything that has an id, for the search."""
    titles = {
        **{rule.id: rule.title for rule in (*RULES, *FORMAT_RULES)},
        **{each.id: each.text for each in CLAUSES},
        **{entry.id: entry.sentence for entry in PROPERTIES},
        **{amendment.id: amendment.title for amendment in AMENDMENTS},
        **{code.value: code.name.replace("_", " ").capitalize() for code in REASON_WORDS},
    }
    reasons = {
        word: (f"reference/rejections/#{word}", text.means) for word, text in error_texts().items()
    }
    found = {id: (f"reference/{address_of(id)}", title) for id, title in titles.items()}
    return found | reasons


def specification() -> dict[str, Any]:
    """Return the whole specification: rules, operations, errors, tables, properties, scenarios."""
    return {
        "edition": CURRENT.name,
        "editions": [each.name for each in EDITIONS],
        "amendments": list(map(amendment_data, AMENDMENTS)),
        "areas": [
            {"name": area.name, "title": area.title, "rules": list(map(rule_data, area.rules))}
            for area in AREAS
        ],
        "formats": [
            {"title": each.title, "rules": list(map(rule_data, each.rules))} for each in FORMATS
        ],
        "operations": [
            {
                "name": operation_name(contract.operation),
                "means": description(contract.operation),
                "fields": list(map(field_data, fields_of(contract.operation, str))),
                "checks": [
                    {"clause": each.clause, "looks_at": each.looks_at, "otherwise": each.word}
                    for each in contract.checks_in(CURRENT)
                ],
                "answers": [operation_name(each) for each in contract.answers],
            }
            for contract in CONTRACTS
        ],
        "errors": [
            {
                "code": code,
                "reason": word,
                **asdict(error_texts()[word]),
                "details": details_of(word),
            }
            for word, code in CODE_OF.items()
        ],
        "tables": tables(),
        "properties": [{"id": each.id, "says": each.sentence} for each in PROPERTIES],
        "scenarios": [
            {
                "id": each["id"],
                "question": f"What happens when {each['question']}?",
                "answers": [
                    {
                        "when": run["title"],
                        "says": " ".join(run["answer"]),
                        "clauses": run["clauses"],
                    }
                    for run in each["runs"]
                ],
            }
            for each in scenarios()
        ],
    }


def field_data(field: dict[str, str]) -> dict[str, Any]:
    """Return a field of an operation: one that is not required has a default."""
    needed = field["default"] == REQUIRED
    default = {} if needed else {"default": json.loads(field["default"].strip("`"))}
    meaning = {"means": INPUTS[field["name"]], "required": needed, **default}
    return {**{name: field[name] for name in ("name", "type", "allowed")}, **meaning}


def tables() -> dict[str, Any]:
    """Return the tables that clauses refer to."""
    return {
        "failure_reasons": dict(failure_reasons()),
        "checked_programs": [
            asdict(each)
            for each in (*shell_programs.CHECKED_PROGRAMS, *shell_programs.MORE_CHECKED_PROGRAMS)
        ],
        "keywords": shell_programs.KEYWORDS,
        "programs_that_run_others": shell_programs.RUNNERS,
        "listing_words": shell_programs.LISTING_WORDS,
    }


def rule_data(rule: Rule) -> dict[str, Any]:
    """Return a rule with all its clauses, and the editions in which each is in force."""
    return {
        "id": rule.id,
        "title": rule.title,
        "why": rule.why,
        "source": rule.source,
        "clauses": [
            {
                "id": each.id,
                "text": each.text,
                "since": each.since.id if each.since else None,
                "until": each.until.id if each.until else None,
                "editions": [edition.name for edition in EDITIONS if each.is_in_force(edition)],
            }
            for each in rule.clauses
        ],
    }


def amendment_data(amendment: Amendment) -> dict[str, Any]:
    """Return an amendment with the editions that have it, and why a later one withdrew it."""
    return {
        "id": amendment.id,
        "title": amendment.title,
        "editions": editions_with(amendment),
        "withdrawn": amendment.withdrawn or None,
    }


def page_list(pages: Iterable[Page]) -> str:
    """Return the pages with their descriptions, as `llms.txt` lists them."""
    lines = [
        "# planspec",
        "",
        "> Who works on which step of a plan, and when it is done: rules with ids, a model in "
        "Python, a store in SQL, and a kit that validates other programs. All as one JSON "
        "document: [specification.json](specification.json), in which a clause is in force in "
        "its `editions` only.",
        "",
        "## Pages",
        "",
    ]
    for page in pages:
        about = page.meta.get("description", "")
        lines.append(f"- [{page.title}]({page.url or './'})" + (f": {about}" if about else ""))
    return "\n".join(lines) + "\n"
