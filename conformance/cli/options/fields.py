"""Options as fields of frozen classes: a parser is made from them, and reads into them."""

import argparse
import re
from dataclasses import Field, dataclass, field, fields
from pathlib import Path
from typing import Any, get_args

from conformance.protocol.usage import UsageError

NUMBER = r"(\d+(?:\.\d*)?|\.\d+)"
DURATION = re.compile(f"(?:{NUMBER}h)?(?:{NUMBER}m)?(?:{NUMBER}s?)?", re.ASCII)
"""Hours, minutes and seconds, each of which may be left out."""
MOST_SECONDS = 1e6
"""The longest time that an option takes."""
OURS = ("positional", "known", "choices", "needs", "excludes")
"""The keys of a field that argparse does not know, or not as they are."""


def duration(text: str) -> float:
    """Return a time such as `60s`, `2m30s`, `1h` or a plain number of seconds."""
    found = DURATION.fullmatch(text)
    parts = [float(part or 0) for part in found.groups()] if found else []
    total = sum(part * unit for part, unit in zip(parts, (3600, 60, 1), strict=False))
    if not 0 < total < MOST_SECONDS:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a time above 0; give seconds, or such as 60s, 5m or 2m30s"
        )
    return total


def positive(text: str) -> int:
    """Return a whole number of 1 or more."""
    number = int(text) if text.isdecimal() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of 1 or more")
    return number


READ_AS: dict[object, dict[str, Any]] = {
    float: {"type": duration, "metavar": "TIME"},
    int: {"type": positive},
    Path: {"type": Path},
}
"""The settings for argparse of a field of some type, if it has no others."""


def option(help: str, default: Any = None, **how: Any) -> Any:
    """Return a field that is an option; `how` are its settings for argparse.

    One whose default is `()` may be repeated, and one whose default is `False` has no value. In the
    help, `{choices}` is what `choices` returns; `{known}` is what `known` returns, beside which
    something else may be given. `needs` names another option without which it has no effect, and
    `excludes` one with which it has none, if the command has that.
    """
    return field(default=default, metadata={"help": help, **how})


def positional(metavar: str, help: str, default: Any = None, **how: Any) -> Any:
    """Return a field that is given by its position."""
    shown = {"metavar": metavar} if metavar else {}
    return field(default=default, metadata={"help": help, "positional": True, **shown, **how})


def fixed(value: Any = None) -> Any:
    """Return a field that cannot be given for this command, and has a value all the same."""
    return field(default=value, metadata={"fixed": True})


@dataclass(frozen=True, kw_only=True)
class Options:
    """The options of a command. Its docstring is its help; the last paragraph is an example."""

    json: bool = fixed(False)


def describe(parser: argparse.ArgumentParser, kind: type[Options]) -> None:
    """Add the fields of a class to a parser, which then knows the class as `kind`."""
    parser.description, _, parser.epilog = str(kind.__doc__).rpartition("\n\n")
    parser.set_defaults(kind=kind)
    for each in fields(kind):
        if each.metadata.get("fixed"):
            parser.set_defaults(**{each.name: each.default})
        else:
            name, how = argument_of(each)
            parser.add_argument(name, **how)


def argument_of(each: Field[Any]) -> tuple[str, dict[str, Any]]:
    """Return the name of a field and its settings for argparse."""
    how: dict[str, Any] = {}
    for kind in (each.type, *get_args(each.type)):
        how |= READ_AS.get(kind, {})
    how |= {key: value for key, value in each.metadata.items() if key not in OURS}
    for key in {"choices", "known"} & set(each.metadata):
        names = tuple(each.metadata[key]())
        how["help"] = how["help"].replace(f"{{{key}}}", ", ".join(names))
        if key == "choices":
            how["choices"] = names
    if each.metadata.get("positional"):
        return each.name, how
    if each.default is False:
        how["action"] = "store_true"
    elif each.default == ():
        how["action"] = "append"
    else:
        how["default"] = each.default
    return f"--{each.name.replace('_', '-')}", how


def options_from(found: argparse.Namespace) -> Options:
    """Return what was parsed as an object of the command's class.

    Raises `UsageError` for an option that has no effect beside the others.
    """
    kind: type[Options] = found.kind
    given = {each.name: getattr(found, each.name) for each in fields(kind)}
    for each in fields(kind):
        if each.default == ():
            given[each.name] = tuple(given[each.name] or ())
    for each in fields(kind):
        for how, relation in (("needs", "without"), ("excludes", "with")):
            other = each.metadata.get(how)
            if other and given[each.name] and bool(given.get(other)) is (how == "excludes"):
                name = each.metadata.get("metavar") if "positional" in each.metadata else None
                problem = f"has no effect {relation} --{other}; leave it out"
                raise UsageError(f"{name or f'--{each.name}'} {problem}")
    return kind(**given)
