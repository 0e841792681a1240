"""A game's cards as card shops and table simulators want them: one profile each, checked by us."""
