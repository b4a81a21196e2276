"""The table as a value, without a database."""
