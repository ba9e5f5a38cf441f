"""The rules, one module for each area: what is specified."""
