"""The game for OpenSpiel: importing this registers `python_elgrande`.

The deal is drawn at the start in two chance nodes, or fixed by the parameter `seed`. Choices that
several seats make at once are made one after the other, hidden from the next. A state can be
resampled from what a player knows, for searches over information sets.

>>> import pyspiel
>>> pyspiel.load_game("python_elgrande(players=3)").num_players()
3
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from elgrande.game import Game
from elgrande.learn.arrays import np
from elgrande.learn.core.actions import ACTIONS, to_choice, turn_mask
from elgrande.learn.core.layout import OBS_SIZE
from elgrande.learn.errors import IllegalAction, missing
from elgrande.learn.observation_fields import NAMES, SCALE
from elgrande.learn.seat_view import observation_of, play_action, truth_of, win_shares
from elgrande.rules.board import NOWHERE
from elgrande.rules.errors import BadOptions
from elgrande.rules.fields import short
from elgrande.rules.frames import PASS_MODIFIER, TAKE_BACK, is_secret
from elgrande.rules.options import OPTIONS, PLAYERS, SWITCH, Options
from elgrande.rules.view import choices_in

try:
    import pyspiel
except ImportError:
    raise missing("OpenSpiel", "openspiel") from None

if TYPE_CHECKING:
    from numpy.typing import NDArray

SHORT_NAME: Final = "python_elgrande"
# Numbers, because OpenSpiel reads `edition=2023` as one.
EDITIONS: Final = {2023: "2023", 1995: "classic"}
ANY_SEED: Final = -1
DRAWN: Final = -1
# Each of two chance nodes has this many outcomes, so there are a million deals: seeds 0 to 999,999.
OUTCOMES: Final = 1000
WORLDS: Final = 2**31
# Far beyond any game: nine rounds of five turns with 200 decisions each.
LONGEST_GAME: Final = 9 * 5 * 200
HIDDEN: Final = -1
SCALED: Final = 1 / np.array(SCALE, np.float32)
CHANCE: Final = int(pyspiel.PlayerId.CHANCE)
TERMINAL: Final = int(pyspiel.PlayerId.TERMINAL)

SWITCHES: Final = [option.name for option in OPTIONS if option.kind == SWITCH]
PARAMETERS: Final[dict[str, object]] = {
    "players": 4,
    "edition": 2023,
    **dict.fromkeys(SWITCHES, False),
    "old_hands": "",  # cards joined by +
    "open_castillo": False,
    "first_player": DRAWN,
    "seed": ANY_SEED,
}
GAME_TYPE: Final = pyspiel.GameType(
    short_name=SHORT_NAME,
    long_name="El Grande",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.CONSTANT_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=PLAYERS[-1],
    min_num_players=PLAYERS[0],
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=PARAMETERS,
)


def options_from(parameters: Mapping[str, Any]) -> Options:
    """The options that OpenSpiel's parameters mean; BadOptions if they mean none."""
    if parameters["edition"] not in EDITIONS:
        raise BadOptions(
            f"edition is 2023, or 1995 for the classic one, not {short(parameters['edition'])}."
        )
    first = parameters["first_player"]
    return Options(
        edition=EDITIONS[parameters["edition"]],
        players=parameters["players"],
        old_hands=tuple(parameters["old_hands"].split("+")) if parameters["old_hands"] else (),
        castillo="open" if parameters["open_castillo"] else "secret",
        first_player=None if first == DRAWN else first,
        **{name: parameters[name] for name in SWITCHES},
    )


