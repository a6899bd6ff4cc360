// Written by `dragonproof init`; in the public domain (CC0 1.0).
// Please Don't Burn My Village!, a small complete game to try the harness on. Put your own game in its place.
//
// It has its own names (cards are words, seats are counted from 1) and its own way of keeping things
// (hands are unordered lists, each token knows its place), as your game will have.

const JOKER = "Joker";
const TREASURES = ["gold", "ruby", "silver", "pearl", "emerald", "ivory"];
const COPIES = 14; // of each treasure
const JOKERS_PER_PLAYER = 4;
const HAND = 7;
const WORTH = [1, 1, 2, 2, 3, 4]; // of the places of the dragon's favor, the lowest first
const FIRST_STALL = 3; // the stalls cost 3, 2, 1 and 0 cards, and get cards in this order
const JOKER_PENALTY = 2;

/** Thrown when a move may not be made; the game is then as it was before. */
export class IllegalMove extends Error {}

/**
 * A game at any moment:
 *   pile      cards face down, the next one last
 *   place     the place of each treasure's token, from 0: Map
 *   worth     what the places are worth: list
 *   seats     the players, the one on seat 1 first: list of {hand: list of cards, bribes: Map from treasure to list of cards}
 *   market    the cards of the stall that costs 0, 1, 2, 3: list of lists
 *   discarded cards out of the game
 *   toMove    the seat to move, from 1; after the end, the one that moved last
 *   over      whether the game has ended
 *
 * A move is {draw: true}, {bribe: treasure, cards: [...]} or {visit: price, pay: [...], curse: treasure}; without `curse`
 * where nothing is paid.
 */
export class Game {
  constructor(fields) {
    Object.assign(this, { toMove: 1, over: false, discarded: [] }, fields);
  }

  /** A shuffled opening for 2 to 5 players. */
  static deal(players) {
    const pile = shuffle([
      ...TREASURES.flatMap((treasure) => Array(COPIES).fill(treasure)),
      ...Array(JOKERS_PER_PLAYER * players).fill(JOKER),
    ]);
    return new Game({
      seats: Array.from({ length: players }, () => ({ hand: pile.splice(-HAND), bribes: new Map() })),
      market: pile.splice(-(FIRST_STALL + 1)).map((card) => [card]),
      place: new Map(shuffle([...TREASURES]).map((treasure, place) => [treasure, place])),
      worth: WORTH,
      pile,
    });
  }

  /** The player on a seat. */
  player(seat) {
    return this.seats[seat - 1];
  }

  /** Makes a move, or throws an `IllegalMove`. */
  play(move) {
    if (this.over) throw new IllegalMove("the game is over");
    if ("bribe" in move) this.#bribe(move.bribe, move.cards);
    else if ("visit" in move) this.#visit(move.visit, move.pay, move.curse);
    else this.#draw();
    if (this.over) this.#lastBribes();
    else this.toMove = (this.toMove % this.seats.length) + 1;
  }

  /** All moves that may be made now. */
  moves() {
    return this.over ? [] : [{ draw: true }, ...this.#possibleBribes(), ...this.#possibleVisits()];
  }

  /** What a player's bribes are worth, less the cards left in the hand. */
  points(seat) {
    const { hand, bribes } = this.player(seat);
    const value = (card) => (card === JOKER ? JOKER_PENALTY : this.worth[this.place.get(card)]);
    let points = 0;
    for (const [treasure, cards] of bribes) points += value(treasure) * cards.length;
    for (const card of hand) points -= value(card);
    return points;
  }

  /** The seats of those who win: most points, then most cards in the bribe on the highest place, and so on down. */
  winners() {
    const fromTheTop = [...this.place.keys()].sort((one, other) => this.place.get(other) - this.place.get(one));
    let best = this.seats.map((_, index) => index + 1);
    const keepMost = (measure) => {
      const most = Math.max(...best.map(measure));
      best = best.filter((seat) => measure(seat) === most);
    };
    keepMost((seat) => this.points(seat));
    for (const treasure of fromTheTop) keepMost((seat) => this.player(seat).bribes.get(treasure)?.length ?? 0);
    return best;
  }

  #draw() {
    if (this.pile.length === 0) this.over = true;
    else this.player(this.toMove).hand.push(this.pile.pop());
  }

