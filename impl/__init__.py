"""The reference implementation of the current edition: a store in SQLite, documents, files, git."""
