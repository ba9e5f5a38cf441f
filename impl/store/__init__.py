"""The store: the rules in SQL, one module for each area."""
