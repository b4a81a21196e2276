"""Reads of a table: its state, the board, its rounds, its placard."""
