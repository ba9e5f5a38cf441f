"""A violation of a property."""

from typing import NamedTuple


class BrokenProperty(NamedTuple):
    """A property by its id, and a sentence that says where it fails."""

    property: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.property}: {self.sentence}"
