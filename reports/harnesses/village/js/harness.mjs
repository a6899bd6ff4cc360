#!/usr/bin/env node
// Written by `dragonproof init`; in the public domain (CC0 1.0).
//
// Lets `dragonproof check` play the game in game.mjs, by JSON-RPC on standard input and output.
// The table and the part below it are to be changed for your own game; the protocol, in protocol.mjs, is not.

import { Game, IllegalMove } from "./game.mjs";
import { NotSupported, lookup, serve } from "./protocol.mjs";

// The table: what the protocol calls a thing, and what your game calls it.

const CARDS = { A: "gold", B: "ruby", C: "silver", D: "pearl", E: "emerald", F: "ivory", W: "Joker" };
const SEATS = [1, 2, 3, 4, 5]; // of the players that the protocol calls 0, 1, 2, 3, 4

const card = lookup(Object.entries(CARDS));
const letter = lookup(Object.entries(CARDS).map(([letter, card]) => [card, letter]));
const seat = lookup(SEATS.entries());
const player = lookup([...SEATS.entries()].map(([player, seat]) => [seat, player]));

// The part to change: your game, by a few functions. Errors: `IllegalMove` and `NotSupported`.

const NAME = "my-game";
const VERSION = "1.0";
const CAPABILITIES = ["legal_actions", "outcome", "replay", "observe", "deals"]; // take out what your game cannot do
const READINGS = {}; // where it follows another reading than the default: {"tie.count": "treasure"}

/** A shuffled opening. */
function deal(players) {
  return Game.deal(players);
}

/** The game in exactly this position. */
function setUp(state) {
  if ((state.next_stall ?? 3) !== 3) throw new NotSupported("refills that go on where the last one stopped");
  const seats = [];
  for (let number = 0; number < state.players; number++) {
    const bribes = Object.entries(state.bribes[number]).map(([treasure, bribe]) => [card(treasure), cards(bribe)]);
    seats[seat(number) - 1] = { hand: cards(state.hands[number]), bribes: new Map(bribes) };
  }
  return new Game({
    seats,
    pile: cards(state.deck).reverse(),
    place: new Map(state.track.map((treasure, place) => [card(treasure), place])),
    worth: state.values,
    market: [0, 1, 2, 3].map((price) => cards(state.market[price])),
    discarded: cards(state.discard),
    toMove: seat(state.turn),
    over: state.over,
  });
}

/** The position of the game. A field that your game does not keep may be left out: it is not compared then. */
function stateOf(game) {
  const players = game.seats.map((_, number) => game.player(seat(number)));
  const track = [];
  for (const [treasure, place] of game.place) track[place] = letter(treasure);
  return {
    players: players.length,
    turn: player(game.toMove),
    over: game.over,
    deck: game.pile.map(letter).reverse().join(""),
    hands: players.map(({ hand }) => letters(hand)),
    bribes: players.map(({ bribes }) =>
      Object.fromEntries([...bribes].map(([treasure, bribe]) => [letter(treasure), letters(bribe)])),
    ),
    market: Object.fromEntries(game.market.map((stall, price) => [price, letters(stall)])),
    track,
    values: game.worth,
    discard: letters(game.discarded),
  };
}

/** Plays an action for the player to move; throws an `IllegalMove`, and changes nothing, if it cannot be played. */
function play(game, action) {
  if (action.type === "draw") {
    game.play({ draw: true });
  } else if (action.type === "bribe") {
    game.play({ bribe: card(action.treasure), cards: cards(action.cards) });
  } else if ("curse" in action) {
    game.play({ visit: action.stall, pay: cards(action.pay), curse: card(action.curse) });
  } else {
    game.play({ visit: action.stall, pay: [] });
  }
}

/** All actions that can be played, in any order. */
function legalActions(game) {
  return game.moves().map((move) => {
    if ("draw" in move) return { type: "draw" };
    if ("bribe" in move) return { type: "bribe", treasure: letter(move.bribe), cards: letters(move.cards) };
    if (move.visit === 0) return { type: "visit", stall: 0 };
    return { type: "visit", stall: move.visit, pay: letters(move.pay), curse: letter(move.curse) };
  });
}

/** Scores and winners of a game that is over. */
function outcome(game) {
  return {
    scores: game.seats.map((_, number) => game.points(seat(number))),
    winners: game.winners().map(player).sort((one, other) => one - other),
  };
}

/** What your game shows to one player, in any form. It must not depend on what that player cannot see. */
function observe(game, viewer) {
  const state = stateOf(game);
  return {
    ...state,
    deck: state.deck.length,
    hands: state.hands.map((hand, other) => (other === viewer ? hand : hand.length)),
  };
}

/** The cards of a string of letters. */
function cards(text) {
  return [...text].map(card);
}

/** The letters of cards, in ascending order. */
function letters(names) {
  return names.map(letter).sort().join("");
}

const FUNCTIONS = { deal, setUp, stateOf, play, legalActions, outcome, observe, IllegalMove };

serve({ game: "village", NAME, VERSION, CAPABILITIES, READINGS, ...FUNCTIONS });
