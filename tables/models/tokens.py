"""What is stored of a token or a one-time code."""

import hashlib


def token_hash(token: str) -> str:
    """The SHA-256 of a token; tokens are long and random, so nothing slower is needed."""
    return hashlib.sha256(token.strip().encode("utf-8", "surrogatepass")).hexdigest()
