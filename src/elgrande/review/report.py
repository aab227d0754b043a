"""What terminal and page show alike: names, figures in words, and moments with their sentences."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from elgrande.editions.wording import colour_words, texts
from elgrande.game import Game
from elgrande.review.data import WORST, Moment, PlayerSummary, Review
from elgrande.review.moments import Line, game_at
from elgrande.review.story import story_of
from elgrande.review.words import sentence_for_moment


@dataclass(frozen=True)
class Told:
    """A moment as people read it."""

    seat: int
    name: str
    moment: Moment
    when: str
    figure: str  # what it cost, or by how much it was best
    sentence: str


class Report:
    """A review in one language, with the names of the players or of their houses."""

    def __init__(
        self,
        review: Review,
        start: Game,
        line: Line,
        first: int = 0,
        language: str = "en",
        names: Sequence[str] | None = None,
    ) -> None:
        self.review = review
        self.start, self.line, self.first = start, line, first
        self.language = language
        self.names = names
        self.words: dict[str, str] = texts(language)["review"]

    def name(self, seat: int) -> str:
        """What a player is called."""
        if self.names is not None and seat < len(self.names):
            return self.names[seat]
        return str(colour_words(seat, self.start.options, self.language).capital)

    def word(self, key: str, **values: object) -> str:
        """A text of the table `review`."""
        return self.words[key].format(**values)

    def headings(self) -> list[str]:
        """The heads of the table of players."""
        keys = ("player", "points", "accuracy", "turns", "powers", "discs")
        return [self.word(key) for key in (*keys, "luck_cards", "luck_discs")]

    def rows(self) -> Iterator[list[str]]:
        """The table of players, best result first."""
        order = sorted(self.review.players, key=lambda one: -self.review.scores[one.seat])
        for player in order:
            yield [
                self.name(player.seat),
                str(self.review.scores[player.seat]),
                self.percent(player.accuracy),
                *self._kinds(player),
                *(f"{100 * gain:+.1f}" for gain in player.luck.values()),
            ]

    def _kinds(self, player: PlayerSummary) -> Iterator[str]:
        for summary in player.kinds.values():
            yield self.percent(summary.accuracy)

    def percent(self, accuracy: float | None) -> str:
        """An accuracy in words."""
        if accuracy is None:
            return "-"
        return f"{accuracy:.1f}%" if self.language == "en" else f"{accuracy:.1f} %"

    def moments(self, kind: str) -> Iterator[Told]:
        """The best or the worst moments of all players, the most telling of each first."""
        for highlight in self.review.highlights:
            if highlight.kind == kind:
                yield self._tell(kind, self.review.moments[highlight.moment])

    def _tell(self, kind: str, moment: Moment) -> Told:
        game = self.game_at(moment.position)
        points = f"{100 * (moment.lost if kind == WORST else moment.ahead):.1f}"
        return Told(
            seat=moment.seat,
            name=self.name(moment.seat),
            moment=moment,
            when=self.word(f"about_{moment.kind}", round=moment.round),
            figure=self.word("lost" if kind == WORST else "ahead", points=points),
            sentence=sentence_for_moment(game, moment, self.language, self.names),
        )

    def game_at(self, position: int) -> Game:
        """The game as it was at a position."""
        return game_at(self.start, self.line, self.first, position)

    def story(self) -> list[str]:
        """The paragraphs of the story."""
        return story_of(
            self.start, self.line, self.first, self.review.course, self.language, self.names
        )

    def how(self) -> str:
        """How all this was found out."""
        return self.word("how", iterations=self.review.iterations)
