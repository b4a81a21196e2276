"""Players that programs play."""
