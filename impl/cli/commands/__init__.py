"""The subcommands of `planstate`, one module each; `state` has those of `planstate state`."""
