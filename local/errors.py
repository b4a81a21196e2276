"""The one error of this package: a sentence for the person who started the command."""


class LocalError(Exception):
    """Says what is wrong and what to do about it; shown without a traceback."""
