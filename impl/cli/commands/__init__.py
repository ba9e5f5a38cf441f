"""The subcommands of `planstate`, one module each."""
