"""The executable model of the rules: pure Python, standard library only."""
