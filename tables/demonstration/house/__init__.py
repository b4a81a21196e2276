"""The demonstration casino."""
