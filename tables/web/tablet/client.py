"""What the modules of the page work with: the state's own words, amounts in minor units."""

from typing import TYPE_CHECKING, Any

from tables.web.tablet.steps import house_rules_of

if TYPE_CHECKING:
    from tables.web.tablet.screen import Message, Screen


def client_data(screen: "Screen") -> dict[str, Any]:
    """The data that goes with the fragment, as JSON."""
    state = screen.state
    document = house_rules_of(state)
    return {
        "table": state["table"],
        "version": state["table"]["version"],
        "tag": screen.tag,
        "step": screen.step.name,
        "next": {"act": screen.step.act, "label": screen.step.label, "blocked": screen.step.blocked},
        "can_act": screen.viewer.can_act,
        "is_floor": screen.viewer.is_floor,
        "dealer": state["dealer"],
        "seats": state["seats"],
        "designation": state["designation"],
        "round": state["round"],
        "last_round": state["last_round"],
        "in_round": screen.in_round,
        "shows": screen.shows,
        "to_tick": screen.to_tick,
        "hand_size": screen.hand_size,
        "legal_acts": state["legal_acts"],
        "rules": {key: document.get(key) for key in ("limits", "chip_unit", "designation", "terms")},
        "figures": {
            "digits": screen.figures.minor_digits,
            "thousands": screen.figures.thousands,
            "decimal": screen.figures.decimal,
        },
        "message": _plain(screen.message),
        "seed": screen.seed,
        **screen.for_client,
    }


def _plain(message: "Message | None") -> dict[str, Any] | None:
    if message is None:
        return None
    return {
        "text": message.text,
        "tone": message.tone,
        "code": message.code,
        "seat": message.seat,
        "ways": message.ways,
    }
