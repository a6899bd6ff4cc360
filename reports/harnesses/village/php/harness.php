#!/usr/bin/env php
<?php
// Written by `dragonproof init`; in the public domain (CC0 1.0).
//
// Lets `dragonproof check` play the game in game.php, by JSON-RPC on standard input and output.
// The table and the part below it are to be changed for your own game; the protocol, in protocol.php, is not.

declare(strict_types=1);

require __DIR__ . '/protocol.php';
require __DIR__ . '/game.php';

// The table: what the protocol calls a thing, and what your game calls it.

const CARDS = [
    'A' => 'gold',
    'B' => 'ruby',
    'C' => 'silver',
    'D' => 'pearl',
    'E' => 'emerald',
    'F' => 'ivory',
    'W' => 'Joker',
];
const SEATS = [0 => 1, 1 => 2, 2 => 3, 3 => 4, 4 => 5];

define('LETTERS', array_flip(CARDS));
define('PLAYERS', array_flip(SEATS));

// The part to change: your game, by a few functions. Errors: `IllegalMove` and `NotSupported`.

const NAME = 'my-game';
const VERSION = '1.0';
const CAPABILITIES = ['legal_actions', 'outcome', 'replay', 'observe', 'deals']; // take out what your game cannot do
const READINGS = []; // where it follows another reading than the default: ['tie.count' => 'treasure']

/** A shuffled opening. */
function deal(int $players): Game
{
    return Game::deal($players);
}

/** The game in exactly this position. */
function set_up(array $state): Game
{
    if (($state['next_stall'] ?? 3) !== 3) {
        throw new NotSupported('refills that go on where the last one stopped');
    }
    $game = new Game();
    $game->seat = SEATS[$state['turn']];
    $game->over = $state['over'];
    $game->pile = array_reverse(names($state['deck']));
    $game->favor = array_map(fn ($letter) => CARDS[$letter], $state['track']);
    $game->worth = $state['values'];
    for ($player = 0; $player < $state['players']; $player++) {
        $game->hands[SEATS[$player]] = counted($state['hands'][$player]);
        $game->bribes[SEATS[$player]] = [];
        foreach ($state['bribes'][$player] as $letter => $cards) {
            $game->bribes[SEATS[$player]][CARDS[$letter]] = counted($cards);
        }
    }
    $game->market = array_map(counted(...), $state['market']);
    $game->discarded = counted($state['discard']);
    return $game;
}

/** The position of the game. A field that your game does not keep may be left out: it is not compared then. */
function state_of(Game $game): array
{
    $hands = $bribes = [];
    for ($player = 0; $player < count($game->hands); $player++) {
        $hands[] = letters($game->hands[SEATS[$player]]);
        $own = [];
        foreach ($game->bribes[SEATS[$player]] as $treasure => $cards) {
            $own[LETTERS[$treasure]] = letters($cards);
        }
        $bribes[] = (object) $own; // an empty array would be written as []
    }
    return [
        'players' => count($game->hands),
        'turn' => PLAYERS[$game->seat],
        'over' => $game->over,
        'deck' => implode(array_map(fn ($card) => LETTERS[$card], array_reverse($game->pile))),
        'hands' => $hands,
        'bribes' => $bribes,
        'market' => (object) array_map(letters(...), $game->market),
        'track' => array_map(fn ($treasure) => LETTERS[$treasure], $game->favor),
        'values' => $game->worth,
        'discard' => letters($game->discarded),
    ];
}

/** Plays an action for the player to move; throws an `IllegalMove`, and changes nothing, if it cannot be played. */
function play(Game $game, array $action): void
{
    $game->play(match ($action['type']) {
        'draw' => ['draw'],
        'bribe' => ['bribe', CARDS[$action['treasure']], counted($action['cards'])],
        'visit' => [
            'visit',
            $action['stall'],
            counted($action['pay'] ?? ''),
            isset($action['curse']) ? CARDS[$action['curse']] : null,
        ],
    });
}

/** All actions that can be played, in any order. */
function legal_actions(Game $game): array
{
    return array_map(action_of(...), $game->moves());
}

/** A move in the words of the protocol. */
function action_of(array $move): array
{
    if ($move[0] === 'draw') {
        return ['type' => 'draw'];
    }
    if ($move[0] === 'bribe') {
        return ['type' => 'bribe', 'treasure' => LETTERS[$move[1]], 'cards' => letters($move[2])];
    }
    [, $stall, $payment, $cursed] = $move;
    $paid = $cursed === null ? [] : ['pay' => letters($payment), 'curse' => LETTERS[$cursed]];
    return ['type' => 'visit', 'stall' => $stall] + $paid;
}

/** Scores and winners of a game that is over. */
function outcome(Game $game): array
{
    $scores = [];
    for ($player = 0; $player < count($game->hands); $player++) {
        $scores[] = $game->points(SEATS[$player]);
    }
    $winners = array_map(fn ($seat) => PLAYERS[$seat], $game->winners());
    sort($winners);
    return ['scores' => $scores, 'winners' => $winners];
}

/** What your game shows to one player, in any form. It must not depend on what that player cannot see. */
function observe(Game $game, int $player): array
{
    $view = state_of($game);
    $view['deck'] = strlen($view['deck']);
    foreach ($view['hands'] as $other => $hand) {
        $view['hands'][$other] = $other === $player ? $hand : strlen($hand);
    }
    return $view;
}

/** The cards of a string of letters, in the same order. */
function names(string $text): array
{
    return $text === '' ? [] : array_map(fn ($letter) => CARDS[$letter], str_split($text));
}

/** The cards of a string of letters, counted. */
function counted(string $text): array
{
    return array_count_values(names($text));
}

/** The letters of counted cards, in ascending order. */
function letters(array $cards): string
{
    $letters = [];
    foreach ($cards as $card => $number) {
        $letters[] = str_repeat(LETTERS[$card], $number);
    }
    sort($letters);
    return implode($letters);
}

serve('village');
