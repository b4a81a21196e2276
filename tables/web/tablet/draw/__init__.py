"""The tablet's screens of the draw games."""
