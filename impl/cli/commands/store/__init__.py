"""The subcommands of `planstate store`."""
