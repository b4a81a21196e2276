"""Casinos played by programs."""
