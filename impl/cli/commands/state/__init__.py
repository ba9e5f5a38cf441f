"""The subcommands of `planstate state`, one module each."""
