"""The database: its schema, how it is written and read, and how processes share it."""
