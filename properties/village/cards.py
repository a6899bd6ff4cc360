"""Where the cards go: what each action moves from where to where, and what it leaves alone."""

from properties.property import Position, Step, expect, on_position, on_step
from properties.village.board import WILD, bribes_played, gathered, on_the_table, owned


@on_step("cards.conserved", "No card appears, disappears or changes.", "V-SETUP-2", "V-DISCARD-1")
def cards_conserved(step: Step) -> bool:
    """Compares all cards of all zones together, before and after."""
    expect(on_the_table(step.before.data), on_the_table(step.after.data), "the cards on the table are")
    return True


@on_step(
    "bribe.moves",
    "A bribe takes its cards from the hand and nothing else from it.",
    "V-BRIBE-1",
    "V-BRIBE-4",
    "V-TURN-1",
)
def bribe_moves(step: Step) -> bool:
    """At the end, when hand cards join bribes, hand and bribes are looked at together."""
    if step.move["type"] != "bribe":
        return False
    player, before, after = step.before.data["turn"], step.before.data, step.after.data
    expect(owned(before, player), owned(after, player), "the player's hand and bribes have")
    if not after["over"]:
        left = gathered(after["hands"][player], step.move["cards"])
        expect(before["hands"][player], left, "hand and cards played are together")
    return True


@on_step(
    "bribe.joins",
    "The cards of a bribe join the player's own bribe of that type, or start it.",
    "V-BRIBE-2",
    "V-BRIBE-4",
)
def bribe_joins(step: Step) -> bool:
    """The bribe of the type named, as long as the game goes on; `end.final_bribes` has the rest."""
    if step.move["type"] != "bribe" or step.after.data["over"]:
        return False
    player, treasure = step.before.data["turn"], step.move["treasure"]
    had = step.before.data["bribes"][player].get(treasure, "")
    has = step.after.data["bribes"][player].get(treasure, "")
    expect(gathered(had, step.move["cards"]), has, f"the bribe {treasure} of player {player} is")
    return True


@on_step("bribes.untouched", "All bribes but the one that is made stay as they are.", "V-TURN-1", "V-BRIBE-2")
def bribes_untouched(step: Step) -> bool:
    """Leaves out the one named by a bribe; only while the game goes on."""
    if step.after.data["over"]:
        return False
    before, after = step.before.data["bribes"], step.after.data["bribes"]
    if step.move["type"] == "bribe":
        player, treasure = step.before.data["turn"], step.move["treasure"]
        before, after = (
            [
                {kind: cards for kind, cards in own.items() if (owner, kind) != (player, treasure)}
                for owner, own in enumerate(bribes)
            ]
            for bribes in (before, after)
        )
    expect(before, after, "the other bribes are")
    return True


@on_step("others.untouched", "Nobody else's hand changes while the game goes on.", "V-TURN-1", "V-DRAW-1", "V-MARKET-3")
def others_untouched(step: Step) -> bool:
    """Compares the hands of all players but the one to move."""
    if step.after.data["over"]:
        return False
    player = step.before.data["turn"]
    before, after = (
        [*hands[:player], *hands[player + 1 :]] for hands in (step.before.data["hands"], step.after.data["hands"])
    )
    expect(before, after, "the other hands are")
    return True


@on_step("visit.hand", "A visit swaps the payment in the hand for all cards of the stall.", "V-MARKET-1", "V-MARKET-3")
def visit_hand(step: Step) -> bool:
    """What was in hand and stall is in the hand or paid; at the end the player's bribes are counted too."""
    if step.move["type"] != "visit":
        return False
    player, before, after = step.before.data["turn"], step.before.data, step.after.data
    taken, paid = before["market"][str(step.move["stall"])], step.move.get("pay", "")
    cards = owned if after["over"] else lambda data, player: data["hands"][player]
    expect(gathered(cards(before, player), taken), gathered(cards(after, player), paid), "hand and stall had together")
    return True


@on_step(
    "visit.paid",
    "A visit is paid with as many cards as the stall costs, all from the hand.",
    "V-MARKET-1",
    "V-MARKET-3",
)
def visit_paid(step: Step) -> bool:
    """The payment against the hand before the visit."""
    if step.move["type"] != "visit":
        return False
    paid, hand = step.move.get("pay", ""), step.before.data["hands"][step.before.data["turn"]]
    expect(step.move["stall"], len(paid), "the number of cards paid is")
    lacking = [card for card in sorted(set(paid)) if paid.count(card) > hand.count(card)]
    expect([], lacking, "the cards paid that were not in the hand are")
    return bool(paid)


