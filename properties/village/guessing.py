"""Cards that a game leaves out: each is a sign in the engine's position until it is told what it is.

The engine plays with signs as with cards, as long as it need not know them. So before each action whatever
it looks at is settled: the cards played, where a refill stops, and at the end of the game all hands.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from properties.inferring import Work
from properties.village.board import STALLS, WILD
from properties.village.guessing_ends import fillings
from properties.village.unseen import Unseen, is_sign, matched, put_in
from reference_engine.errors import IllegalAction
from reference_engine.interface import Action, Game, State
from reference_engine.jsonform import Json, same

_MANY_CARDS = 8  # that take as much work as one guess


@dataclass(frozen=True)
class _Deal:
    """A deck to play one action with.

    number: how many cards the action takes. last: the sign that stops the refill, if a sign does.
    runs_out: whether it asks for one more, which the deck does not have.
    """

    unseen: Unseen
    number: int
    last: str = ""
    runs_out: bool = False


@dataclass(frozen=True)
class Guess:
    """What is known after some of the actions; `start` and `state` are positions with signs.

    endless: whether nobody knows yet where the deck ends. least: how many cards it has at least, if so.
    """

    game: Game
    ruleset: Any
    start: State
    state: State
    unseen_cards: Unseen
    endless: bool
    least: int = 0

    def after(self, action: Action, claims: Json, work: Work) -> Iterator["Guess"]:
        """Every way in which the action can be played so that the claims hold; see `properties.inferring.Guess`."""
        for holding in self._holding(action):
            for known in holding._knowing_the_market(action):
                for guess in known._played(action, claims, work):
                    agreeing = guess._agreeing(claims)
                    if agreeing:
                        yield agreeing

    def opening(self) -> State:
        """The whole opening; cards that were never seen are those left in the box, in ascending order."""
        start = self._ending(1).start if self.endless else self.start
        return put_in(start, self.unseen_cards.guess(_all(start)))

    def unseen(self) -> int:
        """How many cards nobody has seen."""
        start = self._ending(1).start if self.endless else self.start
        return sum(is_sign(card) and card not in self.unseen_cards.told for card in _all(start))

    def _ending(self, number: int) -> "Guess":
        """The guess with so many cards left in the deck."""
        state = replace(self.state, deck=self.state.deck[:number])
        used = len(self.start.deck) - len(self.state.deck)
        return replace(
            self, start=replace(self.start, deck=self.start.deck[: used + number]), state=state, endless=False
        )

    def _knowing(self, unseen: Unseen | None, found: Mapping[str, str]) -> "Guess | None":
        """The guess with what is known now."""
        return None if unseen is None else replace(self, state=put_in(self.state, found), unseen_cards=unseen)

    def _holding(self, action: Action) -> Iterator["Guess"]:
        """The cards played are in the hand; the engine says what else can be in it."""
        move = self.game.action_to_json(action)
        played = str(move.get("cards", move.get("pay", "")))
        hand = self.state.hand
        missing = sorted((Counter(played) - Counter(hand)).elements())
        for found in _choices(missing, [card for card in hand if is_sign(card)], self.unseen_cards):
            guess = self._knowing(self.unseen_cards.tell(found), found)
            if guess:
                narrowed = guess._with_others(action)
                if narrowed:
                    yield narrowed

    def _with_others(self, action: Action) -> "Guess | None":
        """The hand has no card beside which the action could not be played."""
        others = [card for card in self.state.hand if is_sign(card)]
        seen = "".join(card for card in self.state.hand if not is_sign(card))
        if not self._can_play(action, seen):
            return None
        allowed = "".join(kind for kind in self.unseen_cards.kinds if others and self._can_play(action, seen + kind))
        return self._knowing(self.unseen_cards.narrow((card, allowed) for card in others), {})

    def _can_play(self, action: Action, hand: str) -> bool:
        hands = tuple(hand if seat == self.state.turn else other for seat, other in enumerate(self.state.hands))
        try:
            self.game.apply(replace(self.state, hands=hands), action, self.ruleset)
        except IllegalAction:
            return False
        return True

    def _knowing_the_market(self, action: Action) -> Iterator["Guess"]:
        """Which of the unseen cards in the market is a Wild, if any is, where that decides whether a bribe deals."""
        alike: dict[tuple[int, str], list[str]] = {}
        for stall, cards in enumerate(self.state.market):
            for card in filter(is_sign, cards):
                alike.setdefault((stall, self.unseen_cards.can_be(card)), []).append(card)
        if not alike or not self._is_stopped_by_a_wild(action):
            yield self
            return
        unseen: Unseen | None = self.unseen_cards
        for (_, can_be), cards in alike.items():
            if unseen and WILD in can_be:
                first = self._knowing(unseen.tell({cards[0]: WILD}), {cards[0]: WILD})
                if first:
                    yield first
                unseen = unseen.narrow((card, can_be.replace(WILD, "")) for card in cards)
        none = self._knowing(unseen, {})
        if none:
            yield none

    def _is_stopped_by_a_wild(self, action: Action) -> bool:
        """Whether it is a bribe that deals cards, and would deal none with one more Wild in the market."""
        with_a_wild = replace(self.state, market=(WILD, *self.state.market[1:]))
        stopped = not replace(self, state=with_a_wild)._deals_any(action)
        return self.game.action_kind(action) == "bribe" and stopped and self._deals_any(action)

    def _played(self, action: Action, claims: Json, work: Work) -> Iterator["Guess"]:
        """The position after the action with every deck that there can be."""
        for deal in self._deals(action, claims):
            work.spend(1 + deal.number // _MANY_CARDS)
            known = replace(self, unseen_cards=deal.unseen)
            if not self.endless:
                yield from known._settled(action, claims, deal, work)
                continue
            ending = known._ending(deal.number)
            over = ending._apply(action, deal.last).state.over
            if not deal.runs_out:
                yield replace(known._apply(action, deal.last), least=max(int(over), self.least - deal.number))
            if over and deal.number >= self.least:
                yield from ending._settled(action, claims, deal, work)

    def _settled(self, action: Action, claims: Json, deal: _Deal, work: Work) -> Iterator["Guess"]:
        """The position after the action; if the game is over, with every hand that there can be."""
        after = self._apply(action, deal.last)
        if not after.state.over:
            yield after
            return
        shown = after._shown({field: value for field, value in claims.items() if field == "market"})
        known = None if shown is None else self._knowing(self.unseen_cards.tell(shown), shown)
        if shown is None or known is None:
            return
        last = "" if deal.last in shown else deal.last
        for found in fillings(self.game, self.ruleset, after.state, known.unseen_cards, claims, work):
            settled = known._knowing(known.unseen_cards.tell(found), found)
            if settled:
                yield settled._apply(action, last)

    def _apply(self, action: Action, last: str) -> "Guess":
        """The action played; the sign `last` in the deck is one of the cards that stop the refill."""
        if not last:
            return replace(self, state=self.game.apply(self.state, action, self.ruleset))
        card = self.unseen_cards.can_be(last)[0]
        before = replace(self.state, deck=self.state.deck.replace(last, card))
        after = self.game.apply(before, action, self.ruleset)
        market = tuple(
            new.replace(card, "", 1) + last if new.count(card) > old.count(card) else new
            for old, new in zip(before.market, after.market, strict=True)
        )
        return replace(self, state=replace(after, market=market))

    def _deals(self, action: Action, claims: Json) -> Iterator[_Deal]:
        """Every deck that makes a difference to the action, narrowed down to that difference."""
        kind = self.game.action_kind(action)
        if kind == "bribe":
            yield from self._refills(action, claims)
            return
        yield _Deal(self.unseen_cards, int(kind == "draw"))
        if kind == "draw" and self.endless:
            yield _Deal(self.unseen_cards, 0, runs_out=True)

    def _refills(self, action: Action, claims: Json) -> Iterator[_Deal]:
        """A deck for each number of cards that the refill can take."""
        if not self._deals_any(action):
            if 0 in self._numbers(claims):
                yield _Deal(self.unseen_cards, 0)
            return
        stopping = "".join(kind for kind in self.unseen_cards.kinds if self._stops(action, kind))
        others = "".join(kind for kind in self.unseen_cards.kinds if kind not in stopping)
        deck = self.state.deck
        for number in self._numbers(claims):
            passing = [(card, others) for card in deck[: number - 1]] if number else []
            top = deck[number - 1] if number else ""
            stopped = self.unseen_cards.narrow([*passing, (top, stopping)]) if top else None
            if stopped:
                yield _Deal(stopped, number, top if is_sign(top) else "")
            if self.endless or number == len(deck):
                passed = self.unseen_cards.narrow([*passing, *([(top, others)] if top else [])])
                if passed:
                    yield _Deal(passed, number, runs_out=True)

    def _stops(self, action: Action, kind: str) -> bool:
        """Whether a refill stops after a card of that kind: the engine deals it and another one."""
        after = self.game.apply(replace(self.state, deck=kind * 2), action, self.ruleset)
        return len(after.deck) == 1

    def _deals_any(self, action: Action) -> bool:
        """Whether a bribe deals a card; the engine has one to deal."""
        return not self.game.apply(replace(self.state, deck=WILD), action, self.ruleset).deck

    def _numbers(self, claims: Json) -> Sequence[int]:
        """How many cards the refill can take from the deck."""
        market, deck = claims.get("market"), claims.get("deck")
        most = len(self.state.deck)
        if isinstance(market, dict) and all(isinstance(cards, str) for cards in market.values()):
            number = sum(map(len, market.values())) - sum(map(len, self.state.market))
        elif isinstance(deck, str) and not self.endless:
            number = most - len(deck)
        else:
            return range(most + 1)
        return [number] if 0 <= number <= most else []

    def _agreeing(self, claims: Json) -> "Guess | None":
        """The guess with the cards that the claims show; None where it does not agree with them."""
        if self.endless and isinstance(claims.get("deck"), str):
            ending = self._ending(len(claims["deck"]))
            return ending._agreeing(claims) if len(claims["deck"]) >= self.least else None
        found = self._shown(claims)
        guess = None if found is None else self._knowing(self.unseen_cards.tell(found), found)
        return guess if guess and guess._agrees(claims) else None

    def _shown(self, claims: Json) -> dict[str, str] | None:
        """The signs that are shown to be cards; None where they cannot be those."""
        found: dict[str, str] = {}
        for pile, cards in self._piles(claims):
            hidden = [card for card in pile if is_sign(card)]
            stock = Counter(cards)
            stock.subtract(card for card in pile if not is_sign(card))
            given = matched([self.unseen_cards.can_be(sign) for sign in hidden], stock)
            if given is None:
                return None
            found |= zip(hidden, given, strict=True)
        return found

    def _piles(self, claims: Json) -> Iterator[tuple[str, str]]:
        """Piles with signs, each with the cards that are claimed to be in it."""
        hands, market, deck = claims.get("hands"), claims.get("market"), claims.get("deck")
        pairs: list[tuple[str, Any]] = []
        if isinstance(hands, list):
            pairs += zip(self.state.hands, hands, strict=False)
        if isinstance(market, dict):
            pairs += [(self.state.market[stall], market.get(str(stall))) for stall in STALLS]
        if isinstance(deck, str):
            pairs += zip(self.state.deck, deck, strict=False)
        return ((pile, cards) for pile, cards in pairs if isinstance(cards, str))

    def _agrees(self, claims: Json) -> bool:
        """Whether the engine agrees with every claim."""
        data = self.game.position_to_json(self.state)
        if any(field.partition(".")[0] == "outcome" for field in claims):
            if not self.state.over:
                return False
            outcome = self.game.outcome_to_json(self.game.outcome(self.state, self.ruleset))
            data |= {f"outcome.{field}": value for field, value in outcome.items()}
        return all(same(value, data[field]) for field, value in claims.items() if field in data)


def _choices(missing: Sequence[str], hidden: Sequence[str], unseen: Unseen) -> Iterator[dict[str, str]]:
    """Which of the hidden cards of a hand the missing ones can be, as far as it makes a difference.

    Of two that can be the card, the one that can be less is taken: the other can be whatever that one was.
    """
    if not missing:
        yield {}
        return
    able = {unseen.can_be(sign): sign for sign in hidden if missing[0] in unseen.can_be(sign)}
    for can_be, sign in able.items():
        if not any(set(other) < set(can_be) for other in able):
            for others in _choices(missing[1:], [card for card in hidden if card != sign], unseen):
                yield {sign: missing[0]} | others


def _all(state: State) -> str:
    """The cards of all places in which signs can be, the deck last."""
    return "".join((*state.hands, *state.market, state.deck))
