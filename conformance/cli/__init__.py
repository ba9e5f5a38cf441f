"""The `planspec` command, one module for each subcommand."""
