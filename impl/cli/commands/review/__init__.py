"""The subcommands of `planstate review` that change or show reviews; each module is one."""
