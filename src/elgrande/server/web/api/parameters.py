"""The parameters in addresses that several handlers take."""

from typing import Annotated

from litestar.params import FromPath, FromQuery, Parameter

from elgrande.editions.wording import LanguageKey
from elgrande.rules.keys import Edition

TableId = FromPath[Annotated[str, Parameter(description="The id of a table.", max_length=40)]]
SeatInPath = FromPath[Annotated[int, Parameter(description="A seat, from 0.", ge=0, le=4)]]
PositionInPath = FromPath[
    Annotated[int, Parameter(description="The number of choices from the start.", ge=0, le=10_000)]
]
SeatInQuery = FromQuery[
    Annotated[
        int | None,
        Parameter(
            description="The seat to look from; by default none, for the state one's own.",
            ge=0,
            le=4,
            schema_extra={"minimum": 0},  # Litestar leaves out a 0
        ),
    ]
]
Language = FromQuery[Annotated[LanguageKey, Parameter(description="The language of sentences.")]]
EditionInQuery = FromQuery[Annotated[Edition, Parameter(description="The edition of the game.")]]
PositionInQuery = FromQuery[
    Annotated[
        int | None,
        Parameter(
            description="The number of choices from the start; by default the current position.",
            ge=0,
            le=10_000,
            schema_extra={"minimum": 0},  # Litestar leaves out a 0
        ),
    ]
]
