"""The tablet's screen from the state of its table: what the templates draw and what the modules work with."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

from tables.games.registry import GAMES
from tables.queries.tables.documents import TableStateDocument
from tables.web.shared.money import MoneyFormat
from tables.web.tablet.cards import Face, pad_rows
from tables.web.tablet.chips import Chip, chips_up_to, stack_chips
from tables.web.tablet.explained import Explained
from tables.web.tablet.moved import Moved, moved_lists
from tables.web.tablet.steps import TabletStep, Viewer, house_rules_of
from tables.web.tablet.top_bar import TopBar, top_bar
from tables.web.words.floor import FLOOR_CHOICES, FloorChoices

WHOLE_DECK = 52


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence in its fixed place, with the ways out it offers."""

    text: str
    tone: str = "wrong"
    code: str = ""
    seat: int | None = None
    ways: list[dict[str, Any]] = field(default_factory=list)
    signs: list[str] = field(default_factory=list)
    """What a signature is asked for, a sentence for each thing it changes (LOOK 1.11)."""
    field: str = ""
    """What is at fault, where the refusal names it."""
    why: str = ""
    """Why it has to be signed, where the act does not say it by itself."""


@dataclass(frozen=True)
class Screen(Explained):
    """Everything the fragment of the tablet shows, as far as games have it in common; each game adds its own."""

    # Without slots, because what several templates ask for is worked out once and kept.
    state: TableStateDocument
    viewer: Viewer
    figures: MoneyFormat
    step: TabletStep
    seed: str
    tag: str
    message: Message | None = None
    actual: TableStateDocument | None = None
    """The state of the table, where `state` shows what settling its round would give (LOOK 1.12)."""

    folder: ClassVar[str]
    """Where the templates of the game lie."""
    hand_size: ClassVar[int]
    step_names: ClassVar[Mapping[str, str]]
    """The step of each state of a round."""
    irregular: ClassVar[FloorChoices] = FLOOR_CHOICES
    """Why the floor is called, and why a stack may differ from what is tracked (OPS 2.2, 5.6)."""

    @classmethod
    def step_between_rounds(cls, state: TableStateDocument, figures: MoneyFormat) -> TabletStep:
        """The step before a round is open."""
        raise NotImplementedError

    @classmethod
    def step_in_round(cls, state: TableStateDocument) -> TabletStep:
        """The step of the open round."""
        raise NotImplementedError

    @classmethod
    def step_name(cls, round_: Mapping[str, Any]) -> str:
        """What the step of a round is called."""
        return cls.step_names[round_["state"]]

    @classmethod
    def moved_on(cls, round_: Mapping[str, Any], step: str) -> str:
        """What another has done to the round while a page stood at this step; empty where nothing can be said of it."""
        raise NotImplementedError

    @property
    def facts(self) -> list[tuple[str, str]]:
        """Limits and rake, for the top bar."""
        raise NotImplementedError

    @cached_property
    def seats(self) -> Sequence[Any]:
        """The seats on the felt."""
        raise NotImplementedError

    @property
    def shows(self) -> list[int]:
        """The seats whose hands count."""
        raise NotImplementedError

    @property
    def to_tick(self) -> list[int]:
        """The seats whose chips move when the round is settled."""
        raise NotImplementedError

    @property
    def for_client(self) -> dict[str, Any]:
        """What the game's own modules need beyond what all have."""
        return {}

    @property
    def parting(self) -> str:
        """What leaving means beyond taking one's chips; empty where it means nothing more."""
        return ""

    @property
    def giving_up(self) -> str:
        """What giving a match up means; empty in a game without matches."""
        return ""

    @property
    def seat_template(self) -> str:
        """What a seat shows."""
        return f"{self.folder}/_seat.html"

    @property
    def centre_template(self) -> str:
        """What lies in the middle of the felt."""
        return f"{self.folder}/_centre.html"

    @property
    def panel_template(self) -> str:
        """The panels of the game's own steps."""
        return f"{self.folder}/_panel.html"

    @property
    def is_preview(self) -> bool:
        """Whether a settlement is shown that is not an act yet: every hand can still be typed again (LOOK 1.12)."""
        return self.actual is not None

    @property
    def is_showdown(self) -> bool:
        """Whether hands can be entered: they are missing still, or their settlement is only shown."""
        return self.step.name == "hands" or self.is_preview

    @property
    def is_in_play(self) -> bool:
        """Whether the step in hand is the game's own."""
        return self.step.name not in ("tap_in", "closed", "suspended")

    @property
    def in_round(self) -> list[int]:
        """The seats that have something at stake, or cards."""
        round_ = self.state["round"]
        if round_ is None:
            return []
        players = list(GAMES[self.state["table"]["game"]].players_in(round_["play"]))
        return [*players, *([round_["designated_player"]] if round_["designated_player"] else [])]

    @cached_property
    def top(self) -> TopBar:
        """The top bar."""
        return top_bar(self.state, self.facts, self.figures)

    @property
    def moved(self) -> list[Moved]:
        """What voids and corrections moved since the newest round was opened (OPS 5.8)."""
        return moved_lists(self.state, self.figures)

    @property
    def client(self) -> dict[str, Any]:
        """What the modules of the page work with."""
        return client_data(self)

    @property
    def deck(self) -> int:
        """How many cards are played with."""
        return int(house_rules_of(self.state)["terms"].get("deck", WHOLE_DECK))

    @property
    def pad(self) -> list[list[Face]]:
        """The keys of the pad."""
        return pad_rows(self.deck)

    @property
    def stack_chips(self) -> list[Chip]:
        """The chips of buy-ins and banks."""
        return stack_chips(self.figures, house_rules_of(self.state)["chip_unit"])

    def chips_up_to(self, most: int) -> list[Chip]:
        """Chips as buttons: value, colour, figure."""
        return chips_up_to(self.figures, house_rules_of(self.state)["chip_unit"], most)


def client_data(screen: Screen) -> dict[str, Any]:
    """The data that goes with the fragment, as JSON."""
    state = screen.state
    document = house_rules_of(state)
    return {
        "table": state["table"],
        "epoch": state["epoch"],
        "version": state["table"]["version"],
        "tag": screen.tag,
        "step": screen.step.name,
        "next": {"act": screen.step.act, "label": screen.step.label, "blocked": screen.step.blocked},
        "is_preview": screen.is_preview,
        "is_showdown": screen.is_showdown,
        "can_act": screen.viewer.can_act,
        "is_floor": screen.viewer.is_floor,
        "dealer": state["dealer"],
        "seats": (screen.actual or state)["seats"],
        "designation": state["designation"],
        "round": state["round"],
        "last_round": state["last_round"],
        "moved": [one["sequence"] for one in state["moved"]],
        "marks": [{"sentence": mark.sentence, "seat": mark.seat} for mark in screen.top.marks],
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


def _plain(message: Message | None) -> dict[str, Any] | None:
    if message is None:
        return None
    return {
        "text": message.text,
        "tone": message.tone,
        "code": message.code,
        "seat": message.seat,
        "ways": message.ways,
        "signs": message.signs,
        "why": message.why,
        "field": message.field,
    }