@on_step("visit.empties", "A visit leaves its stall empty; nothing is dealt.", "V-MARKET-3")
def visit_empties(step: Step) -> bool:
    """The stall, and the deck."""
    if step.move["type"] != "visit":
        return False
    expect("", step.after.data["market"][str(step.move["stall"])], "the stall has")
    expect(step.before.data["deck"], step.after.data["deck"], "the deck is")
    return True


@on_step("market.untouched", "A visit changes no other stall, and a draw none.", "V-MARKET-3", "V-TURN-1", "V-DRAW-1")
def market_untouched(step: Step) -> bool:
    """Compares the stalls that the action does not name."""
    if step.move["type"] == "bribe":
        return False
    visited = str(step.move.get("stall"))
    for stall, cards in step.before.data["market"].items():
        if stall != visited:
            expect(cards, step.after.data["market"][stall], f"stall {stall} has")
    return True


@on_step("discard.kept", "Cards paid are discarded for good; nothing else is discarded.", "V-DISCARD-1")
def discard_kept(step: Step) -> bool:
    """The discarded cards are those before and the payment."""
    paid = step.move.get("pay", "")
    expect(gathered(step.before.data["discard"], paid), step.after.data["discard"], "the discarded cards are")
    return bool(paid or step.after.data["discard"])


@on_step("draw.top", "A draw takes the top card of the deck into the hand, if there is one.", "V-DRAW-1", "V-DRAW-2")
def draw_top(step: Step) -> bool:
    """The deck loses its first card; at the end hand and bribes are looked at together."""
    if step.move["type"] != "draw":
        return False
    player, before, after = step.before.data["turn"], step.before.data, step.after.data
    top = before["deck"][:1]
    expect(before["deck"], top + after["deck"], "the card drawn and the deck are together")
    cards = owned if after["over"] else lambda data, player: data["hands"][player]
    expect(gathered(cards(before, player), top), cards(after, player), "the player has")
    return True


@on_step(
    "end.final_bribes",
    "At the end all matching hand cards, and no others, join their holders' bribes.",
    "V-END-2",
    "V-END-3",
)
def end_final_bribes(step: Step) -> bool:
    """A player has the same cards and the same kinds of bribe, the same Wilds in each, and no match left."""
    if not step.after.data["over"]:
        return False
    after, actor = step.after.data, step.before.data["turn"]
    for player, played in enumerate(bribes_played(step)):
        own, hand = after["bribes"][player], after["hands"][player]
        expect(sorted(played), sorted(own), f"player {player} has bribes of")
        for treasure, cards in own.items():
            expect(0, hand.count(treasure), f"the number of {treasure} left in the hand of player {player} is")
            expect(played[treasure].count(WILD), cards.count(WILD), f"the number of Wilds in bribe {treasure} is")
            expect("", cards.strip(treasure + WILD), f"the other cards in bribe {treasure} are")
        if player != actor:
            expect(owned(step.before.data, player), owned(after, player), f"player {player} has in hand and bribes")
    return True


@on_position("end.no_match", "When the game is over no hand has a card that its holder has bribed with.", "V-END-2")
def end_no_match(position: Position) -> bool:
    """Looks for each bribe's type in the hand."""
    if not position.data["over"]:
        return False
    for hand, own in zip(position.data["hands"], position.data["bribes"], strict=True):
        expect([], [card for card in hand if card in own], "the hand cards that match an own bribe are")
    return True


@on_position(
    "bribes.pure",
    "A bribe is of one type on the track: at least one card of it, and Wilds.",
    "V-BRIBE-1",
    "V-BRIBE-2",
    "V-BRIBE-3",
)
def bribes_pure(position: Position) -> bool:
    """Strips the Wilds off each bribe."""
    for own in position.data["bribes"]:
        for treasure, cards in own.items():
            kinds = sorted(set(cards.replace(WILD, "")))
            expect([treasure], kinds, f"the types of treasure card in the bribe {treasure} are")
    return any(position.data["bribes"])


@on_step("values.fixed", "The worth of the spaces and the number of players never change.", "V-SETUP-1", "V-SETUP-3")
def values_fixed(step: Step) -> bool:
    """Compares both, before and after."""
    for field in ("values", "players"):
        expect(step.before.data[field], step.after.data[field], f"{field}:")
    expect(step.before.data["players"], len(step.after.data["hands"]), "the number of hands is")
    expect(step.before.data["players"], len(step.after.data["bribes"]), "the number of players with bribes is")
    return True
