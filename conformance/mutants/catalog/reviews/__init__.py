"""The mutants of review cycles: of the store, the stop hook and the file `state.json`."""