class ElGrandeGame(pyspiel.Game):
    """The rules with their options settled."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        settled = {**PARAMETERS, **(params or {})}
        self.options: Final = options_from(settled)
        self.seed: Final = int(settled["seed"])
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=OUTCOMES if self.seed == ANY_SEED else 1,
            num_players=self.options.players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=LONGEST_GAME,
        )
        super().__init__(GAME_TYPE, info, settled)

    def new_initial_state(self) -> "ElGrandeState":
        """A game that is not dealt yet."""
        return ElGrandeState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer | None":
        """What reads observations: those of a player, or with everybody's secrets.

        None, as OpenSpiel wants it, for public and private parts alone.
        """
        observed = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not observed.public_info or observed.private_info == pyspiel.PrivateInfoType.NONE:
            return None
        return Observer(observed)

    def max_chance_nodes_in_history(self) -> int:
        """The chance nodes of the deal."""
        return 2 if self.seed == ANY_SEED else 1


class Table:
    """What a state keeps: the chance outcomes before the deal, the game, and all that was chosen.

    A chosen entry has the kind of decision, the seat and the choice; HIDDEN where a state that was
    resampled for another player cannot know it.
    """

    __slots__ = ("chosen", "game", "outcomes")

    def __init__(
        self,
        outcomes: tuple[int, ...] = (),
        game: Game | None = None,
        chosen: list[tuple[int, int, int]] | None = None,
    ) -> None:
        self.outcomes = outcomes
        self.game = game
        self.chosen = [] if chosen is None else chosen

    def __deepcopy__(self, memo: object) -> "Table":
        game = None if self.game is None else self.game.clone()
        return Table(self.outcomes, game, self.chosen[:])

    def __reduce__(self) -> tuple[object, ...]:
        return Table, (self.outcomes, self.game, self.chosen)


class ElGrandeState(pyspiel.State):
    """A position. OpenSpiel copies and pickles its attributes, so there is only one."""

    def __init__(self, game: ElGrandeGame) -> None:
        super().__init__(game)
        self.table = Table()

    def current_player(self) -> int:
        """The seat now asked, the first of them if there are several."""
        game = self.table.game
        if game is None:
            return CHANCE
        state = game.state
        return TERMINAL if state.over else int(state.seat)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        game = self.table.game
        return game is not None and game.over

    def is_chance_node(self) -> bool:
        """Whether the deal is still to be drawn."""
        return self.table.game is None

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of a chance node of the deal, all equally likely."""
        count = OUTCOMES if self.get_game().seed == ANY_SEED else 1
        return [(outcome, 1 / count) for outcome in range(count)]

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal actions of a player, by default of the one now asked."""
        game = self.table.game
        if game is None:
            return [outcome for outcome, _ in self.chance_outcomes()]
        state = game.state
        seat = state.seat
        if state.over or (player is not None and player != seat):
            return []
        base = state.base
        return choices_in(turn_mask(state.mask, base, seat, state.deal.players), base)

    _legal_actions = legal_actions

    def _apply_action(self, action: int) -> None:
        table = self.table
        game = table.game
        if game is None:
            self._draw(action)
            return
        state = game.state
        kind, seat = state.kind, state.seat
        play_action(game, action)
        table.chosen.append((kind, seat, action))

    def _draw(self, outcome: int) -> None:
        """One chance outcome; after the last the game is dealt."""
        rules: ElGrandeGame = self.get_game()
        table = self.table
        count = OUTCOMES if rules.seed == ANY_SEED else 1
        if not 0 <= outcome < count:
            raise IllegalAction(f"Outcomes of the deal are 0 to {count - 1}, not {short(outcome)}.")
        table.outcomes += (outcome,)
        if rules.seed != ANY_SEED:
            table.game = Game.new(rules.options, rules.seed)
        elif len(table.outcomes) == rules.max_chance_nodes_in_history():
            first, second = table.outcomes
            table.game = Game.new(rules.options, first * OUTCOMES + second)

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.table.game
        if player == CHANCE or game is None:
            return f"deal {action}"
        return game.notation(to_choice(action, player, game.options.players))

    def returns(self) -> list[float]:
        """The win share of every seat once the game is over."""
        game = self.table.game
        if game is None:
            return [0.0] * self.num_players()
        return win_shares(game)

    def __str__(self) -> str:
        game = self.table.game
        if game is None:
            return f"<deal, drawn so far: {list(self.table.outcomes)}>"
        return f"{game!r} {game.digest()}"

    def observation_string(self, player: int | None = None) -> str:
        """All bytes of an observation that are not 0, by name."""
        game = self.table.game
        if game is None:
            return "not dealt"
        seen = observation_of(game, self._player(player))
        return " ".join(f"{NAMES[at]}={seen[at]}" for at in np.flatnonzero(seen))

    def information_state_string(self, player: int | None = None) -> str:
        """The observation with everything that was chosen, as far as a player knows it."""
        who = self._player(player)
        known = " ".join(
            f"{seat}:{'?' if action == HIDDEN else action}"
            for _, seat, action in self.known_choices(who)
        )
        return f"player {who}\n{self.observation_string(who)}\n{known}"

    def known_choices(self, player: int) -> list[tuple[int, int, int]]:
        """What was chosen, with HIDDEN for what a player cannot know."""
        chosen = self.table.chosen
        settled = len(chosen) - self._pending()
        return [
            entry
            if entry[1] == player or (at < settled and entry[0] not in (TAKE_BACK, PASS_MODIFIER))
            else (entry[0], entry[1], HIDDEN)
            for at, entry in enumerate(chosen)
        ]

    def _pending(self) -> int:
        """How many of the last choices are still secret, because others have yet to choose."""
        game = self.table.game
        if game is None or not is_secret(game.state.kind):
            return 0
        state = game.state
        return sum(state.disc(seat) != NOWHERE for seat in range(game.options.players))

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> "ElGrandeState":
        """A state in which this player knows the same; all else is imagined."""
        imagined: ElGrandeState = self.get_game().new_initial_state()
        game = self.table.game
        if game is not None:
            world = game.determinize(player_id, int(probability_sampler() * WORLDS))
            imagined.table = Table((), world, self.known_choices(player_id))
        return imagined

    def _player(self, player: int | None) -> int:
        return self.current_player() if player is None else player


class Observer:
    """Observations as tensors between 0 and 1, in the way OpenSpiel's `make_observation` wants."""

    def __init__(self, observed: Any) -> None:
        self._everything: Final = observed.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS
        self._perfect_recall: Final = observed.perfect_recall
        self.tensor: NDArray[Any] = np.zeros(OBS_SIZE, np.float32)
        self.dict: Final = {"observation": self.tensor}

    def set_from(self, state: ElGrandeState, player: int) -> None:
        """Write a player's observation into `tensor`."""
        game = state.table.game
        if game is None:
            self.tensor.fill(0)
            return
        seen = truth_of(game, player) if self._everything else observation_of(game, player)
        np.multiply(seen, SCALED, out=self.tensor)

    def string_from(self, state: ElGrandeState, player: int) -> str:
        """A player's observation, or information state, as text."""
        if self._perfect_recall:
            return state.information_state_string(player)
        return state.observation_string(player)


pyspiel.register_game(GAME_TYPE, ElGrandeGame)
