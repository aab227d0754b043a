"""The game for OpenSpiel: its own simulation test, a playthrough, secrets and worlds."""

import copy
import gzip
import json
import pickle
import random
import re
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough
from open_spiel.python.observation import make_observation

from elgrande import Game, Options
from elgrande.learn import SCALE, action_mask, choice_of, observe
from elgrande.learn.errors import BadBatch, IllegalAction
from elgrande.learn.openspiel import HIDDEN, ElGrandeState
from elgrande.rules.errors import BadOptions, GameOver

GOLDEN = Path(__file__).parent / "golden" / "openspiel_playthrough.txt.gz"
PLAYED_THROUGH = "python_elgrande(players=2,short=true)"
# Every kind of secret: discs, what lies in the Castillo, modifiers passed on, cards taken back.
SECRETIVE = "players=3,power_shift=true,new_regency=true,old_hands=delegation+veto+veto+rivalries"
GAMES = [
    *(f"players={players}" for players in (2, 3, 4, 5)),
    "edition=1995,short=true",
    "open_castillo=true,first_player=2",
    SECRETIVE,
]


def dealt(parameters: str = "seed=7") -> ElGrandeState:
    """A state after the deal."""
    state: ElGrandeState = pyspiel.load_game(f"python_elgrande({parameters})").new_initial_state()
    while state.is_chance_node():
        state.apply_action(0)
    return state


def walk(state: ElGrandeState, draw: random.Random, steps: int = 10**6) -> None:
    """Random actions, until the game is over at the latest."""
    while steps and not state.is_terminal():
        state.apply_action(draw.choice(state.legal_actions()))
        steps -= 1


def game_of(state: ElGrandeState) -> Game:
    game = state.table.game
    assert game is not None
    return game


