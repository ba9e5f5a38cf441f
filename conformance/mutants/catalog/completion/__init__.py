"""The mutants of completion: by a holder, by force, by the commit log."""
