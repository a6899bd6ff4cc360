"""What a ruleset is consulted about is noted, and nothing else."""

from properties.rulesets import Noting, agrees
from reference_engine import load


def test_only_the_readings_that_were_consulted_are_noted_in_the_rulesets_order() -> None:
    game = load("village")
    noting = Noting(game.Ruleset.from_readings({"tie.count": "type"}))
    assert noting.noted == {}
    full, count = noting.tie_full, noting.tie_count
    assert noting.noted == {"tie.count": count, "tie.full": full}
    assert list(noting.noted) == ["tie.count", "tie.full"]
    assert agrees(game.Ruleset.from_readings({"tie.count": "type", "tie.steps": "value"}), noting.consulted)
    assert not agrees(game.Ruleset(), noting.consulted)
