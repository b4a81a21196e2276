"""The tablet at a table."""
