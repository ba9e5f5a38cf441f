"""The rules, one module per area, with contracts of operations and decision tables."""
