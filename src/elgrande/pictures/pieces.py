"""What lies on the map: caballeros, Grandes, the King, scoreboards, tiles, as a view has them."""

from elgrande.editions.wording import place_name
from elgrande.pictures.art import PREFIX, castillo_drawing, colour, measures, standing
from elgrande.pictures.markup import SERIF, element, text
from elgrande.rules.board import REGION_KEYS
from elgrande.rules.view_types import CastilloView, PublicView, RegionView

DUMMY = 5
# Where tiles lie that are not on a scoreboard.
BESIDE = {"8/4/0": (698, 730), "4/0/0": (698, 772)}
SEALS = ("wax", "gold-ink", "faded")


def lying_on_map(view: PublicView) -> str:
    """Everything on the map, from back to front."""
    return "".join(drawn for _, drawn in sorted(layers(view).items()))


def layers(view: PublicView) -> dict[str, str]:
    """What lies on the map by names that say where; sorted by them it goes from back to front."""
    castillo, players = view["castillo"], view["options"]["players"]
    places: dict[str, RegionView | CastilloView] = {
        key: view["regions"][key] for key in REGION_KEYS
    }
    places["castillo"] = castillo
    drawn = {
        "0 fence": _fence(str(view["king"])),
        "1 tower": castillo_drawing(is_open=castillo["caballeros"] is not None),
        "3 tiles": _tiles_beside(places),
        "6 king": _king(str(view["king"])),
    }
    for key, place in places.items():
        # In sentences the Castillo has an article, on the map it has none.
        name = "Castillo" if key == "castillo" else place_name(key, view["options"]["edition"])
        drawn[f"2 {key}"] = _heading(key, place, name)
        drawn[f"4 {key}"] = _grandes(key, place["grandes"], players)
        for seat, count in enumerate(place["caballeros"] or []):
            house = house_of(seat, players)
            drawn[f"5 {key} {seat}"] = _caballeros(key, seat, house, count) if count else ""
    return drawn


def house_of(seat: int, players: int) -> int:
    """The house that a colour of a game shows: its own, or nobody's."""
    return seat if seat < players else DUMMY


def use(name: str, x: float, y: float, width: float, height: float, **more: object) -> str:
    """A drawing in a box."""
    return element("use", href=f"#{PREFIX}{name}", x=x, y=y, width=width, height=height, **more)


def shield(house: int, x: float, y: float, height: float) -> str:
    """The arms of a house with their upper left corner at a point."""
    return use(f"shield-{house}", x, y, height * 24 / 22.5, height)


def _standing_at(name: str, middle: tuple[float, float], size: list[int]) -> str:
    width, height = size
    return use(name, middle[0] - width / 2, middle[1] - height / 2, width, height)


def _fence(king: str) -> str:
    if king not in REGION_KEYS:
        return ""
    rope = {"href": f"#{PREFIX}land-{king}", "fill": "none", "stroke_linejoin": "round"}
    return element("use", **rope, stroke=colour("gold-ink"), stroke_width=5.5) + element(
        "use", **rope, stroke=colour("crown"), stroke_width=3, stroke_dasharray="9 4"
    )


def _king(place: str) -> str:
    drawn = _standing_at("king", tuple(standing(place)["king"]), measures()["king"])
    return element("g", drawn, data_piece="king", data_place=place)


def _grandes(key: str, seats: list[int], players: int) -> str:
    """The Grandes in a place: two stand apart, five stand close."""
    (x, y), size = standing(key)["grandes"], measures()["grande"]
    room = measures()["grandes"][0] - size[0]
    step = min(2 * measures()["grandeStep"], room / max(1, len(seats) - 1))
    return "".join(
        element(
            "g",
            _standing_at(
                f"grande-{house_of(seat, players)}",
                (x + (index - (len(seats) - 1) / 2) * step, y),
                size,
            ),
            data_piece="grande",
            data_place=key,
            data_seat=seat,
        )
        for index, seat in enumerate(seats)
    )


