"""The tablet's screen of High Card Flush."""
