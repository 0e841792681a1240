"""brawlprint: from a card game's definition to PDFs somebody prints at home, cuts and plays."""

__version__ = "0.1.0"
