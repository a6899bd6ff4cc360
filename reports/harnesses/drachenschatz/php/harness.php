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
    'C' => 'cow',
    'S' => 'sheep',
    'G' => 'gold',
    'J' => 'gem',
    'K' => 'crown',
];
const SEATS = [0 => 1, 1 => 2, 2 => 3, 3 => 4, 4 => 5, 5 => 6];

define('LETTERS', array_flip(CARDS));
define('PLAYERS', array_flip(SEATS));

// The part to change: your game, by a few functions. Errors: `IllegalMove` and `NotSupported`.

const NAME = 'my-game';
const VERSION = '1.0';
const CAPABILITIES = ['legal_actions', 'outcome', 'replay', 'observe', 'deals']; // take out what your game cannot do
const READINGS = []; // where it follows another reading than the default: ['claim.turns' => 'reveal']

/** A shuffled opening. */
function deal(int $players): Game
{
    return Game::deal($players);
}

/** The game in exactly this position. */
function set_up(array $state): Game
{
    if (in_array($state['turn'], array_column($state['piles'], 'dragon'), true)) {
        throw new NotSupported('turns of a player who has claimed');
    }
    $game = new Game();
    $game->seat = SEATS[$state['turn']];
    $game->over = $state['over'];
    $game->year = $state['year'];
    $game->middle = array_reverse(names($state['middle']));
    $game->later = array_map(fn ($year) => array_reverse(names($year)), $state['later']);
    foreach ($state['piles'] as $pile) {
        $game->piles[] = names($pile['cards']);
        $game->dragons[] = $pile['dragon'] === null ? null : SEATS[$pile['dragon']];
    }
    for ($player = 0; $player < $state['players']; $player++) {
        $game->hoards[SEATS[$player]] = counted($state['hoards'][$player]);
    }
    foreach ($state['worth'] ?? [] as $letter => $worth) {
        $game->worth[CARDS[$letter]] = $worth;
    }
    return $game;
}

/** The position of the game. A field that your game does not keep may be left out: it is not compared then. */
function state_of(Game $game): array
{
    $piles = $hoards = $worth = [];
    foreach ($game->piles as $pile => $cards) {
        $dragon = $game->dragons[$pile];
        $piles[] = ['cards' => in_order($cards), 'dragon' => $dragon === null ? null : PLAYERS[$dragon]];
    }
    for ($player = 0; $player < count($game->hoards); $player++) {
        $hoards[] = letters($game->hoards[SEATS[$player]]);
    }
    foreach ($game->worth as $card => $number) {
        $worth[LETTERS[$card]] = $number;
    }
    return [
        'players' => count($game->hoards),
        'turn' => PLAYERS[$game->seat],
        'over' => $game->over,
        'year' => $game->year,
        'middle' => in_order(array_reverse($game->middle)),
        'later' => array_map(fn ($year) => in_order(array_reverse($year)), $game->later),
        'piles' => $piles,
        'hoards' => $hoards,
    ] + ($game->worth === WORTH ? [] : ['worth' => $worth]);
}

/** Plays an action for the player to move; throws an `IllegalMove`, and changes nothing, if it cannot be played. */
function play(Game $game, array $action): void
{
    $game->play([$action['type'], $action['pile']]);
}

/** All actions that can be played, in any order. */
function legal_actions(Game $game): array
{
    return array_map(action_of(...), $game->moves());
}

/** A move in the words of the protocol. */
function action_of(array $move): array
{
    return ['type' => $move[0], 'pile' => $move[1]];
}

/** Scores and winners of a game that is over, and who is out. */
function outcome(Game $game): array
{
    $scores = [];
    for ($player = 0; $player < count($game->hoards); $player++) {
        $scores[] = $game->points(SEATS[$player]);
    }
    $winners = array_map(fn ($seat) => PLAYERS[$seat], $game->winners());
    $out = array_map(fn ($seat) => PLAYERS[$seat], $game->out());
    sort($winners);
    sort($out);
    return ['scores' => $scores, 'winners' => $winners, 'out' => $out];
}

/** What your game shows to one player, in any form. It must not depend on what that player cannot see. */
function observe(Game $game, int $player): array
{
    $view = ['viewer' => $player] + state_of($game);
    $view['middle'] = strlen($view['middle']);
    $view['later'] = array_map(strlen(...), $view['later']);
    foreach ($view['piles'] as $number => $pile) {
        $view['piles'][$number]['cards'] = [strlen($pile['cards']), substr($pile['cards'], -1)];
    }
    return $view;
}

/** The cards of a string of letters, in the same order. */
function names(string $text): array
{
    return $text === '' ? [] : array_map(fn ($letter) => CARDS[$letter], str_split($text));
}

/** The letters of a list of cards, in the same order. */
function in_order(array $cards): string
{
    return implode(array_map(fn ($card) => LETTERS[$card], $cards));
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

serve('drachenschatz');
