"""The pages of people, and the way in."""
