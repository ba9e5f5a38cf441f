"""Diagrams in Mermaid: states that exploring finds, and traces as sequences."""
