"""Names for bots that take part: people of Castile and Aragon around 1480."""

from collections.abc import Collection, Iterator
from itertools import chain
from typing import Final

_WOMEN: Final = (
    "Urraca", "Mencía", "Aldonza", "Leonor", "Beatriz", "Inés", "Teresa", "Violante", "Elvira",
    "Sancha", "Brianda", "Guiomar", "Constanza", "Juana", "Blanca", "Jimena", "Berenguela",
    "Catalina", "Isabel", "Mayor", "Marina", "Estefanía", "Toda", "Ximena", "Francisca", "Antonia",
    "Petronila", "Lucía", "Ana", "Clara", "Luisa", "Magdalena",
)  # fmt: skip
_MEN: Final = (
    "Fadrique", "Íñigo", "Lope", "Gonzalo", "Rodrigo", "Álvaro", "Beltrán", "Diego", "Enrique",
    "Fernán", "García", "Gutierre", "Hernando", "Jaime", "Juan", "Luis", "Martín", "Nuño",
    "Pedro", "Ramiro", "Sancho", "Suero", "Tello", "Vasco", "Alonso", "Bernardo", "Cristóbal",
    "Esteban", "Felipe", "Gaspar", "Guillén", "Ordoño",
)  # fmt: skip
NAMES: Final = tuple(
    chain.from_iterable(
        (f"Doña {woman}", f"Don {man}") for woman, man in zip(_WOMEN, _MEN, strict=True)
    )
)


def free_names(taken: Collection[str]) -> Iterator[str]:
    """Names that nobody has yet, without end."""
    for number in range(1, 1 + len(taken) + len(NAMES)):
        for name in NAMES:
            free = name if number == 1 else f"{name} {number}"
            if free not in taken:
                yield free
