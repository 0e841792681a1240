"""Whether a deck is right: one module for each layer of ``brawlprint check``."""
