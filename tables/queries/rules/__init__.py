"""Reads of changes of house rules."""
