#!/usr/bin/env node
// Written by `dragonproof init`; in the public domain (CC0 1.0).
//
// Lets `dragonproof check` play the game in game.mjs, by JSON-RPC on standard input and output.
// The table and the part below it are to be changed for your own game; the protocol, in protocol.mjs, is not.

import { Game, IllegalMove, WORTH } from "./game.mjs";
import { NotSupported, lookup, serve } from "./protocol.mjs";

// The table: what the protocol calls a thing, and what your game calls it.

const CARDS = { C: "cow", S: "sheep", G: "gold", J: "gem", K: "crown" };
const SEATS = [1, 2, 3, 4, 5, 6]; // of the players that the protocol calls 0, 1, 2, 3, 4, 5

const card = lookup(Object.entries(CARDS));
const letter = lookup(Object.entries(CARDS).map(([letter, card]) => [card, letter]));
const seat = lookup(SEATS.entries());
const player = lookup([...SEATS.entries()].map(([player, seat]) => [seat, player]));

// The part to change: your game, by a few functions. Errors: `IllegalMove` and `NotSupported`.

const NAME = "my-game";
const VERSION = "1.0";
const CAPABILITIES = ["legal_actions", "outcome", "replay", "observe", "deals"]; // take out what your game cannot do
const READINGS = {}; // where it follows another reading than the default: {"claim.turns": "reveal"}

/** A shuffled opening. */
function deal(players) {
  return Game.deal(players);
}

/** The game in exactly this position. */
function setUp(state) {
  const dragons = new Map();
  for (const [pile, { dragon }] of state.piles.entries()) if (dragon !== null) dragons.set(seat(dragon), pile);
  if (dragons.has(seat(state.turn))) throw new NotSupported("turns of a player who has claimed");
  const hoards = [];
  for (let number = 0; number < state.players; number++) hoards[seat(number) - 1] = cards(state.hoards[number]);
  const worth = state.worth && Object.fromEntries(Object.entries(state.worth).map(([key, value]) => [card(key), value]));
  return new Game({
    hoards,
    dragons,
    years: state.over ? [] : [state.middle, ...state.later].map((year) => cards(year).reverse()),
    piles: state.piles.map((pile) => cards(pile.cards)),
    worth: worth ?? WORTH,
    year: state.year,
    toMove: seat(state.turn),
    over: state.over,
  });
}

/** The position of the game. A field that your game does not keep may be left out: it is not compared then. */
function stateOf(game) {
  const piles = game.piles.map((pile) => ({ cards: pile.map(letter).join(""), dragon: null }));
  for (const [owner, pile] of game.dragons) piles[pile].dragon = player(owner);
  const downwards = (year) => year.map(letter).reverse().join("");
  const state = {
    players: game.hoards.length,
    turn: player(game.toMove),
    over: game.over,
    year: game.year,
    middle: downwards(game.middle),
    later: game.years.slice(1).map(downwards),
    piles,
    hoards: game.hoards.map((_, number) => letters(game.hoards[seat(number) - 1])),
  };
  const isUsual = Object.keys(WORTH).every((name) => game.worth[name] === WORTH[name]);
  if (!isUsual) state.worth = Object.fromEntries(Object.entries(game.worth).map(([name, value]) => [letter(name), value]));
  return state;
}

/** Plays an action for the player to move; throws an `IllegalMove`, and changes nothing, if it cannot be played. */
function play(game, action) {
  if (action.type === "reveal") game.play({ reveal: action.pile });
  else game.play({ claim: action.pile });
}

/** All actions that can be played, in any order. */
function legalActions(game) {
  return game.moves().map((move) => {
    if ("reveal" in move) return { type: "reveal", pile: move.reveal };
    return { type: "claim", pile: move.claim };
  });
}

/** Scores and winners of a game that is over, and who is out. */
function outcome(game) {
  const players = (seats) => seats.map(player).sort((one, other) => one - other);
  return {
    scores: game.hoards.map((_, number) => game.points(seat(number))),
    winners: players(game.winners()),
    out: players(game.out()),
  };
}

/** What your game shows to one player, in any form. It must not depend on what that player cannot see. */
function observe(game, viewer) {
  const state = stateOf(game);
  return {
    ...state,
    viewer,
    middle: state.middle.length,
    later: state.later.map((year) => year.length),
    piles: state.piles.map(({ cards, dragon }) => ({ cards: [cards.length, cards.at(-1)], dragon })),
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

serve({ game: "drachenschatz", NAME, VERSION, CAPABILITIES, READINGS, ...FUNCTIONS });
