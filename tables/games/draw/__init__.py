"""The two draw-poker games of chapter 2."""
