"""All that faces can show beside text: icons, pictures, and the user's own pictures."""

from __future__ import annotations

from msgspec import Struct

from brawlprint.faces.icons import Icons
from brawlprint.faces.pictograms import Pictograms
from brawlprint.faces.user_art import UserArt


class Art(Struct, frozen=True):
    """Where the faces of a workspace take their pictures from."""

    icons: Icons
    pictograms: Pictograms
    user: UserArt

    def signature(self, game: str, card_id: str, picture: str, instead: str) -> str:
        """A card's picture by what it is made of: it changes when the picture does."""
        path = self.user.find(game, card_id)
        if path is not None:
            return f"art {path.name} {self.user.digest(path)}"
        if picture:
            return f"{picture} {self.pictograms.signature(picture)}"
        return f" {instead}"
