"""Every code that people read has every word that is asked of it, and no word is without a code."""

import importlib
import pkgutil
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from enum import EnumType, StrEnum
from typing import Any

import pytest
from django.utils.functional import Promise

import tables
from tables.audit.report import State as ReportState
from tables.games.cards import RANKS, SUITS
from tables.games.designation import NotEligible, OfferAnswer
from tables.games.draw.betting import ActionKind
from tables.games.draw.hands import Category
from tables.games.draw.heads_up.settlement import HandResult
from tables.games.draw.terms import DECKS, ClockMode, CommissionOn, CommissionRound
from tables.games.high_card_flush.contest import BetResult
from tables.games.high_card_flush.hands import FLUSH_LENGTHS, RUN_LENGTHS
from tables.games.high_card_flush.settlement import HandOutcome
from tables.games.high_card_flush.terms import (
    BonusContest,
    CapSharing,
    CoverPolicy,
    FoldedBonuses,
    RakeMode,
    SettlementOrder,
    TieBonuses,
)
from tables.games.high_card_flush.wagers import Decision, Spot
from tables.games.registry import GAMES
from tables.games.table.match import MatchEnd
from tables.games.table.seats import RECOUNT_REASONS
from tables.games.values import FIRST_RULINGS, LATEST_RULINGS, FlagCode, NoTaker, VoidReason
from tables.jobs.finding_list import FindingState
from tables.models import (
    Account,
    Alert,
    Bar,
    Dispute,
    Export,
    Owed,
    Round,
    RuleChange,
    Ruling,
    SearchedBet,
    Settlement,
    StaffChange,
    Table,
    WitnessState,
)
from tables.policy import Act, Role
from tables.queries.audit.copies_place import CopiesPlace
from tables.queries.audit.everything import PARTS
from tables.queries.reports import REPORTS
from tables.queries.reports.access import ACTS as ACCESS_ACTS
from tables.queries.reports.exceptions import KIND_OF_FLAG, ExceptionKind
from tables.queries.reports.round_groups import APPROVED
from tables.queries.reports.taken_away import ACTS as TAKEN_AWAY_ACTS
from tables.queries.tables.documents import MovedPart
from tables.queries.tables.moved import BESIDE_PLAYERS
from tables.web import words
from tables.web.rules.documents import fields_of
from tables.web.tablet.moves import Move
from tables.web.tablet.registry import PASTS, PLACARDS, SCREENS
from tables.web.words import (
    audit,
    choices,
    fields,
    five_cards,
    floor,
    games,
    hands,
    log,
    people,
    reports,
    rounds,
    rule_changes,
    rules,
    seats,
)
from tests.web.placards.test_placard import whole

