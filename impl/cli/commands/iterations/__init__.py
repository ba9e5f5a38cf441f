"""The subcommands of `planstate iterations`; each module is one."""