  #bribe(treasure, cards) {
    const player = this.player(this.toMove);
    if (!this.place.has(treasure)) throw new IllegalMove(`the dragon does not know ${treasure}`);
    if (cards.length === 0) throw new IllegalMove("a bribe has at least one card");
    if (cards.some((card) => card !== treasure && card !== JOKER)) throw new IllegalMove("a bribe is of one treasure");
    if (!cards.includes(treasure) && !player.bribes.has(treasure)) throw new IllegalMove("jokers do not start a bribe");
    player.hand = without(player.hand, cards);
    player.bribes.set(treasure, [...(player.bribes.get(treasure) ?? []), ...cards]);
    this.#moveToken(treasure, cards.length);
    this.#refill(treasure);
  }

  #visit(price, pay, curse) {
    const player = this.player(this.toMove);
    if (this.market[price].length === 0) throw new IllegalMove("this stall has no cards");
    if (pay.length !== price) throw new IllegalMove(`this stall costs ${price}`);
    if (price > 0 && pay.every((card) => card === JOKER)) throw new IllegalMove("jokers alone do not pay");
    if (price === 0 ? curse !== undefined : curse === JOKER || !pay.includes(curse)) {
      throw new IllegalMove("a treasure that was paid with is cursed");
    }
    player.hand = [...without(player.hand, pay), ...this.market[price]];
    this.market[price] = [];
    this.discarded.push(...pay);
    if (price > 0) this.#moveToken(curse, -price);
  }

  /** Moves a token up, or down if `steps` is negative, as far as there is room; those it passes move one place back. */
  #moveToken(treasure, steps) {
    const from = this.place.get(treasure);
    const to = Math.min(Math.max(from + steps, 0), this.worth.length - 1);
    for (const [other, place] of this.place) {
      if (from < place && place <= to) this.place.set(other, place - 1);
      if (to <= place && place < from) this.place.set(other, place + 1);
    }
    this.place.set(treasure, to);
  }

  /** Deals to the stalls in turn until this treasure or a joker has come; the game ends if there is no card to deal. */
  #refill(treasure) {
    for (let stall = FIRST_STALL; ; stall = stall === 0 ? FIRST_STALL : stall - 1) {
      const card = this.pile.pop();
      if (card === undefined) {
        this.over = true;
        return;
      }
      this.market[stall].push(card);
      if (card === treasure || card === JOKER) return;
    }
  }

  /** At the end what fits a player's bribes goes from the hand into them; jokers stay. */
  #lastBribes() {
    for (const player of this.seats) {
      for (const card of player.hand) player.bribes.get(card)?.push(card);
      player.hand = player.hand.filter((card) => !player.bribes.has(card));
    }
  }

  #possibleBribes() {
    const { hand, bribes } = this.player(this.toMove);
    const jokers = hand.filter((card) => card === JOKER);
    const moves = [];
    for (const treasure of this.place.keys()) {
      const own = hand.filter((card) => card === treasure);
      for (let some = bribes.has(treasure) ? 0 : 1; some <= own.length; some++) {
        for (let along = some === 0 ? 1 : 0; along <= jokers.length; along++) {
          moves.push({ bribe: treasure, cards: [...own.slice(0, some), ...jokers.slice(0, along)] });
        }
      }
    }
    return moves;
  }

  #possibleVisits() {
    const hand = [...this.player(this.toMove).hand].sort();
    const moves = [];
    this.market.forEach((stall, price) => {
      if (stall.length === 0) return;
      if (price === 0) moves.push({ visit: 0, pay: [] });
      for (const pay of choices(hand, price)) {
        for (const curse of new Set(pay)) if (curse !== JOKER) moves.push({ visit: price, pay, curse });
      }
    });
    return moves;
  }
}

/** The hand without these cards; throws an `IllegalMove` if they are not in it. */
function without(hand, cards) {
  const rest = [...hand];
  for (const card of cards) {
    const index = rest.indexOf(card);
    if (index < 0) throw new IllegalMove(`no ${card} in the hand`);
    rest.splice(index, 1);
  }
  return rest;
}

/** All different ways to choose so many cards of a sorted hand. */
function choices(hand, size) {
  if (size === 0) return [[]];
  return hand.flatMap((card, index) =>
    hand.indexOf(card) === index ? choices(hand.slice(index + 1), size - 1).map((rest) => [card, ...rest]) : [],
  );
}

function shuffle(cards) {
  for (let last = cards.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1));
    [cards[last], cards[other]] = [cards[other], cards[last]];
  }
  return cards;
}
