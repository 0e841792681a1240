"""Ways to spoil a den, each a function that an attack names and the test calls."""

from __future__ import annotations

from collections.abc import Callable

from dens import Den, sparse

Plant = Callable[[Den], object]


def both(*plants: Plant) -> Plant:
    return lambda den: [plant(den) for plant in plants]


def edit(name: str, old: str, new: str) -> Plant:
    return lambda den: den.edit(name, old, new)


def add(name: str, text: str) -> Plant:
    return lambda den: den.add(name, text)


def write(name: str, text: str) -> Plant:
    """A file of the workspace, by its path."""

    def plant(den: Den) -> None:
        path = den.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")

    return plant


def gigabyte(name: str, head: bytes = b"") -> Plant:
    """A file of the workspace that is long and holds next to nothing."""

    def plant(den: Den) -> None:
        path = den.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        sparse(path, 1_000_000_000, head)

    return plant


def remove(name: str) -> Plant:
    return lambda den: den.path(name).unlink()


def component(text: str) -> Plant:
    return lambda den: den.component(text)


def art(name: str, data: bytes) -> Plant:
    return lambda den: den.art(name, data)


def linked(name: str, to: str, folder: bool = False) -> Plant:
    return lambda den: den.link(name, den.outside / to if to else den.outside, folder=folder)


def card(column: str, value: str) -> Plant:
    """A value in the first card's row."""

    def plant(den: Den) -> None:
        lines = den.path("deck.csv").read_text("utf-8").splitlines()
        cells = lines[1].split(",")
        cells[lines[0].split(",").index(column)] = value
        lines[1] = ",".join(cells)
        den.path("deck.csv").write_text("\n".join(lines) + "\n", "utf-8")

    return plant


def rows(count: int, copies: int = 1, kind: str = "attack") -> Plant:
    """A deck of so many rows."""

    def plant(den: Den) -> None:
        with den.path("deck.csv").open("w", encoding="utf-8") as file:
            file.write("no,id,title,copies,kind,strength,effect,text,picture,note\n")
            for no in range(1, count + 1):
                file.write(
                    f"{no},card-{no},Card {no},{copies},{kind},1,,Your target loses 1 breath.,,\n"
                )

    return plant