def test_it_conforms() -> None:
    game = pyspiel.load_game("python_elgrande(players=2,short=true)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.proof
@pytest.mark.parametrize("parameters", GAMES)
def test_every_kind_of_game_conforms_and_can_be_serialized(parameters: str) -> None:
    game = pyspiel.load_game(f"python_elgrande({parameters})")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.proof
def test_a_playthrough_stays_what_it_was() -> None:
    """Run this file as a program to write it again, after a change that is meant."""
    original = gzip.decompress(GOLDEN.read_bytes()).decode()
    actions = [int(action) for action in re.findall(r"^action: (\d+)$", original, re.MULTILINE)]
    assert generate_playthrough.playthrough(PLAYED_THROUGH, actions, seed=1) == original


def test_the_deal_is_drawn_in_two_chance_nodes() -> None:
    state = pyspiel.load_game("python_elgrande(players=3)").new_initial_state()
    for outcome in (12, 345):
        assert state.current_player() == pyspiel.PlayerId.CHANCE
        assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
        assert len(state.legal_actions()) == 1000
        state.apply_action(outcome)
    assert game_of(state) == Game.new(Options(players=3), 12345)


def test_a_seed_fixes_the_deal() -> None:
    game = pyspiel.load_game("python_elgrande(seed=99,edition=1995)")
    state = game.new_initial_state()
    assert state.chance_outcomes() == [(0, 1.0)]
    assert game.max_chance_nodes_in_history() == 1
    state.apply_action(0)
    assert game_of(state) == Game.new(Options("classic"), 99)


def test_the_name_of_a_game_loads_it_again() -> None:
    game = pyspiel.load_game(f"python_elgrande({SECRETIVE})")
    again = pyspiel.load_game(str(game))
    assert again.options == game.options
    assert again.options.old_hands == ("delegation", "veto", "veto", "rivalries")


@pytest.mark.parametrize(
    "parameters", ["players=6", "edition=2024", "old_hands=bluff", "edition=1995,new_regency=true"]
)
def test_bad_parameters_are_refused(parameters: str) -> None:
    with pytest.raises((BadOptions, pyspiel.SpielError)):
        pyspiel.load_game(f"python_elgrande({parameters})")


def test_actions_and_masks_are_those_of_a_batch() -> None:
    state, draw = dealt("seed=3,players=5"), random.Random(3)
    while not state.is_terminal():
        player = state.current_player()
        legal = state.legal_actions()
        assert legal == np.flatnonzero(action_mask(game_of(state), player)).tolist()
        assert legal == state.legal_actions(player)
        assert state.legal_actions((player + 1) % 5) == []
        walk(state, draw, 1)
    assert state.legal_actions() == []
    assert state.current_player() == pyspiel.PlayerId.TERMINAL
    winners = game_of(state).winners
    assert state.returns() == [(s in winners) / len(winners) for s in range(5)]


def test_tensors_are_observations_between_0_and_1() -> None:
    state = dealt("seed=3")
    walk(state, random.Random(3), 60)
    wanted = observe(game_of(state), 1) / np.array(SCALE)
    observation = make_observation(state.get_game())
    observation.set_from(state, 1)
    assert np.allclose(observation.tensor, wanted)
    assert np.allclose(state.observation_tensor(1), wanted)
    assert np.allclose(state.information_state_tensor(1), wanted)


def test_everything_is_told_only_if_asked_for() -> None:
    state = dealt("seed=3")
    walk(state, random.Random(3), 60)
    everybody = pyspiel.IIGObservationType(
        perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
    )
    known, everything = (
        make_observation(state.get_game()),
        make_observation(state.get_game(), everybody),
    )
    known.set_from(state, 0)
    everything.set_from(state, 0)
    assert (known.tensor != everything.tensor).any()
    nobody = pyspiel.IIGObservationType(
        perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
    )
    assert make_observation(state.get_game(), nobody) is None


def compare_worlds(parameters: str, seeds: range) -> dict[str, int]:
    """Walk through games; count what is the same and what differs in imagined worlds."""
    counts = {"compared": 0, "others_differ": 0}
    for seed in seeds:
        state, draw = dealt(f"{parameters},seed={seed}"), random.Random(seed)
        while not state.is_terminal():
            players = range(state.num_players())
            for player in players:
                imagined = state.resample_from_infostate(player, draw.random)
                assert imagined.current_player() == state.current_player()
                told = state.information_state_string(player)
                assert imagined.information_state_string(player) == told
                assert imagined.observation_tensor(player) == state.observation_tensor(player)
                other = (player + 1) % len(players)
                counts["compared"] += 1
                counts["others_differ"] += imagined.information_state_string(
                    other
                ) != state.information_state_string(other)
            walk(state, draw, draw.randrange(1, 30))
    return counts


def test_what_a_player_knows_is_the_same_in_every_world() -> None:
    counts = compare_worlds(SECRETIVE, range(2))
    assert counts["compared"] > 40
    assert counts["others_differ"] > 0.1 * counts["compared"]


@pytest.mark.proof
@pytest.mark.parametrize("parameters", GAMES)
def test_no_world_tells_more_than_another(parameters: str) -> None:
    assert compare_worlds(parameters, range(6))["compared"] > 100


def test_a_secret_choice_is_known_to_its_player_alone_until_all_have_chosen() -> None:
    state, draw = dealt("seed=3"), random.Random(3)
    while len(game_of(state).waiting) < 3:
        walk(state, draw, 1)
    first, second, third = game_of(state).waiting[:3]
    told: list[set[str]] = [set(), set()]
    for action in state.legal_actions():
        chosen = state.clone()
        chosen.apply_action(action)
        assert chosen.current_player() == second
        told[0].add(chosen.information_state_string(first))
        told[1].add(chosen.information_state_string(second))
    assert [len(texts) for texts in told] == [len(state.legal_actions()), 1]
    while game_of(state).waiting[-1] == third and third in game_of(state).waiting:
        walk(state, draw, 1)
    assert all(action != HIDDEN for _, _, action in state.known_choices(second)[-3:])


def compare_with_events(parameters: str, seed: int) -> set[str]:
    """Check that players tell choices apart where events or views do; the kinds that hide some."""
    hiding = set()
    state, draw = dealt(f"{parameters},seed={seed}"), random.Random(seed)
    while not state.is_terminal():
        asked = game_of(state)
        seen: list[list[str]] = [[] for _ in range(state.num_players())]
        texts: list[list[str]] = [[] for _ in range(state.num_players())]
        for action in state.legal_actions()[:4]:
            told, chosen = asked.clone(), state.clone()
            told.listen()
            told.play(choice_of(told, state.current_player(), action))
            chosen.apply_action(action)
            for player in range(state.num_players()):
                seen[player].append(json.dumps(told.events(player)) + told.view(player).to_json())
                texts[player].append(chosen.information_state_string(player))
        for player in range(state.num_players()):
            for one, other in combinations(range(len(texts[player])), 2):
                same = seen[player][one] == seen[player][other]
                assert (texts[player][one] == texts[player][other]) == same, asked.decision
                if same:
                    hiding.add(asked.decision)
        walk(state, draw, 1)
    return hiding


def test_choices_are_told_apart_where_events_tell_them_apart() -> None:
    hiding = compare_with_events(SECRETIVE, 0)
    assert {"pass_modifier", "disc_scoring"} <= hiding


@pytest.mark.proof
def test_no_text_tells_a_choice_that_was_secret() -> None:
    hiding = set().union(*(compare_with_events(SECRETIVE, seed) for seed in range(6)))
    assert {"pass_modifier", "disc_scoring", "take_back"} <= hiding


def test_play_goes_on_from_an_imagined_world_and_it_can_be_serialized() -> None:
    state, draw = dealt(SECRETIVE + ",seed=5"), random.Random(5)
    walk(state, draw, 40)
    imagined = state.resample_from_infostate(1, pyspiel.UniformProbabilitySampler(0.0, 1.0))
    walk(imagined, draw, 10)
    again = state.get_game().deserialize_state(imagined.serialize())
    assert str(again) == str(imagined)
    assert again.information_state_string(0) == imagined.information_state_string(0)
    walk(again, draw)
    assert sum(again.returns()) == pytest.approx(1)
    assert not imagined.is_terminal()


def test_copies_go_their_own_ways() -> None:
    state = dealt()
    walk(state, random.Random(1), 20)
    before = str(state)
    copies: list[Any] = [state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))]
    for other in copies:
        assert str(other) == before
        assert other.history() == state.history()
        walk(other, random.Random(2))
        assert other.is_terminal()
    assert str(state) == before


