"""The schemas of payloads: one an act, in the part of JSON Schema that the verifier reads (AUD 1.2)."""

import inspect
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from tables.actions import TABLE_ACTS
from tables.audit.canonical import canonical
from tables.audit.payloads import FOLDER, payload_problem, schemas, schemas_line
from tables.audit.schema import SchemaError, compiled
from tables.policy import Act

# Entries that are no act, or are of one under a name of their own.
NOT_IN_THE_MATRIX = {"refused"}
SHARED = ("signature", "rules_in_force", "withdrawn", "match_began", "match_ended", "clock", "flags")


def test_aud_1_2_every_argument_of_an_act_at_a_table_has_its_place() -> None:
    """What was sent is stored as it was sent, so that an argument left out of a schema would make an honest entry wrong."""
    for name, act in TABLE_ACTS.items():
        sent = schemas()[name]["properties"].get("sent")
        arguments = {parameter for parameter in inspect.signature(act).parameters if parameter != "call"}
        if sent is not None and "properties" in sent:
            assert arguments <= sent["properties"].keys() | {"context"}, name
        else:
            assert name == "settle_round"


def test_aud_1_2_every_schema_is_one_of_an_act_and_a_schema_to_the_judge_too() -> None:
    """By the package `jsonschema`; each is closed at its top, so that nothing stands in a payload unsaid."""
    assert schemas().keys() <= {*map(str, Act), *NOT_IN_THE_MATRIX}
    for act, schema in schemas().items():
        Draft202012Validator.check_schema(schema)
        compiled(schema)
        assert schema["title"] == f"The payload of {act}"
        assert (schema["type"], schema["additionalProperties"]) == ("object", False)
    assert json.loads(schemas_line()) == schemas()
    assert schemas_line() == canonical(schemas()) + b"\n"
    assert len(list(FOLDER.iterdir())) == len(schemas())


def test_aud_1_2_what_several_acts_have_looks_the_same_in_each() -> None:
    """A change of one of these is made in every file."""
    for name in SHARED:
        forms = {canonical(schema["properties"][name]) for schema in schemas().values() if name in schema["properties"]}
        assert len(forms) == 1, name
    effects = {canonical(schema["properties"]["effects"]) for schema in schemas().values()}
    assert len(effects) == 3  # in a table's chain, in the house's, and where no command is remembered


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["", "a", "ab", "a\n", "0" * 64]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["a", "b", "c"]), inner, max_size=3),
    max_leaves=8,
)
NAMES = st.sampled_from(["object", "array", "string", "integer", "boolean", "null"])
SCHEMAS = st.recursive(
    st.fixed_dictionaries(
        {},
        optional={
            "type": NAMES | st.lists(NAMES, min_size=1, max_size=3, unique=True),
            "enum": st.lists(JSON_VALUES, min_size=1, max_size=3),
            "pattern": st.sampled_from(["^a", "b", "^[0-9a-f]{64}$"]),
            "required": st.lists(st.sampled_from(["a", "b"]), max_size=2, unique=True),
        },
    ),
    lambda inner: st.fixed_dictionaries(
        {},
        optional={
            "type": NAMES,
            "required": st.lists(st.sampled_from(["a", "b"]), max_size=2, unique=True),
            "properties": st.dictionaries(st.sampled_from(["a", "b"]), inner, max_size=2),
            "additionalProperties": st.booleans() | inner,
            "items": inner,
        },
    ),
    max_leaves=6,
)


@given(schema=SCHEMAS, value=JSON_VALUES)
def test_aud_1_2_the_small_validator_agrees_with_the_judge(schema: dict[str, Any], value: Any) -> None:
    """On every schema of the words that it knows, and every value."""
    assert (compiled(schema)(value, "it") == "") == Draft202012Validator(schema).is_valid(value)


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "#"},
        {"minimum": 1},
        {"type": "number"},
        {"type": []},
        {"enum": []},
        {"pattern": "("},
        {"pattern": 1},
        {"items": [1]},
        {"required": "a"},
        {"properties": []},
        [],
        False,
    ],
)
def test_aud_1_2_a_schema_that_says_more_is_refused(schema: Any) -> None:
    """What is not looked at is not said to hold."""
    with pytest.raises(SchemaError):
        compiled(schema)


@pytest.mark.parametrize(
    ("payload", "words"),
    [
        ({"badge": "1001", "method": "pin"}, ""),
        ({"badge": "1001"}, "its payload has no method"),
        ({"badge": 1001, "method": "pin"}, "its payload.badge is not of type string"),
        ({"badge": "1001", "method": "eye"}, "its payload.method is none of the values that it can be"),
        ({"badge": "1001", "method": "pin", "pin": "1234"}, "its payload has a pin, which its act does not have"),
    ],
)
def test_aud_1_2_what_is_wrong_with_a_payload_is_named(payload: dict[str, Any], words: str) -> None:
    """With the place in it."""
    assert payload_problem("sign", payload) == words


def test_aud_1_2_the_place_in_a_list_is_named() -> None:
    """By its number, from 0 on."""
    check = compiled({"properties": {"legs": {"items": {"items": {"type": ["string", "null"]}}}}})
    assert check({"legs": [["a"], [None, 1]]}, "it") == "it.legs[1][1] is not of type string or null"
