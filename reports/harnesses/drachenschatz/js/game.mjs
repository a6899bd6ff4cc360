// Written by `dragonproof init`; in the public domain (CC0 1.0).
// Der Drachenschatz, a small complete game to try the harness on. Put your own game in its place.
//
// It has its own names (cards are words, seats are counted from 1) and its own way of keeping things
// (hoards are unordered lists, each dragon knows its pile), as your game will have.

const BOX = { cow: 16, sheep: 16, gold: 32, gem: 24, crown: 16 };
const COW = "cow";
const SHEEP = "sheep";
const MANY = 5; // players, from whom on there are fewer years, and cows and sheep are counted apart
const YEARS = 4;
const YEARS_OF_MANY = 3;

/** What treasures are worth; all else is worth nothing. */
export const WORTH = { gold: 1, gem: 3, crown: 5 };

/** Thrown when a move may not be made; the game is then as it was before. */
export class IllegalMove extends Error {}

/**
 * A game at any moment:
 *   years   the cards of this year and of those to come, face down, the next one last: list of lists
 *   piles   the treasure piles, the card that is seen last: list of lists
 *   dragons the number of the pile, from 0, that the dragon of a seat is on: Map
 *   hoards  the cards of the players, the one on seat 1 first: list of lists
 *   worth   what treasures are worth
 *   year    the number of the year, from 1
 *   toMove  the seat to move, from 1; after the end, the one that moved last
 *   over    whether the game has ended
 *
 * A move is {reveal: pile} or {claim: pile}.
 */
export class Game {
  constructor(fields) {
    Object.assign(this, { toMove: 1, year: 1, over: false, worth: WORTH, dragons: new Map() }, fields);
  }

  /** A shuffled opening for 3 to 6 players. */
  static deal(players) {
    const cards = shuffle(Object.entries(BOX).flatMap(([card, copies]) => Array(copies).fill(card)));
    const years = [];
    for (let left = players < MANY ? YEARS : YEARS_OF_MANY; left > 0; left--) {
      years.push(cards.splice(-Math.ceil(cards.length / left)));
    }
    const game = new Game({ years, hoards: Array.from({ length: players }, () => []) });
    game.#turnUp();
    return game;
  }

  /** What is left of this year. */
  get middle() {
    return this.years[0] ?? [];
  }

  /** Makes a move, or throws an `IllegalMove`. */
  play(move) {
    if (this.over) throw new IllegalMove("the game is over");
    if ("reveal" in move) this.#reveal(move.reveal);
    else this.#claim(move.claim);
    if (this.dragons.size === this.hoards.length - 1) this.#endYear();
    else this.#pass();
  }

  /** All moves that may be made now. */
  moves() {
    const free = [...this.piles.keys()].filter((pile) => this.#isFree(pile));
    const reveals = this.middle.length > 0 ? free.map((reveal) => ({ reveal })) : [];
    return [...reveals, ...free.map((claim) => ({ claim }))];
  }

  /** What a player's hoard is worth. */
  points(seat) {
    return this.hoards[seat - 1].reduce((points, card) => points + (this.worth[card] ?? 0), 0);
  }

  /** The seats of those who are out: who has fewest animals, of each kind if there are many players. */
  out() {
    const animals = this.hoards.map((hoard) => hoard.filter((card) => card === COW || card === SHEEP));
    if (this.hoards.length < MANY) return fewest(animals.map((own) => own.length));
    return [...new Set([COW, SHEEP].flatMap((kind) => fewest(animals.map((own) => count(own, kind)))))];
  }

  /** The seats of those who win: most points among those who are not out. */
  winners() {
    const out = this.out();
    const left = [...this.hoards.keys()].map((index) => index + 1).filter((seat) => !out.includes(seat));
    const most = Math.max(...left.map((seat) => this.points(seat)));
    return left.filter((seat) => this.points(seat) === most);
  }

  #isFree(pile) {
    return pile in this.piles && ![...this.dragons.values()].includes(pile);
  }

  #reveal(pile) {
    if (this.middle.length === 0) throw new IllegalMove("the year has no card left");
    if (!this.#isFree(pile)) throw new IllegalMove("cards are put on a pile without a dragon");
    this.piles[pile].push(this.middle.pop());
  }

  #claim(pile) {
    if (!this.#isFree(pile)) throw new IllegalMove("a dragon is put on a pile without one");
    this.dragons.set(this.toMove, pile);
  }

  /** The next player is the next one clockwise whose dragon is on no pile. */
  #pass() {
    do this.toMove = this.#after(this.toMove);
    while (this.dragons.has(this.toMove));
  }

  #after(seat) {
    return (seat % this.hoards.length) + 1;
  }

  /** All bring home what they have; who has no pile takes the one that is left, and the rest of the year. */
  #endYear() {
    const rest = [...this.piles.keys()].find((pile) => this.#isFree(pile));
    let last = 0;
    this.hoards.forEach((hoard, index) => {
      const pile = this.dragons.get(index + 1);
      hoard.push(...this.piles[pile ?? rest]);
      if (pile === undefined) last = index + 1;
    });
    this.hoards[last - 1].push(...this.years.shift());
    this.dragons.clear();
    this.piles = [];
    this.over = this.years.length === 0;
    if (this.over) return;
    this.year++;
    this.toMove = this.#after(last);
    this.#turnUp();
  }

  /** Starts a year: its first cards make the piles. */
  #turnUp() {
    this.piles = this.hoards.map(() => [this.middle.pop()]);
  }
}

/** The seats with the lowest number, if it is only one. */
function fewest(numbers) {
  const lowest = Math.min(...numbers);
  return count(numbers, lowest) === 1 ? [numbers.indexOf(lowest) + 1] : [];
}

function count(list, wanted) {
  return list.filter((each) => each === wanted).length;
}

function shuffle(cards) {
  for (let last = cards.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1));
    [cards[last], cards[other]] = [cards[other], cards[last]];
  }
  return cards;
}
