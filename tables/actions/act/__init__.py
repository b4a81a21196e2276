"""The one path of every write, and what an act reads and writes on it."""
