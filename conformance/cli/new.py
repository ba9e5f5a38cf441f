"""`planspec new amendment`: writes the skeleton of a rule change, with a marker in each file."""

import re
from collections.abc import Iterator
from pathlib import Path

from conformance.cli.common.output import Output
from conformance.cli.options.specification import NewAmendmentOptions
from conformance.protocol.usage import UsageError
from spec.amendments.catalog import AMENDMENTS
from spec.catalog import PROPERTIES, UnknownRuleError, rule

AMENDMENT = """\
{constant} = Amendment(
    id="{id}",
    name="{name}",
    title="{todo} What it changes",
    source="decided here: {todo} why",
    failure="{todo} What goes wrong without it.",
)

"""
CLAUSE = """\
        Clause(
            "{clause}",
            "{todo} One sentence that one check can violate.",
            since={constant},
        ),
"""
PROPERTY = '''\
def {word}_is_asked(change: Change) -> bool:
    """Return whether the property says anything of a change."""
    raise NotImplementedError("{todo} {property}")


@StepProperty.stated("{property}", {word}_is_asked, ({constant},))
def {word}_is_kept(change: Change) -> Iterator[str]:
    """{todo} What becomes true."""
    raise NotImplementedError("{todo} {property}")


'''
TEST = """

def {test}(sut: Sut) -> None:
    # {todo} Given, When, Then
    raise NotImplementedError
"""
IMPORT = "from spec.amendments.changes_2026_2 import {constant}\n"
OF_THE_AREA = '\n        "{property}",'
MARKER = "\n# {todo} {clause}, from the rule's text\n"
CHANGE = "- In edition `2026.2`, {todo} what changes ({id}).\n"
CHANGED = "spec/amendments/changes_2026_2.py"
FOR_A_FIELD = ("spec/additions.py", "spec/rules/inputs.py")
FOR_A_COLUMN = tuple(f"impl/store/database/{name}.py" for name in ("tables", "changes", "schema"))
FOR_A_STORED_FIELD = ("spec/vocabulary/state.py", *FOR_A_COLUMN, "impl/store/resync.py")

Edit = tuple[str, str, str]
"""A file, a pattern at whose end something is inserted, and the template of that."""


def run(options: NewAmendmentOptions) -> Output:
    """Write the skeleton; raise `UsageError` where there is no checkout, or an id is unknown."""
    names = names_of(options)
    written: dict[Path, str] = {}
    for file, pattern, template in edits(options, names["clause"]):
        path = options.root / file
        text = written.get(path) or path.read_text(encoding="utf-8")
        if (found := re.search(pattern, text, re.MULTILINE)) is None:
            raise UsageError(f"{file} has no line like {pattern!r}; expected one of this version")
        written[path] = text[: found.end()] + template.format(**names) + text[found.end() :]
    for path, text in written.items():
        path.write_text(text, encoding="utf-8")
    added = ", ".join(names[each] for each in ("clause", "property", "test"))
    todo = f"search for TODO({names['id']}), in the order of CONTRIBUTING.md; then `make format`"
    return Output(
        lines=[
            f"{names['id']} {names['name']}: {added}",
            *(f"  {each.relative_to(options.root).as_posix()}" for each in written),
            todo,
        ]
    )


def names_of(options: NewAmendmentOptions) -> dict[str, str]:
    """Return the next free ids, and the names that follow from that of the amendment."""
    taken = [each.id for each in AMENDMENTS]
    identifier = options.id or f"A{int(taken[-1][1:]) + 1}"
    if identifier in taken or not (options.root / CHANGED).exists():
        raise UsageError(f"{identifier} is taken, or {options.root} has no {CHANGED}")
    try:
        clauses = rule(options.rule).clauses
    except UnknownRuleError as error:
        raise UsageError(str(error)) from error
    last = max(int(each.id.rpartition(".")[2]) for each in clauses)
    steps = [int(each.id[4:]) for each in PROPERTIES if each.id.startswith("STP-")]
    word = options.slug.replace("-", "_")
    return {
        "id": identifier,
        "name": options.slug,
        "constant": word.upper(),
        "word": word,
        "clause": f"{options.rule}.{last + 1}",
        "property": f"STP-{max(steps) + 1}",
        "test": f"test_{identifier}_{options.rule}_{word}".lower().replace("-", "_"),
        "todo": f"TODO({identifier}):",
    }


def edits(options: NewAmendmentOptions, clause: str) -> Iterator[Edit]:
    """Yield what is inserted where, in the order of the guide."""
    prefix, root = clause.partition("-")[0], options.root
    rules = place(root, "spec/rules", f'id="{options.rule}",')
    stem = Path(rules).stem
    own = f"spec/properties/{stem}.py"
    properties = own if (root / own).exists() else "spec/properties/registering.py"
    yield CHANGED, r"^(?=CHANGES_2026_2 = )", AMENDMENT
    yield rules, r"^(?=from spec\.)", IMPORT
    yield rules, rf'id="{options.rule}",[\s\S]*?(?=^    \),\n)', CLAUSE
    yield place(root, "spec/rules", f'prefix="{prefix}",'), r"^    properties=\(", OF_THE_AREA
    yield properties, r"^(?=from spec\.)", IMPORT
    yield properties, r"^(?=[A-Z]+_PROPERTIES = )", PROPERTY
    for room in ("model", "impl/store", "conformance/mutants/catalog"):
        yield place(root, room, options.rule), r"\Z", MARKER
    test = f"def test_{options.rule.lower().replace('-', '_')}_"
    yield place(root, "tests/rules", test, "(sut: Sut)"), r"\Z", TEST
    yield "CHANGELOG.md", r"^### Rules\n\n", CHANGE
    for file in FOR_A_FIELD * options.field + FOR_A_STORED_FIELD * options.stored:
        yield file, r"\Z", MARKER


def place(root: Path, room: str, *texts: str) -> str:
    """Return the file of a room in which a text stands most often as a word, or else another text.

    What the store does not have is elsewhere in the implementation. Raise `UsageError` if nothing
    is found.
    """
    for text in texts:
        word = re.compile(re.escape(text) + (r"(?!\d)" if text[-1].isdecimal() else ""))
        for folder in (room, "impl") if room == "impl/store" else (room,):
            found = {
                each.relative_to(root).as_posix(): len(word.findall(each.read_text("utf-8")))
                for each in sorted((root / folder).rglob("*.*"))
                if each.suffix in (".py", ".toml") and "explorer" not in each.parts
            }
            best = max(found, key=lambda each: found[each])
            if found[best]:
                return best
    raise UsageError(f"nothing in {room} has {texts[0]!r}; give a rule of an area, such as CLM-13")
