"""The pages of changes of house rules."""
