"""High Card Flush settled a second time, from the words of the specification alone: no code of the service is used.

`referee(document)` takes an input of `settle` that breaks no rule, with its terms complete, and gives the same answer.
"""

from itertools import combinations
from typing import Any

RANKS = "23456789TJQKA"
Doc = dict[str, Any]


def flush_of(cards: str) -> tuple[int, list[int], str]:
    """HCF 2.1: the largest group of one suit, its ranks from the top, its suit."""
    held = [cards[place : place + 2] for place in range(0, len(cards), 2)]
    groups = [
        (sorted((RANKS.index(card[0]) for card in held if card[1] == suit), reverse=True), suit) for suit in "shdc"
    ]
    best = max((len(ranks), ranks) for ranks, _suit in groups)
    return *best, next(suit for ranks, suit in groups if (len(ranks), ranks) == best)


def run_of(cards: str, *, ace_low: bool) -> tuple[int, int, str]:
    """HCF 2.2: the longest run of a suit, three cards or more: length, top (0 for an ace below the 2), suit; else (0, 0, "")."""
    held = [cards[place : place + 2] for place in range(0, len(cards), 2)]
    best = (0, 0, "")
    for suit in "shdc":
        ranks = {RANKS.index(card[0]) for card in held if card[1] == suit}
        ranks |= {-1} if ace_low and 12 in ranks else set()
        for low, top in combinations(range(-1, 13), 2):
            length = top - low + 1
            if 3 <= length <= 7 and all(rank in ranks for rank in range(low, top + 1)) and (length, top) > best[:2]:
                best = (length, top, suit)
    return best


def line(table: Doc, length: int) -> tuple[int, int] | None:
    """HCF 6.4: the highest line that a length reaches, as pays and staked."""
    reached = [key for key in table if int(key) <= length]
    if not reached:
        return None
    odds = table[max(reached, key=int)]
    pays, staked = str(odds).split(":") if ":" in str(odds) else (odds, 1)
    return int(pays), int(staked)


