"""`planstate`: the command line of the reference implementation."""
