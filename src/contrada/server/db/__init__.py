"""The database: its schema, reading and writing, and how processes share it."""