def test_bad_actions_are_refused_and_nothing_is_played() -> None:
    state = dealt()
    before = str(state)
    with pytest.raises(IllegalAction, match="allowed are"):
        state.apply_action(127)
    with pytest.raises((TypeError, BadBatch)):
        state.apply_action("power 13")
    assert str(state) == before
    assert len(state.history()) == 1
    for parameters, outcome in (("seed=7", 1), ("players=3", 1000)):
        undealt = pyspiel.load_game(f"python_elgrande({parameters})").new_initial_state()
        with pytest.raises(IllegalAction, match="Outcomes of the deal are 0 to"):
            undealt.apply_action(outcome)
        assert undealt.is_chance_node()
    walk(state, random.Random(1))
    with pytest.raises(GameOver):
        state.apply_action(0)


def test_actions_have_names() -> None:
    state = dealt("seed=7")
    game = game_of(state)
    named = [state.action_to_string(action) for action in state.legal_actions()]
    assert named == [game.notation(choice) for choice in game.legal()]
    undealt = state.get_game().new_initial_state()
    assert undealt.action_to_string(0) == "deal 0"
    assert undealt.information_state_string(0) == "player 0\nnot dealt\n"


if __name__ == "__main__":
    written = generate_playthrough.playthrough(PLAYED_THROUGH, [], seed=1)
    GOLDEN.write_bytes(gzip.compress(written.encode(), mtime=0))
