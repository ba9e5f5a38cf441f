"""The reference implementation of the current edition: a SQLite store and plan documents."""
