"""The format of an export, written."""
