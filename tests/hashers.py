"""Argon2 at its smallest cost: the same code path as in production, without its seconds."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class CheapArgon2(Argon2PasswordHasher):
    """The smallest parameters that Argon2 takes."""

    time_cost = 1
    memory_cost = 8
    parallelism = 1