STATES: Mapping[str, type[StrEnum]] = {name: game.states for name, game in GAMES.items()}
LISTS: Mapping[str, tuple[Iterable[Any], Mapping[Any, Any]]] = {
    "accesses": (ACCESS_ACTS, reports.ACCESS),
    "actions": (ActionKind, games.ACTIONS),
    "alert kinds": (Alert.Kind, floor.ALERTS),
    "bar reasons": (Bar.Reason, floor.BAR_REASONS),
    "bar scopes": (Bar.Scope, floor.BAR_SCOPES),
    "bet results": (BetResult, games.RESULTS),
    "bonus contests": (BonusContest, choices.BONUS_CONTESTS),
    "clock modes": (ClockMode, choices.CLOCK_MODES),
    "cover policies": (CoverPolicy, choices.COVER_POLICIES),
    "commission of": (CommissionOn, choices.COMMISSION_ON),
    "commission rounded to": (CommissionRound, choices.COMMISSION_ROUND),
    "correction reasons": (Settlement.Reason, floor.CORRECTION_REASONS),
    "debt reasons": (Owed.Reason, floor.DEBT_REASONS),
    "decisions": (Decision, games.DECISIONS),
    "decks": (DECKS, choices.DECKS),
    "dispute reasons": (Dispute.Reason, floor.DISPUTE_REASONS),
    "acts of the log": ((*Act, "refused"), log.ACTS),
    "approvals": (APPROVED, reports.APPROVALS),
    "what left the house": (TAKEN_AWAY_ACTS, reports.TAKEN_AWAY),
    "bets of rounds": ((*Spot, SearchedBet.BANK), reports.ROUND_BETS),
    "exceptions": (ExceptionKind, reports.EXCEPTIONS),
    "export states": (Export.State, audit.EXPORT_STATES),
    "finding_states": (FindingState, audit.FINDING_STATES),
    "finding_parts": ((part for part, _look in PARTS), audit.FINDING_PARTS),
    "folded bonuses": (FoldedBonuses, choices.FOLDED_BONUSES),
    "flags": (FlagCode, rounds.FLAGS),
    "sentences of flags": (FlagCode, rounds.FLAG_SENTENCES),
    "games": (GAMES, games.GAMES),
    "hands of draw games": (Category, games.CATEGORIES),
    "hands of draw games in full": (Category, five_cards.HANDS),
    "highest cards": (RANKS, hands.HIGH),
    "flushes by length": (FLUSH_LENGTHS, hands.FLUSHES),
    "flushes by suit": ([f"{length}{suit}" for length in FLUSH_LENGTHS for suit in SUITS], hands.SUITED),
    "runs": (RUN_LENGTHS, hands.RUNS),
    "not eligible": (NotEligible, rounds.NOT_ELIGIBLE),
    "match ends": (MatchEnd, rounds.MATCH_ENDS),
    "moves": (Move, rounds.MOVES),
    "moved accounts": (BESIDE_PLAYERS, floor.MOVED_ACCOUNTS),
    "moved parts": (MovedPart, rounds.MOVED_PARTS),
    "no taker": (NoTaker, choices.NO_TAKER),
    "offer answers": (OfferAnswer, rounds.OFFER_ANSWERS),
    "placards": (GAMES, PLACARDS),
    "rake modes": (RakeMode, choices.RAKE_MODES),
    "ranks": (RANKS, games.RANK_NAMES),
    "ranks that are compared": (range(2, 15), five_cards.RANKS),
    "recount reasons": (RECOUNT_REASONS, seats.RECOUNT_REASONS),
    "roles": (Role, people.ROLES),
    "round states": ({state for states in STATES.values() for state in states}, rounds.ROUND_STATES),
    "rule change states": (RuleChange.State, rule_changes.RULE_CHANGE_STATES),
    "rulings of the rules": ((FIRST_RULINGS, LATEST_RULINGS), choices.RULINGS),
    "rulings": (Ruling.Outcome, floor.RULINGS),
    "screens": (GAMES, SCREENS),
    "settled rounds": (GAMES, PASTS),
    "settlement orders": (SettlementOrder, choices.SETTLEMENT_ORDERS),
    "sharings of a cap": (CapSharing, choices.CAP_SHARINGS),
    "spots": (Spot, games.SPOTS),
    "problems of witnesses": (WitnessState.Problem, audit.WITNESS_PROBLEMS),
    "staff change states": (StaffChange.State, people.STAFF_CHANGE_STATES),
    "staff changes": (StaffChange.Kind, people.STAFF_CHANGES),
    "suits": (SUITS, games.SUIT_NAMES),
    "table states": (Table.State, seats.TABLE_STATES),
    "tie bonuses": (TieBonuses, choices.TIE_BONUSES),
    "void reasons": (VoidReason, rounds.VOID_REASONS),
    "ways to settle a debt": (Owed.Way, floor.DEBT_WAYS),
    **{
        f"steps of {game}": ({*STATES[game]} - {*Round.ENDED}, screen.step_names)
        for game, screen in SCREENS.items()
        if game in STATES
    },
}
"""By its name, a list of codes and the table of its words."""
WITHOUT_WORDS: Mapping[type, str] = {
    HandOutcome: "a hand that is settled shows what it won or lost; the screens know the others by their verbs",
    HandResult: "the screens show it as pots and winners",
    **dict.fromkeys(STATES.values(), "all states of all games stand in one table"),
    Account: "the journal is read by its codes",
    CopiesPlace: "the page of checkpoints says a sentence for each",
    ReportState: "the stand-alone verifier has its own words",
    Act: "acts are read by their codes, in the log and in the rights",
}
"""The lists that nobody reads in words."""
OPEN = {
    "fields.FIELDS": "fields are named by the code that refuses them",
    "people.HOLDERS": "made of the roles",
    "people.PEOPLES_ROLES": "made of the roles",
    "reports.DETAIL_NAMES": "details are what an entry of the log says",
    "reports.DETAIL_WORDS": "made of other lists",
    "reports.OF_COLUMN": "made of other lists",
    "rounds.LEFT_OUT": "other codes show the sentence of the rule",
    "rules.BOUNDS": "tried with every rule below",
    "rules.FLAGS": "yes and no",
    "rules.GROUPS": "tried with every rule below",
    "rules.LINES": "tried with every rule below",
    "rules.RULES": "tried with every rule below",
    "rule_values.UNITS": "the kinds of values that have a unit",
}
"""The tables of words that belong to no list of codes alone."""


