"""A casino to try things in, and players who play at its tables; refuses every house that is a real one."""
