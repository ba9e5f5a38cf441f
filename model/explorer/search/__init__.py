"""Search: breadth-first exploration of a state graph, verdicts of properties, shortest paths."""
