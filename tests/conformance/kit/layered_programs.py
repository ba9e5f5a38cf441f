"""Programs with many shallow faults over a deep one: the model in an edition, under layers.

    python -m tests.conformance.kit.layered_programs EDITION [LAYER...]

speaks the protocol on its standard input and output, by default under all layers.
"""

import sys
from collections.abc import Sequence
from typing import Any

from conformance.adapters.model import ModelSystem
from conformance.adapters.serving import serve
from conformance.protocol.codec import outcome_to_json
from spec.editions import Edition, edition_named
from spec.vocabulary.operations import Operation
from tests.conformance.kit.layered_model import LAYERS, LayeredModel


class Layered(ModelSystem):
    """The model under layers as a system under test."""

    def __init__(self, edition: Edition, layers: Sequence[str]) -> None:
        super().__init__(edition)
        self.layers = layers

    def apply(self, operation: Operation) -> Any:
        """Return the reply to an operation, which under `one code` gives no reason."""
        layered = LayeredModel(self.edition, self.layers, self.state)
        message = outcome_to_json(layered.outcome(operation), self.edition)
        self.state = layered.state
        if "one code" in self.layers and message["reply"] == "rejected":
            message.pop("reason", None)
        return message


def main(name: str, *layers: str) -> None:
    """Serve the model in an edition under layers."""
    serve(Layered(edition_named(name), layers or LAYERS), sys.stdin, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
