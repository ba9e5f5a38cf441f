"""The options of each command: frozen classes, from which its parser is made."""
