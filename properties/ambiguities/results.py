"""What is found out about readings as JSON, and back: nothing is lost on the way."""

from collections.abc import Mapping
from dataclasses import dataclass

from properties.ambiguities.beside import Beside, Neighbours, Relation
from properties.ambiguities.breaking import Breaks, Play
from properties.frequency import Counts
from properties.parting import Kind, Parting, Smallest
from properties.rates import Pairs, Seen
from reference_engine.interface import Action, Game
from reference_engine.jsonform import Json
from reference_engine.record import Header


@dataclass(frozen=True)
class Least:
    """The smallest parting in one kind, if any, and how many cards and players there are in its box.

    boxes, deals, pairs, here: as of `Smallest`. The number of boxes is also the place of that box by size.
    """

    parting: Parting | None
    cards: int
    players: int
    boxes: int
    deals: int
    pairs: int
    here: int

    @property
    def looked(self) -> int:
        """At how many pairs of positions."""
        return self.pairs + self.here


def least(game: Game, smallest: Smallest) -> Least:
    """What a search has found, without its box."""
    return Least(
        parting=smallest.parting,
        cards=len(game.unshuffled(smallest.box, smallest.players)[0]),
        players=smallest.players,
        boxes=smallest.boxes,
        deals=smallest.deals,
        pairs=smallest.pairs,
        here=smallest.here,
    )


def least_to_json(found: Least) -> Json:
    """All of it."""
    return vars(found) | {"parting": parting_to_json(found.parting) if found.parting else None}


def least_from_json(game: Game, data: Json) -> Least:
    """Inverts `least_to_json`."""
    parting = data["parting"]
    return Least(**data | {"parting": parting_from_json(game, parting) if parting else None})


def parting_to_json(parting: Parting) -> Json:
    """The opening, the actions as text, the kinds, and the readings of both rulesets that are not the default."""
    game = parting.one.game
    return {
        "state": game.position_to_json(parting.one.start),
        "actions": _texts(game, parting.actions),
        "kinds": sorted(kind.value for kind in parting.kinds),
        "one": parting.one.ruleset.differences(),
        "other": parting.other.ruleset.differences(),
    }


def parting_from_json(game: Game, data: Json) -> Parting:
    """Inverts `parting_to_json`."""
    one, other = (_header(game, data["state"], data[side]) for side in ("one", "other"))
    return Parting(one, other, _actions(game, data["actions"]), frozenset(map(Kind, data["kinds"])))


def neighbours_to_json(found: Neighbours) -> Json:
    """The JSON of `Neighbours`."""
    return {
        "alone": sorted(kind.value for kind in found.alone),
        "beside": [_beside_to_json(each) for each in found.beside],
        "boxes": found.boxes,
        "pairs": found.pairs,
    }


def neighbours_from_json(game: Game, data: Json) -> Neighbours:
    """Inverts `neighbours_to_json`."""
    beside = tuple(_beside_from_json(game, each) for each in data["beside"])
    return Neighbours(frozenset(map(Kind, data["alone"])), beside, data["boxes"], data["pairs"])


def breaks_to_json(found: Breaks) -> Json:
    """The JSON of `Breaks`."""
    return {
        "endless": _play_to_json(found.endless),
        "stuck": _play_to_json(found.stuck),
        "unwon": _play_to_json(found.unwon),
        "boxes": found.boxes,
        "positions": found.positions,
    }


def breaks_from_json(game: Game, data: Json) -> Breaks:
    """Inverts `breaks_to_json`."""
    plays: Json = {name: _play_from_json(game, data[name]) for name in ("endless", "stuck", "unwon")}
    return Breaks(**data | plays)


def counts_to_json(counts: Counts) -> Json:
    """The JSON of what games of one number of players have shown."""
    return {
        "game": counts.game,
        "players": counts.players,
        "touched": _seen_to_json(counts.touched),
        "changed": _seen_to_json(counts.changed),
        "control": [[list(winners), games] for winners, games in counts.control.winners.items()],
        "again": counts.again,
        "other": counts.other,
    }


def counts_from_json(data: Json) -> Counts:
    """Inverts `counts_to_json`."""
    touched, changed = (
        {(reading, value): Seen(seen, games) for reading, value, seen, games in data[name]}
        for name in ("touched", "changed")
    )
    control = Pairs({tuple(winners): games for winners, games in data["control"]})
    return Counts(data["game"], data["players"], touched, changed, control, data["again"], data["other"])


def _seen_to_json(seen: Mapping[tuple[str, str], Seen]) -> list[list[object]]:
    return [[*choice, each.seen, each.games] for choice, each in seen.items()]


def _play_to_json(play: Play | None) -> Json | None:
    """The opening, the readings that are not the default, and the actions as text."""
    if play is None:
        return None
    game, ruleset = play.header.game, play.header.ruleset
    return {
        "state": game.position_to_json(play.header.start),
        "readings": ruleset.differences(),
        "actions": _texts(game, play.actions),
        "around": _texts(game, play.around),
    }


def _play_from_json(game: Game, data: Json | None) -> Play | None:
    if data is None:
        return None
    header = _header(game, data["state"], data["readings"])
    return Play(header, _actions(game, data["actions"]), _actions(game, data["around"]))


def _beside_to_json(found: Beside) -> Json:
    parting = parting_to_json(found.parting) if found.parting else None
    return {
        "other": list(found.other),
        "relation": found.relation.value,
        "parting": parting,
        "looked": found.looked,
    }


def _beside_from_json(game: Game, data: Json) -> Beside:
    parting = parting_from_json(game, data["parting"]) if data["parting"] else None
    reading, value = data["other"]
    return Beside((reading, value), Relation(data["relation"]), parting, data["looked"])


def _header(game: Game, state: Json, readings: Mapping[str, str]) -> Header:
    ruleset = game.Ruleset.from_readings(readings)
    return Header(game, ruleset, game.position_from_json(state, ruleset))


def _texts(game: Game, actions: tuple[Action, ...]) -> list[str]:
    return [game.action_to_text(action) for action in actions]


def _actions(game: Game, texts: list[str]) -> tuple[Action, ...]:
    return tuple(map(game.action_from_text, texts))
