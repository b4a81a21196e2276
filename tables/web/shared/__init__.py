"""What pages of every subject use."""
