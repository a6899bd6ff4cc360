<?php
// Written by `dragonproof init`; in the public domain (CC0 1.0).
// Please Don't Burn My Village!, a small complete game to try the harness on. Put your own game in its place.
//
// It has its own names (cards are words, seats are counted from 1) and its own way of keeping things
// (cards are counted, the next card of the pile is the last of the list), as your game will have.

declare(strict_types=1);

const JOKER = 'Joker';
const TREASURES = ['gold', 'ruby', 'silver', 'pearl', 'emerald', 'ivory'];
const COPIES = 14; // of each treasure
const JOKERS_PER_PLAYER = 4;
const HAND = 7;
const WORTH = [1, 1, 2, 2, 3, 4]; // of the places of the dragon's favor, the lowest first
const STALLS = [3, 2, 1, 0]; // by what they cost, in the order in which they get cards
const JOKER_PENALTY = 2;

/** Thrown when a move may not be made; the game is then as it was before. */
final class IllegalMove extends Exception
{
}

/**
 * A game at any moment. Where cards are counted, they are an array from card to number, without zeros.
 *
 * A move is ['draw'], ['bribe', treasure, counted cards] or ['visit', stall, counted cards, treasure to curse];
 * the last is null where nothing is paid.
 */
final class Game
{
    /** The player to move; after the end, the one that moved last. */
    public int $seat = 1;
    public bool $over = false;

    /** Cards face down, the next one last. */
    public array $pile = [];

    /** The treasures by the dragon's favor, the lowest first; and what their places are worth. */
    public array $favor = [];
    public array $worth = WORTH;

    /** By seat, from 1: counted hands, and for each bribed treasure the counted cards. */
    public array $hands = [];
    public array $bribes = [];

    /** By stall: counted cards; and those out of the game. */
    public array $market = [];
    public array $discarded = [];

    /** A shuffled opening for 2 to 5 players. */
    public static function deal(int $players): self
    {
        $game = new self();
        foreach (TREASURES as $treasure) {
            array_push($game->pile, ...array_fill(0, COPIES, $treasure));
        }
        array_push($game->pile, ...array_fill(0, JOKERS_PER_PLAYER * $players, JOKER));
        shuffle($game->pile);
        for ($seat = 1; $seat <= $players; $seat++) {
            $game->hands[$seat] = array_count_values(array_splice($game->pile, -HAND));
            $game->bribes[$seat] = [];
        }
        foreach (STALLS as $stall) {
            $game->market[$stall] = [array_pop($game->pile) => 1];
        }
        $game->favor = TREASURES;
        shuffle($game->favor);
        return $game;
    }

    /** Makes a move, or throws an `IllegalMove`. */
    public function play(array $move): void
    {
        if ($this->over) {
            throw new IllegalMove('the game is over');
        }
        match ($move[0]) {
            'draw' => $this->draw(),
            'bribe' => $this->bribe($move[1], $move[2]),
            'visit' => $this->visit($move[1], $move[2], $move[3]),
        };
        if ($this->over) {
            $this->lastBribes();
        } else {
            $this->seat = $this->seat % count($this->hands) + 1;
        }
    }

    /** All moves that may be made now. */
    public function moves(): array
    {
        return $this->over ? [] : [['draw'], ...$this->possibleBribes(), ...$this->possibleVisits()];
    }

    /** What a player's bribes are worth, less the cards left in the hand. */
    public function points(int $seat): int
    {
        $value = array_combine($this->favor, $this->worth) + [JOKER => JOKER_PENALTY];
        $points = 0;
        foreach ($this->bribes[$seat] as $treasure => $cards) {
            $points += $value[$treasure] * array_sum($cards);
        }
        foreach ($this->hands[$seat] as $card => $number) {
            $points -= $value[$card] * $number;
        }
        return $points;
    }

    /** The seats of those who win: most points, then most cards in the bribe on the highest place, and so on down. */
    public function winners(): array
    {
        $standings = [];
        foreach (array_keys($this->hands) as $seat) {
            $standings[$seat] = [$this->points($seat)];
            foreach (array_reverse($this->favor) as $treasure) {
                $standings[$seat][] = array_sum($this->bribes[$seat][$treasure] ?? []);
            }
        }
        return array_keys($standings, max($standings)); // arrays of the same length compare entry by entry
    }

    private function draw(): void
    {
        if ($this->pile === []) {
            $this->over = true;
        } else {
            $this->hands[$this->seat] = plus($this->hands[$this->seat], [array_pop($this->pile) => 1]);
        }
    }

    private function bribe(string $treasure, array $cards): void
    {
        if (!in_array($treasure, $this->favor, true)) {
            throw new IllegalMove("the dragon does not know $treasure");
        }
        if ($cards === [] || array_diff(array_keys($cards), [$treasure, JOKER]) !== []) {
            throw new IllegalMove('a bribe is of one treasure and jokers');
        }
        if (!isset($cards[$treasure]) && !isset($this->bribes[$this->seat][$treasure])) {
            throw new IllegalMove('jokers alone do not start a bribe');
        }
        $this->hands[$this->seat] = minus($this->hands[$this->seat], $cards);
        $this->bribes[$this->seat][$treasure] = plus($this->bribes[$this->seat][$treasure] ?? [], $cards);
        $this->moveToken($treasure, array_sum($cards));
        $this->refill($treasure);
    }

