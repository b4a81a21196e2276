"""Reads of the floor's lists."""
