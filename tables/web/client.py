"""What the modules of the page work with: the state's own words, amounts in minor units."""

from typing import TYPE_CHECKING, Any

from tables.web.seats import SPOT_ORDER
from tables.web.steps import house_rules_of
from tables.web.words import SHORT_SPOTS, SPOTS

if TYPE_CHECKING:
    from tables.web.screen import Message, Screen


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
        "legal_acts": state["legal_acts"],
        "rules": {key: document.get(key) for key in ("limits", "chip_unit", "designation", "terms")},
        "figures": {
            "digits": screen.figures.minor_digits,
            "thousands": screen.figures.thousands,
            "decimal": screen.figures.decimal,
        },
        "spots": {key: [str(SPOTS[key]), str(SHORT_SPOTS[key])] for key in SPOT_ORDER},
        "message": _plain(screen.message),
        "seed": screen.seed,
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
