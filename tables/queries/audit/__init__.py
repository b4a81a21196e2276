"""Reads of the audit log, and what is held against it."""
