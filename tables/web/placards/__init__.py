"""What a placard says of each game's rules."""
