"""Checkpoints and exports of the audit log."""
