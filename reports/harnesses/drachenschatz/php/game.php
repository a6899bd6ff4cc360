<?php
// Written by `dragonproof init`; in the public domain (CC0 1.0).
// Der Drachenschatz, a small complete game to try the harness on. Put your own game in its place.
//
// It has its own names (cards are words, seats are counted from 1) and its own way of keeping things
// (cards are counted where their order does not matter, the next card of a year is the last of the list),
// as your game will have.

declare(strict_types=1);

const BOX = ['cow' => 16, 'sheep' => 16, 'gold' => 32, 'gem' => 24, 'crown' => 16];
const WORTH = ['gold' => 1, 'gem' => 3, 'crown' => 5]; // other cards are worth nothing
const YEARS = [3 => 4, 4 => 4, 5 => 3, 6 => 3]; // by the number of players
const APART = [3 => false, 4 => false, 5 => true, 6 => true]; // whether cows and sheep are counted apart

/** Thrown when a move may not be made; the game is then as it was before. */
final class IllegalMove extends Exception
{
}

/**
 * A game at any moment. A move is ['reveal', pile] or ['claim', pile].
 */
final class Game
{
    /** The player to move; after the end, the one that moved last. */
    public int $seat = 1;
    public bool $over = false;
    public int $year = 1;

    /** What is left of the year, face down, the next card last; and the years to come, in the same way. */
    public array $middle = [];
    public array $later = [];

    /** By the number of the pile, from 0: its cards, the one that is seen last; and the seat of its dragon, or null. */
    public array $piles = [];
    public array $dragons = [];

    /** By seat, from 1: an array from card to number. */
    public array $hoards = [];

    /** What treasures are worth. */
    public array $worth = WORTH;

    /** A shuffled opening for 3 to 6 players. */
    public static function deal(int $players): self
    {
        $game = new self();
        $game->hoards = array_fill(1, $players, []);
        $cards = [];
        foreach (BOX as $card => $copies) {
            array_push($cards, ...array_fill(0, $copies, $card));
        }
        shuffle($cards);
        foreach ($cards as $index => $card) {
            $game->later[$index % YEARS[$players]][] = $card;
        }
        $game->startYear();
        return $game;
    }

    /** Makes a move, or throws an `IllegalMove`. */
    public function play(array $move): void
    {
        [$kind, $pile] = $move;
        if ($this->over) {
            throw new IllegalMove('the game is over');
        }
        if (!in_array($pile, $this->free(), true)) {
            throw new IllegalMove('there is no such pile, or it has a dragon');
        }
        match ($kind) {
            'reveal' => $this->reveal($pile),
            'claim' => $this->dragons[$pile] = $this->seat,
        };
        if (count($this->free()) === 1) {
            $this->endYear();
        } else {
            $this->seat = $this->next($this->seat);
        }
    }

    /** All moves that may be made now. */
    public function moves(): array
    {
        $moves = [];
        foreach ($this->free() as $pile) {
            $moves[] = ['claim', $pile];
            if ($this->middle !== []) {
                $moves[] = ['reveal', $pile];
            }
        }
        return $moves;
    }

    /** What a player's hoard is worth. */
    public function points(int $seat): int
    {
        $points = 0;
        foreach ($this->hoards[$seat] as $card => $number) {
            $points += ($this->worth[$card] ?? 0) * $number;
        }
        return $points;
    }

    /** The seats of those who are out: who is alone in having fewest animals, or fewest of one kind. */
    public function out(): array
    {
        $cows = array_map(fn ($hoard) => $hoard['cow'] ?? 0, $this->hoards);
        $sheep = array_map(fn ($hoard) => $hoard['sheep'] ?? 0, $this->hoards);
        $both = [];
        foreach ($cows as $seat => $number) {
            $both[$seat] = $number + $sheep[$seat];
        }
        $out = APART[count($this->hoards)] ? [...lone($cows), ...lone($sheep)] : lone($both);
        return array_values(array_unique($out));
    }

    /** The seats of those who win: most points among those who are not out. */
    public function winners(): array
    {
        $points = [];
        foreach (array_diff(array_keys($this->hoards), $this->out()) as $seat) {
            $points[$seat] = $this->points($seat);
        }
        return array_keys($points, max($points));
    }

    /** The numbers of the piles without a dragon. */
    private function free(): array
    {
        return array_keys($this->dragons, null, true);
    }

    private function reveal(int $pile): void
    {
        if ($this->middle === []) {
            throw new IllegalMove('the year has no card left');
        }
        $this->piles[$pile][] = array_pop($this->middle);
    }

    /** The next seat clockwise whose dragon is on no pile. */
    private function next(int $seat): int
    {
        $seat = $seat % count($this->hoards) + 1;
        return in_array($seat, $this->dragons, true) ? $this->next($seat) : $seat;
    }

    /** The last player takes the pile that is left and the rest of the year, and all bring home what they have. */
    private function endYear(): void
    {
        [$rest] = $this->free();
        $last = $this->next($this->seat);
        $this->dragons[$rest] = $last;
        array_push($this->piles[$rest], ...$this->middle);
        foreach ($this->dragons as $pile => $seat) {
            foreach ($this->piles[$pile] as $card) {
                $this->hoards[$seat][$card] = ($this->hoards[$seat][$card] ?? 0) + 1;
            }
        }
        $this->middle = $this->piles = $this->dragons = [];
        if ($this->later === []) {
            $this->over = true;
            return;
        }
        $this->year++;
        $this->startYear();
        $this->seat = $this->next($last);
    }

    /** Puts the next year in the middle and turns up a card for each pile. */
    private function startYear(): void
    {
        $this->middle = array_shift($this->later);
        foreach (array_keys($this->hoards) as $pile => $_) {
            $this->piles[$pile] = [array_pop($this->middle)];
            $this->dragons[$pile] = null;
        }
    }
}

/** Who is alone in having the lowest number: that one key, or none. */
function lone(array $numbers): array
{
    $lowest = array_keys($numbers, min($numbers), true);
    return count($lowest) === 1 ? $lowest : [];
}
