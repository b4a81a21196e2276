"""Changes of house rules: what their addresses take and answer."""

from collections.abc import Mapping

from tables.api.openapi.components import CHANGE_STATE
from tables.api.openapi.operation import Operation, table_act
from tables.api.openapi.shapes import RULES_DOCUMENT, TEXT, TIME, WHOLE, WORDS, many, or_null, record, ref

_CHANGED = record(change=WHOLE, state=CHANGE_STATE)
_SECOND_PERSON = (
    "Signed by the person who sends it, with their own password; never by the one who asked for it (`own_change`)."
)


def _decision(summary: str, more: str, **answer: object) -> Operation:
    return table_act(
        "rules",
        summary,
        record(change=WHOLE, state=CHANGE_STATE, **answer),  # type: ignore[arg-type]
        record("words", words=WORDS),
        example={"words": "as agreed at the briefing"},
        more=more,
        expires="The time to decide on it is over (`expired`).",
    )


CHANGES: Mapping[str, Operation] = {
    "list_rule_changes": Operation(
        "rules",
        "The changes of a table's rules, newest first",
        record(changes=many(ref("RuleChange")), next=or_null(TEXT)),
        listed=True,
    ),
    "show_rule_change": Operation(
        "rules", "A change: old and new side by side, with worst case and edges", ref("ComparedRuleChange")
    ),
    "request_rule_change": table_act(
        "rules",
        "Ask for a change of some rules",
        record(change=WHOLE, state=CHANGE_STATE, expires_at=TIME),
        record(
            rules={**RULES_DOCUMENT, "description": "The parts that change, as they stand in the house rules."},
            base_version={**WHOLE, "description": "The version of the rules that it changes: the one in force."},
            reason=WORDS,
        ),
        example={"rules": {"limits": {"ante": {"min": 2000}}}, "base_version": 3, "reason": "a full house"},
        more="It moves no version of the table. One change a table is open at a time.",
    ),
    "withdraw_rule_change": table_act(
        "rules",
        "The person who asked for a change takes it back",
        _CHANGED,
        record("words", words=WORDS),
        example={"words": "a slip"},
        more="As long as nobody has decided on it.",
    ),
    "approve_rule_change": _decision(
        "A second person agrees: it takes effect at the next round boundary after its notice",
        _SECOND_PERSON,
        due_at=TIME,
        rules_version={**or_null(WHOLE), "description": "The new version, if it is in force already."},
        waits={**TEXT, "description": "Why it waits for a later round boundary; empty where nothing holds it up."},
    ),
    "reject_rule_change": _decision("A second person does not agree", _SECOND_PERSON),
    "cancel_rule_change": _decision("An approved change is called off before it takes effect", _SECOND_PERSON),
}
