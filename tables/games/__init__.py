"""The rules of the games: values in, frozen values out. Standard library only."""