def _caballeros(key: str, seat: int, house: int, count: int) -> str:
    """A group: up to five stand beside each other, and a number says how many there are."""
    x, y = standing(key)["groups"][seat % 5]
    size, most = measures()["caballero"], measures()["shown"]
    drawn = min(count, most)
    step = min(2 * measures()["step"], (most - 1) * measures()["step"] / max(1, drawn - 1))
    left = x - (drawn - 1) * step / 2 - 2
    riders = [
        _standing_at(f"caballero-{house}", (left + index * step, y), size) for index in range(drawn)
    ]
    last = left + (drawn - 1) * step
    badge = _badge(count, last + size[0] / 2 - 5, y + size[1] / 2 - 5, house) if count > 1 else ""
    return element(
        "g",
        "".join(riders) + badge,
        data_piece="caballeros",
        data_place=key,
        data_seat=seat,
        data_count=count,
    )


def _badge(count: int, x: float, y: float, house: int) -> str:
    half = 10 if count < 10 else 13
    box = element(
        "rect",
        x=x - half,
        y=y - 10,
        width=2 * half,
        height=20,
        rx=10,
        fill=colour("raised"),
        stroke=colour(f"house-{house}"),
        stroke_width=1.6,
    )
    return box + text(
        str(count), x, y + 5.8, 16.5, colour("ink"), font_weight=600, text_anchor="middle"
    )


def _heading(key: str, place: RegionView | CastilloView, name: str) -> str:
    """A place's arms and name, and its scoreboard or the tile nailed over it."""
    x, y, width, height = standing(key)["header"]
    middle, has_arms = x + width / 2, key != "castillo"
    arms = use(f"coat-{key}", x, y + 2, 29, 36) if has_arms else ""
    at = middle + (16 if has_arms else 0)
    written = _haloed(name, at, y + 18)
    return element(
        "g",
        arms + written + _scoreboard(place["points"], at, y + height - 14, place["tile"]),
        data_heading=key,
    )


def _haloed(name: str, x: float, y: float) -> str:
    """A name on the map, readable on any ground."""
    style = {"family": SERIF, "font_weight": 600, "text_anchor": "middle", "letter_spacing": 0.4}
    return text(
        name,
        x,
        y,
        21,
        colour("land"),
        stroke=colour("land"),
        stroke_width=4.5,
        stroke_linejoin="round",
        **style,
    ) + text(name, x, y, 21, colour("ink"), **style)


def _scoreboard(points: list[int], x: float, y: float, tile: str | None) -> str:
    nailed = "" if tile is None else _parchment(x, y, tile)
    seals = []
    for rank, worth in enumerate(points):
        at = x + (rank - (len(points) - 1) / 2) * 26
        seals.append(
            element("circle", cx=at, cy=y, r=11.5 - rank * 0.6, fill=colour(SEALS[rank]))
            + text(
                str(worth),
                at,
                y + 5.2,
                15,
                colour("on-wax"),
                font_weight=600,
                text_anchor="middle",
            )
        )
    return nailed + "".join(seals)


def _parchment(x: float, y: float, tile: str) -> str:
    """A tile nailed over a scoreboard, a little askew."""
    sheet = element(
        "rect",
        x=x - 50,
        y=y - 15,
        width=100,
        height=30,
        rx=2,
        fill=colour("raised"),
        stroke=colour("map-ink"),
        stroke_width=1.2,
    )
    nails = [
        element("circle", cx=x + side * 45, cy=y - 10, r=2.2, fill=colour("map-ink"))
        for side in (-1, 1)
    ]
    return element(
        "g", sheet + "".join(nails), transform=f"rotate(-2 {x:.0f} {y:.0f})", data_tile=tile
    )


def _tiles_beside(places: dict[str, RegionView | CastilloView]) -> str:
    nailed = {place["tile"] for place in places.values()}
    return "".join(
        element(
            "g",
            use("tile", x - 34, y - 19, 68, 38)
            + text(
                tile.replace("/", " · "),
                x,
                y + 5,
                15,
                colour("sable"),
                font_weight=600,
                text_anchor="middle",
            ),
            data_tile=tile,
        )
        for tile, (x, y) in BESIDE.items()
        if tile not in nailed
    )