    private function visit(int $stall, array $payment, ?string $cursed): void
    {
        if ($this->market[$stall] === []) {
            throw new IllegalMove('this stall has no cards');
        }
        if (array_sum($payment) !== $stall) {
            throw new IllegalMove("this stall costs $stall");
        }
        if (array_keys($payment) === [JOKER]) {
            throw new IllegalMove('jokers alone do not pay');
        }
        if ($stall === 0 ? $cursed !== null : $cursed === JOKER || !isset($payment[$cursed])) {
            throw new IllegalMove('a treasure that was paid with is cursed');
        }
        $this->hands[$this->seat] = plus(minus($this->hands[$this->seat], $payment), $this->market[$stall]);
        $this->market[$stall] = [];
        $this->discarded = plus($this->discarded, $payment);
        if ($cursed !== null) {
            $this->moveToken($cursed, -$stall);
        }
    }

    /** Moves a token up, or down if `$steps` is negative, one place at a time, changing places with its neighbour. */
    private function moveToken(string $treasure, int $steps): void
    {
        $place = array_search($treasure, $this->favor, true);
        for ($step = $steps <=> 0; $steps !== 0 && isset($this->favor[$place + $step]); $steps -= $step) {
            $this->favor[$place] = $this->favor[$place + $step];
            $this->favor[$place += $step] = $treasure;
        }
    }

    /** Deals to the stalls in turn until this treasure or a joker has come; the game ends if there is no card to deal. */
    private function refill(string $treasure): void
    {
        for ($dealt = 0; $this->pile !== []; $dealt++) {
            $card = array_pop($this->pile);
            $stall = STALLS[$dealt % count(STALLS)];
            $this->market[$stall] = plus($this->market[$stall], [$card => 1]);
            if ($card === $treasure || $card === JOKER) {
                return;
            }
        }
        $this->over = true;
    }

    /** At the end what fits a player's bribes goes from the hand into them; jokers stay. */
    private function lastBribes(): void
    {
        foreach ($this->bribes as $seat => $bribes) {
            $fitting = array_intersect_key($this->hands[$seat], $bribes);
            $this->hands[$seat] = array_diff_key($this->hands[$seat], $bribes);
            foreach ($fitting as $treasure => $number) {
                $this->bribes[$seat][$treasure] = plus($bribes[$treasure], [$treasure => $number]);
            }
        }
    }

    private function possibleBribes(): array
    {
        $hand = $this->hands[$this->seat];
        $moves = [];
        foreach ($this->favor as $treasure) {
            $first = isset($this->bribes[$this->seat][$treasure]) ? 0 : 1;
            for ($own = $first; $own <= ($hand[$treasure] ?? 0); $own++) {
                for ($jokers = $own === 0 ? 1 : 0; $jokers <= ($hand[JOKER] ?? 0); $jokers++) {
                    $moves[] = ['bribe', $treasure, array_filter([$treasure => $own, JOKER => $jokers])];
                }
            }
        }
        return $moves;
    }

    private function possibleVisits(): array
    {
        $moves = [];
        foreach (STALLS as $stall) {
            if ($this->market[$stall] === []) {
                continue;
            }
            foreach (choices($this->hands[$this->seat], $stall) as $payment) {
                $treasures = array_diff(array_keys($payment), [JOKER]);
                foreach ($stall === 0 ? [null] : $treasures as $cursed) {
                    $moves[] = ['visit', $stall, $payment, $cursed];
                }
            }
        }
        return $moves;
    }
}

/** Counted cards, and some more. */
function plus(array $cards, array $more): array
{
    foreach ($more as $card => $number) {
        $cards[$card] = ($cards[$card] ?? 0) + $number;
    }
    return $cards;
}

/** Counted cards without some of them; throws an `IllegalMove` if they are not there. */
function minus(array $cards, array $some): array
{
    foreach ($some as $card => $number) {
        if (($cards[$card] ?? 0) < $number) {
            throw new IllegalMove("not enough of $card in the hand");
        }
        $cards[$card] -= $number;
    }
    return array_filter($cards);
}

/** All ways to choose so many of counted cards, each counted. */
function choices(array $cards, int $size): array
{
    if ($size === 0) {
        return [[]];
    }
    $ways = [];
    while ($cards !== []) {
        $card = array_key_first($cards);
        $number = $cards[$card];
        unset($cards[$card]);
        for ($taken = 1; $taken <= min($number, $size); $taken++) {
            foreach (choices($cards, $size - $taken) as $rest) {
                $ways[] = [$card => $taken] + $rest;
            }
        }
    }
    return $ways;
}
