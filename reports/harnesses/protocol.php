<?php
// Written by `dragonproof init`; in the public domain (CC0 1.0).
// The protocol of `dragonproof check`: JSON-RPC on standard input and output. There is nothing to change in here.

declare(strict_types=1);

ini_set('display_errors', 'stderr'); // never among the answers

/** Thrown when the game cannot do what is asked, for the reason given; such a case is skipped, not failed. */
final class NotSupported extends Exception
{
}

/** Thrown when a request is answered with this error. */
final class Refused extends Exception
{
}

/** Answers requests, one after the other. */
final class Protocol
{
    public bool $running = true;
    private ?Game $game = null;

    public function __construct(private readonly string $name)
    {
    }

    /** The answer to one line. */
    public function answer(string $line): array
    {
        $answer = ['jsonrpc' => '2.0', 'id' => null];
        try {
            $request = json_decode($line, true, flags: JSON_THROW_ON_ERROR);
            $answer['id'] = $request['id'];
            return $answer + ['result' => $this->result($request['method'], $request['params'] ?? [])];
        } catch (Throwable $error) {
            return $answer + ['error' => self::error($error)];
        }
    }

    private function result(string $method, array $params): ?array
    {
        if (!in_array($method, ['initialize', 'new_game', 'apply', 'shutdown', ...CAPABILITIES], true)) {
            throw new Refused("no method $method", -32601);
        }
        return match ($method) {
            'initialize' => $this->initialize($params),
            'new_game' => $this->newGame($params),
            'apply' => $this->apply($params['action']),
            'legal_actions' => ['actions' => legal_actions($this->current())],
            'outcome' => outcome($this->current()),
            'observe' => ['view' => observe($this->current(), $params['player'])],
            'replay' => $this->replay($params),
            'shutdown' => $this->shutdown(),
            default => throw new Refused("no method $method", -32601),
        };
    }

    private static function error(Throwable $error): array
    {
        $message = $error->getMessage();
        if ($error instanceof IllegalMove) {
            return ['code' => -32002, 'message' => $message];
        }
        if ($error instanceof NotSupported) {
            return ['code' => -32003, 'message' => 'not supported', 'data' => ['reason' => $message]];
        }
        if ($error instanceof Refused) {
            return ['code' => $error->getCode(), 'message' => $message];
        }
        fwrite(STDERR, "$error\n"); // the game has gone wrong: where, is in the log
        return ['code' => -32603, 'message' => $message];
    }

    private function initialize(array $params): array
    {
        if ($params['protocol'] !== 1 || $params['game'] !== $this->name) {
            throw new Refused("this is protocol 1, game $this->name", -32001);
        }
        $greeting = ['protocol' => 1, 'name' => NAME, 'version' => VERSION, 'language' => 'PHP'];
        return $greeting + ['capabilities' => CAPABILITIES, 'readings' => (object) READINGS];
    }

    private function newGame(array $params): array
    {
        if (isset($params['state'])) {
            $this->game = set_up($params['state']);
        } elseif (in_array('deals', CAPABILITIES, true)) {
            $this->game = deal($params['players']);
        } else {
            throw new NotSupported('dealing');
        }
        return ['state' => state_of($this->game)];
    }

    private function apply(array $action): array
    {
        play($this->current(), $action);
        return ['state' => state_of($this->current())];
    }

    private function replay(array $params): array
    {
        $wished = $params['legal_actions'] ?? false;
        $this->game = set_up($params['state']);
        $over = state_of($this->game)['over'];
        $result = ['states' => [], 'outcome' => null];
        $lists = $wished ? [legal_actions($this->game)] : [];
        foreach ($params['actions'] as $index => $action) {
            try {
                play($this->game, $action);
            } catch (IllegalMove) {
                $result['illegal'] = $index;
                break;
            }
            $state = state_of($this->game);
            $over = $state['over'];
            $result['states'][] = $state;
            if ($wished) {
                $lists[] = legal_actions($this->game);
            }
        }
        if ($over && !isset($result['illegal']) && in_array('outcome', CAPABILITIES, true)) {
            $result['outcome'] = outcome($this->game);
        }
        return $wished ? $result + ['legal_actions' => $lists] : $result;
    }

    private function shutdown(): ?array
    {
        $this->running = false;
        return null;
    }

    private function current(): Game
    {
        return $this->game ?? throw new Refused('no game is set up', -32000);
    }
}

/** Answers until it is told to shut down, or its input ends. */
function serve(string $game): void
{
    set_error_handler(fn ($level, $text, $file, $line) => throw new ErrorException($text, 0, $level, $file, $line));
    ob_start(fn ($text) => fwrite(STDERR, $text) === false ? $text : '', 1); // what the game prints goes to the log
    $protocol = new Protocol($game);
    while ($protocol->running && ($line = fgets(STDIN)) !== false) {
        fwrite(STDOUT, json_encode($protocol->answer($line), JSON_THROW_ON_ERROR) . "\n");
    }
}
