"""The screens of the draw games (DRAW)."""
