"""The words of every code that a person sees."""
