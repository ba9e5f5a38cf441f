"""The shell of adapters for the core profile, which needs nothing but the standard library."""
