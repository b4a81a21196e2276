"""Translations: what the code says is gathered, kept in one file a language, checked and compiled (TAB 4.4)."""
