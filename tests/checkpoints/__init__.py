"""Checkpoints: made, copied outside, and what they find (AUD 3)."""
