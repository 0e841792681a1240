"""From a template and a card to the drawing instructions of one face."""
