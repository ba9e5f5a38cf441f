"""The documents that `planspec … --json` and `planstate … --json` print, as typed models."""
