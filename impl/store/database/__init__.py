"""The database: how it is opened, its tables and their versions."""
