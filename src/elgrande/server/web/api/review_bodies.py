"""What the addresses of `reviews` answer with."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from elgrande.server.web.api.knowledge_bodies import CourseRow

MomentKind = Literal["turn", "power", "disc"]


class KindReviewed(Struct, frozen=True):
    """How a player did in one kind of moments."""

    count: int
    lost: Annotated[float, Meta(description="Winning chance given away, added up.")]
    accuracy: Annotated[float | None, Meta(description="From 0 to 100; null without moments.")]


class KindsReviewed(Struct, frozen=True):
    """How a player did in each kind of moments."""

    turn: KindReviewed
    power: KindReviewed
    disc: KindReviewed


class LuckOfPlayer(Struct, frozen=True):
    """What chance gave a player, as winning chance: more than 0 is good luck."""

    cards: Annotated[float, Meta(description="By the cards that came up.")]
    discs: Annotated[float, Meta(description="By what others set on their secret discs.")]


class PlayerReviewed(Struct, frozen=True):
    """How a player did."""

    seat: int
    accuracy: Annotated[float | None, Meta(description="From 0 to 100; null without moments.")]
    moments: Annotated[int, Meta(description="How many were judged.")]
    lost: Annotated[float, Meta(description="Winning chance given away, added up.")]
    kinds: KindsReviewed
    luck: LuckOfPlayer


class ReviewedMoment(Struct, frozen=True):
    """A turn, power card or secret disc, against the best that could be known then."""

    position: Annotated[int, Meta(description="Before it.")]
    until: Annotated[int, Meta(description="The position after it.")]
    seat: int
    round: int
    kind: MomentKind
    card: Annotated[str | None, Meta(description="The action card that was taken.")]
    chance: Annotated[float, Meta(description="To win, after what was played.")]
    best: Annotated[float, Meta(description="To win, after the best there was.")]
    lost: Annotated[float, Meta(description="The difference, never less than 0.")]
    accuracy: Annotated[float, Meta(description="From 0 to 100.")]
    played: Annotated[str, Meta(description="What was played, in words.")]
    better: Annotated[str, Meta(description="What was better, in words; empty: nothing.")]
    says: Annotated[str, Meta(description="One sentence why.")]


class Highlight(Struct, frozen=True):
    """One of the best or worst moments of a player."""

    seat: int
    kind: Literal["best", "worst"]
    moment: Annotated[int, Meta(description="Its index in the list of moments.")]


class LuckEvent(Struct, frozen=True):
    """Something that chance decided, and what it was worth to a player."""

    position: int
    seat: int
    kind: Literal["cards", "discs"]
    gain: Annotated[float, Meta(description="Winning chance; less than 0 is bad luck.")]


class ReviewData(Struct, frozen=True):
    """What is known about a game; while the review runs, of the moments judged so far."""

    iterations: Annotated[int, Meta(description="How much every moment was thought about.")]
    scores: list[int]
    winners: list[int]
    players: list[PlayerReviewed]
    course: list[CourseRow]
    moments: list[ReviewedMoment]
    highlights: list[Highlight]
    luck: list[LuckEvent]


class ReviewShown(Struct, frozen=True):
    """How far the review of a game is, and what it found so far."""

    state: Annotated[
        Literal["none", "waiting", "running", "done", "cancelled", "failed"],
        Meta(description="`none`: nobody has asked for it."),
    ]
    place: Annotated[int, Meta(description="How many reviews come before this one.")]
    waiting: Annotated[int, Meta(description="How many reviews wait or run here.")]
    judged: int
    total: Annotated[int, Meta(description="Moments to judge; 0 until they are counted.")]
    can_cancel: bool
    review: ReviewData | None


class StoryShown(Struct, frozen=True):
    """The story of a game in words."""

    story: Annotated[list[str], Meta(description="Paragraphs.")]
