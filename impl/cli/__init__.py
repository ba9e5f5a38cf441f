"""`planstate`: the reference implementation's command line. Each subcommand is a module here."""
