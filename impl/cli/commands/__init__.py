"""The subcommands of `planstate`; a module has one, or those of one idea."""
