"""The adapter for any program with the command line of `planstate`, as real processes and files."""
