"""The subcommands of `planstate state`; a module has one, or those of one idea."""
