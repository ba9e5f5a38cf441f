"""The text of a step: what its document asks for, as a hash that commits name (COM-4)."""

from hashlib import sha256

from spec.vocabulary.state import Plan


def text_of(plan: Plan, anchor: str) -> str:
    """Return the hash of a step's text: titles, dependencies and items, also of its substeps."""
    lines: list[str] = []
    for step in plan.steps:
        if anchor in (step.anchor, step.parent):
            lines += [step.anchor, step.title, *step.dependencies]
            lines += [f"{item.kind} {item.text}" for item in step.items]
    return sha256("\n".join(lines).encode()).hexdigest()
