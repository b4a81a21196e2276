"""What is not the felt: people, devices, the floor's rows, changes of rules, exports; folded from the entries (AUD 6.1)."""