class Felt:
    """What each bet comes to between two hands (HCF 5 to 7)."""

    def __init__(self, document: Doc) -> None:
        self.rules, self.designated = document["rules"], document["designated_player"]
        self.seats = document["seats"]
        self.symmetric = self.rules["cover"]["symmetric"]
        self.extent = self.rules["cover"]["policy"] == "to_extent"
        self.new = self.rules["rulings"] == 2
        self.live = self.rules["bonuses_on_fold"] == "live"

    def bonuses(self, seat: Doc) -> list[Doc]:
        mine, theirs = flush_of(seat["cards"]), flush_of(self.designated["cards"])
        ace_low = self.rules["straight_flush_ace_low"]
        runs = [run_of(cards, ace_low=ace_low) for cards in (seat["cards"], self.designated["cards"])]
        values = {"straight_flush": (runs[0][:2], runs[1][:2]), "flush": (mine[:2], theirs[:2])}
        bets = []
        for spot, (own, other) in values.items():
            if spot not in seat:
                continue
            stake, odds = seat[spot], line(self.rules[f"{spot}_paytable"], own[0])
            if mine[:2] == theirs[:2] and self.rules["exact_tie_bonuses"] == "push":
                result = "push"
            elif odds is None:
                result = "lose"
            elif self.rules["bonuses"][spot] == "own_hand" or own > other:
                result = "win"
            else:
                result = "push" if own == other else "lose"
            pays, staked = odds or (0, 1)
            net = {"win": stake * pays // staked, "lose": -stake, "push": 0}[result]
            bets.append({"spot": spot, "stake": stake, "result": result, "net": net})
        return bets

    def even_money(self, seat: Doc) -> list[Doc]:
        mine, theirs = flush_of(seat["cards"]), flush_of(self.designated["cards"])
        raised = min(seat["raise"], seat["ante"] * self.rules["raise_caps"][str(mine[0])])
        ante, push = seat["ante"], mine[:2] == theirs[:2]
        if not self.qualifies():
            results = ("win", "push")
        else:
            results = ("push", "push") if push else (("win", "win") if mine > theirs else ("lose", "lose"))
        sign = {"win": 1, "push": 0, "lose": -1}
        return [
            {"spot": spot, "stake": stake, "result": result, "net": stake * sign[result]}
            for (spot, stake), result in zip((("ante", ante), ("raise", raised)), results, strict=True)
        ]

    def qualifies(self) -> bool:
        size, ranks, _suit = flush_of(self.designated["cards"])
        need = self.rules["qualifier"]
        return size > need["cards"] or (size == need["cards"] and ranks[0] >= RANKS.index(need["rank"]))

    def shown(self, cards: str | None) -> Doc:
        if not cards:
            return {"flush": None, "straight_flush": None}
        _size, ranks, suit = flush_of(cards)
        length, top, of = run_of(cards, ace_low=self.rules["straight_flush_ace_low"])
        run = "".join(RANKS[rank] + of for rank in range(top, top - length, -1)) if length else None
        return {"flush": "".join(RANKS[rank] + suit for rank in ranks), "straight_flush": run}


class Funds(Felt):
    """What a bank and the caps make of it (HCF 8, 9)."""

    def funded(self, bank: int, bets: list[Doc]) -> list[Doc] | None:
        """HCF 8.3, 8.5, 8.7: the bets as a bank settles them; None for a dead hand."""
        net, staked = sum(bet["net"] for bet in bets), sum(bet["stake"] for bet in bets)
        if not self.extent:
            needed = net
            if self.symmetric:
                needed = max(net, staked) if self.new else abs(net)
            return bets if bank >= needed else None
        owed = net if net > 0 else (-net if self.symmetric else 0)
        missing = max(0, owed - bank)
        if missing and bank == 0:
            return None
        settled = {bet["spot"]: dict(bet) for bet in bets}
        for spot in ("flush", "straight_flush", "raise", "ante"):
            bet = settled.get(spot)
            if not bet or bet["result"] != ("win" if net > 0 else "lose") or not missing:
                continue
            short = min(missing, abs(bet["net"]))
            missing -= short
            if short:
                bet["net"] += -short if net > 0 else short
                bet["short"] = short
        return list(settled.values())

    def cut(self, bets: list[Doc], cap: int, *, in_turn: bool) -> list[Doc]:
        """HCF 9.2: winning bonuses cut down to a cap together."""
        won = [bet for bet in bets if is_won(bet)]
        total = sum(bet["net"] for bet in won)
        if total <= cap:
            return bets
        shares, left = {}, cap
        if in_turn:
            for number, bet in enumerate(won):
                shares[number] = min(left, bet["net"])
                left -= shares[number]
        else:
            shares = {number: bet["net"] * cap // total for number, bet in enumerate(won)}
            order = sorted(shares, key=lambda number: (-(won[number]["net"] * cap % total), number))
            for number in order[: cap - sum(shares.values())]:
                shares[number] += 1
        result, number = [], 0
        for bet in bets:
            cut = dict(bet)
            if is_won(bet):
                if shares[number] != bet["net"]:
                    cut |= {"net": shares[number], "uncapped": bet.get("uncapped", bet["net"])}
                number += 1
            result.append(cut)
        return result

    def walk(self, bank: int, hands: list[list[Doc]]) -> list[tuple[list[Doc] | None, int]]:
        caps = self.rules["caps"]
        if caps["per_hand"] is not None:
            hands = [self.cut(bets, caps["per_hand"], in_turn=False) for bets in hands]
        cap, in_turn = caps["per_round"], caps["per_round_sharing"] == "settlement_order"
        if cap is None:
            return self.go(bank, hands, set())
        if not self.new or not in_turn:
            out: set[int] = set()
            while True:
                flat = [bet for place, bets in enumerate(hands) if place not in out for bet in bets]
                rest = iter(self.cut(flat, cap, in_turn=in_turn))
                shared = [bets if place in out else [next(rest) for _ in bets] for place, bets in enumerate(hands)]
                steps = self.go(bank, shared, out)
                dead = [place for place, (bets, _bank) in enumerate(steps) if bets is None and place not in out]
                found = [place for place in dead if any(map(is_won, hands[place]))]
                if not self.new or not found:
                    return steps
                out.add(found[0])
        steps = []
        for bets in hands:
            mine = self.cut(bets, cap, in_turn=True)
            paid = self.funded(bank, mine)
            if paid is not None:
                bank -= sum(bet["net"] for bet in paid)
                cap -= sum(bet["net"] for bet in mine if is_won(bet))
            steps.append((paid, bank))
        return steps

    def go(self, bank: int, hands: list[list[Doc]], dead: set[int]) -> list[tuple[list[Doc] | None, int]]:
        steps = []
        for place, bets in enumerate(hands):
            paid = None if place in dead else self.funded(bank, bets)
            bank -= sum(bet["net"] for bet in paid or ())
            steps.append((paid, bank))
        return steps


class Referee(Funds):
    """A whole round."""

    def settle(self) -> Doc:
        button, bank = self.designated["seat"], self.designated["bank"]
        clockwise = self.rules["settlement_order"] == "clockwise"
        order = sorted(self.seats, key=lambda seat: (seat["seat"] - button) * (1 if clockwise else -1) % 1000)
        lost: list[list[Doc] | None] = []
        units: list[list[Doc]] = []
        for seat in order:
            placed = [(spot, seat[spot]) for spot in ("ante", "straight_flush", "flush") if spot in seat]
            folded, has_bonus = seat["decision"] != "raise", len(placed) > 1
            forfeit = [] if not folded else placed[:1] if self.live else placed
            bets = [{"spot": spot, "stake": stake, "result": "lose", "net": -stake} for spot, stake in forfeit]
            lost.append(self.funded(self.designated["bank"], bets) if self.new and bets else bets)
            if folded:
                units.append(self.bonuses(seat) if self.live and has_bonus else [])
            else:
                units.append([*self.even_money(seat), *self.bonuses(seat)])
        bank -= sum(bet["net"] for bets in lost for bet in bets or ())
        steps = self.walk(bank, units)
        return self.answer(order, lost, units, steps)

    def row(self, seat: Doc, number: int, came: tuple[list[Doc] | None, list[Doc], list[Doc] | None]) -> Doc:
        forfeit, unit, paid = came
        folded = seat["decision"] != "raise"
        bets = list(forfeit or ())
        if forfeit is None:
            spots = ("ante",) if self.live else ("ante", "straight_flush", "flush")
            bets = [given_back(spot, seat[spot]) for spot in spots if spot in seat]
        bets += [given_back(bet["spot"], bet["stake"]) for bet in unit] if paid is None else paid
        all_back = all(bet["result"] == "returned" for bet in bets)
        return {
            "seat": seat["seat"],
            "order": number,
            "outcome": "dead" if all_back else "folded" if folded else "settled",
            **self.shown(seat["cards"] if unit else None),
            "bets": {bet["spot"]: {key: bet[key] for key in bet if key != "spot"} for bet in bets},
            "net": sum(bet["net"] for bet in bets),
            "pays": forfeit is not None if folded else not all_back,
        }

    def answer(self, order: list[Doc], lost: list, units: list, steps: list) -> Doc:
        rake, rows, flags = self.rules["rake"], [], []
        player = rake["amount"] if rake["mode"] in ("all_players", "players_only") else 0
        own = rake["amount"] if rake["designated_player_amount"] is None else rake["designated_player_amount"]
        designated_rake = own if rake["mode"] in ("all_players", "designated_player_only") else 0
        ante_bank = self.designated["bank"] - sum(bet["net"] for bets in lost for bet in bets or ())
        for number, (seat, forfeit, unit, (paid, after)) in enumerate(zip(order, lost, units, steps, strict=True), 1):
            row = self.row(seat, number, (forfeit, unit, paid))
            row |= {"rake": player if row.pop("pays") else 0, "bank_after": after if unit else None}
            rows.append(row)
            if seat["decision"] == "raise" and seat["raise"] > unit[1]["stake"]:
                flags.append(
                    {"code": "raise_adjusted", "seat": seat["seat"], "excess": seat["raise"] - unit[1]["stake"]}
                )
        last = ([after for unit, (_paid, after) in zip(units, steps, strict=True) if unit] or [ante_bank])[-1]
        paid_by_designated = designated_rake if any(row["outcome"] != "dead" for row in rows) else 0
        cards = self.designated.get("cards")
        return {
            "game": "high_card_flush",
            "qualifies": self.qualifies() if cards else None,
            "designated_player": {
                "seat": self.designated["seat"],
                **self.shown(cards),
                "bank_before": self.designated["bank"],
                "bank_after": last,
                "net": last - self.designated["bank"],
                "rake": paid_by_designated,
            },
            "seats": rows,
            "rake": paid_by_designated + sum(row["rake"] for row in rows),
            "flags": flags,
        }


def is_won(bet: Doc) -> bool:
    return bet["result"] == "win" and bet["spot"] in ("straight_flush", "flush")


def given_back(spot: str, stake: int) -> Doc:
    return {"spot": spot, "stake": stake, "result": "returned", "net": 0}


def referee(document: Doc) -> Doc:
    """The answer to an input of `settle` whose terms are complete and whose cards are written without spaces."""
    return Referee(document).settle()
