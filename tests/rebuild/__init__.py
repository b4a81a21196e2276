"""Rows held against the log."""
