"""The words of every closed list of codes, a module a subject; all wordings of one code stand side by side.

A list is complete: `tests/web/test_words.py` asks every code of every list for every word, so lookups need no default.
"""

from django.utils.functional import Promise

Words = str | Promise
"""What people read, translated when it is shown."""
