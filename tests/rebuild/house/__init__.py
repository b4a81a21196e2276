"""Rows of the house and of the floor held against the log."""
