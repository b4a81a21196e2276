"""Canonical JSON (AUD 2.2), judged by the rfc8785 package."""

import json
from typing import Any

import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.audit.canonical import LARGEST_INTEGER, NotCanonicalError, canonical, digest

TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"))
KEYS = st.text(st.characters(max_codepoint=127, exclude_characters="\x00"))
WHOLE = st.integers(-LARGEST_INTEGER, LARGEST_INTEGER)
VALUES = st.recursive(
    st.none() | st.booleans() | WHOLE | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=20,
)


@settings(max_examples=300)
@given(VALUES)
def test_aud_2_2_on_every_permitted_value_it_is_rfc_8785(value: Any) -> None:
    """Byte for byte; and reading it back gives the value."""
    assert canonical(value) == rfc8785.dumps(value)
    assert json.loads(canonical(value)) == value


@pytest.mark.parametrize(
    "value",
    [
        0.5,
        1.0,
        float("nan"),
        2**53,
        -(2**53),
        "nul \x00",
        "half \ud83d",
        "low \udfff",
        {"ключ": 1},
        {"é": 1},
        {"a\x00": 1},
        {1: "one"},
        {None: "none"},
        {1, 2},
        b"bytes",
        object(),
        type("Text", (str,), {})("subclass"),
        type("Whole", (int,), {})(1),
    ],
    ids=lambda value: type(value).__name__,
)
def test_aud_2_2_what_has_no_place_in_an_entry_is_refused(value: object) -> None:
    """However deep it lies."""
    for nested in (value, [value], {"a": [{"b": value}]}):
        with pytest.raises(NotCanonicalError):
            canonical(nested)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"b": 1, "a": [True, None, "é\n\u2028"]}, '{"a":[true,null,"é\\n\u2028"],"b":1}'),
        ({"Z": {}, "a": [], "": ""}, '{"":"","Z":{},"a":[]}'),
        (LARGEST_INTEGER, "9007199254740991"),
        (["\x7f\x1f\t", "😀"], '["\x7f\\u001f\\t","😀"]'),
    ],
)
def test_aud_2_2_examples(value: Any, expected: str) -> None:
    """As they are printed in docs and read by other programs."""
    assert canonical(value) == expected.encode()


def test_aud_2_2_a_digest_is_sha_256_of_the_bytes() -> None:
    """Known from outside: the SHA-256 of two braces."""
    assert digest({}) == "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"
