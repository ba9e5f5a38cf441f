"""Diagrams in Mermaid: the states that exploring finds."""