def modules(package: Any) -> Iterator[Any]:
    """Every module below a package."""
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if ".migrations" not in found.name:
            yield importlib.import_module(found.name)


def wordings(entry: Any) -> Iterator[Any]:
    """What a table says of one code: its one word, or each of several."""
    yield from entry if isinstance(entry, tuple) else (entry,)


@pytest.mark.parametrize("name", LISTS)
def test_every_code_has_its_words_and_no_word_is_without_a_code(name: str) -> None:
    codes, table = LISTS[name]
    assert {str(code) for code in codes} == {str(code) for code in table}, name
    for code, entry in table.items():
        assert not isinstance(entry, tuple) or type(entry) is type(next(iter(table.values()))), (name, code)
        if isinstance(entry, str | Promise | tuple):
            for word in wordings(entry):
                assert (str(word) % defaultdict(lambda: "x")).strip(), (name, code)


def test_no_list_of_codes_is_left_out() -> None:
    """Each enumeration of the project has its table of words, or a reason why it needs none."""
    known = {codes for codes, _table in LISTS.values() if isinstance(codes, EnumType)}
    found = {kind for module in modules(tables) for kind in enumerations(module)}
    assert {kind.__qualname__ for kind in found - known - set(WITHOUT_WORDS)} == set()


def enumerations(module: Any) -> Iterator[type]:
    """The enumerations of codes that a module defines, those within its classes too."""
    classes = [one for one in vars(module).values() if isinstance(one, type) and one.__module__ == module.__name__]
    for one in [*classes, *(inner for outer in classes for inner in vars(outer).values())]:
        if isinstance(one, EnumType) and issubclass(one, str):
            yield one


def test_no_table_of_words_is_left_out() -> None:
    """Each table of words belongs to a list of codes, or says why not."""
    known = {id(table) for _codes, table in LISTS.values()}
    names: dict[int, set[str]] = defaultdict(set)
    for module in modules(words):
        for name, value in vars(module).items():
            if isinstance(value, Mapping) and name.isupper():
                names[id(value)].add(f"{module.__name__.rpartition('.')[2]}.{name}")
    assert [found for table, found in names.items() if table not in known and not found & set(OPEN)] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_house_rule_has_a_name_a_heading_and_words_for_its_value(game: str) -> None:
    for key, value in fields_of(whole(game)):
        rule = rules.rule_of(key)
        assert str(rule.label) != key
        assert str(rule.help).endswith("."), key
        assert rules.group_of(key)
        assert value is not None or str(rule.none), key
        assert rule.kind not in (rules.CHOICE, rules.NUMBERED, rules.FLAG) or rule.choices, key
        assert isinstance(value, bool) == (rule.kind == rules.FLAG), key
        assert not isinstance(value, str) or value in rule.choices or rule.kind == rules.ODDS, key


def test_every_column_of_codes_in_a_report_has_words() -> None:
    columns = {
        column.name
        for report in REPORTS.values()
        for part in report.parts
        for column in part.columns
        if column.kind == "word"
    }
    assert columns == set(reports.OF_COLUMN)
    assert set(KIND_OF_FLAG) == set(FlagCode)


def test_a_sentence_names_who_may_do_something() -> None:
    assert set(people.HOLDERS) == {*Role, "nobody"}
    assert set(people.PEOPLES_ROLES) == {*Role} - {Role.SYSTEM}
    assert {*games.SPOTS, *games.ACTIONS} <= set(fields.FIELDS)
