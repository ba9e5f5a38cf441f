"""An iteration loop as it is stored, for people."""

from spec.vocabulary.iteration_loops import IterationLoop


def loop_lines(loop: IterationLoop) -> list[str]:
    """Return a loop for people: how it stands, and what is left."""
    lines = [f"{loop.status}: iteration {loop.iteration} of {loop.max_iterations}"]
    if loop.work_remaining:
        lines.append(f"remaining: {', '.join(loop.work_remaining)}")
    if loop.context is not None:
        lines.append(f"context: {loop.context}")
    if loop.violations:
        numbers = ", ".join(str(each.iteration) for each in loop.violations)
        lines.append(f"reports that contradicted themselves: {numbers}")
    return lines
