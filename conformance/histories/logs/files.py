"""Files of mappings, and the template for a new one."""

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from conformance.histories.logs.mapping import Mapping
from conformance.histories.recording import BadHistory
from conformance.protocol.toml_text import line_of, read_toml
from impl.documents.reader import read_document
from model.apply import apply
from spec.editions import edition_named
from spec.vocabulary.plans import Register
from spec.vocabulary.state import State


@dataclass(frozen=True, slots=True)
class MappingFile:
    """A mapping with the text that it was read from, for errors that name a line of it."""

    path: Path
    text: str
    mapping: Mapping

    def where(self, *place: str) -> str:
        """Return the line of a key, or of the last key on the way to it that is there."""
        return f"{self.path}, line {max(line_of(place, self.text), 1)}"

    def initial_state(self) -> State:
        """Return the plans that were registered before. Raises `BadHistory`."""
        state, edition = State(), edition_named(self.mapping.history.edition)
        for plan, document in self.mapping.plans.items():
            try:
                definition = read_document(self.path.parent / document)
            except (OSError, ValueError) as error:
                raise BadHistory(
                    f"{self.where('plans', plan)}: {document} cannot be read as a plan ({error})"
                ) from error
            state = apply(state, Register(plan, definition.definition, 0), edition).state
        return state


def template() -> str:
    """Return a mapping with every key explained."""
    return files(__package__).joinpath("template.toml").read_text(encoding="utf-8")


def read_mapping(path: Path) -> MappingFile:
    """Read a mapping. Raises `UsageError` that names every key that is wrong, and its line."""
    hint = "'planspec mapping' prints a template with every key"
    mapping, text = read_toml(path, Mapping, hint)
    return MappingFile(path, text, mapping)
