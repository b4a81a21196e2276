"""Exports of the audit log: asked for, made by a worker that may die, taken away (AUD 4)."""
