"""Matches by the thousand: one match to a record, records to a tally, over any executor.

:mod:`parcel` carries a game to where it is played, :mod:`playout` plays one match by its number,
:mod:`tally` counts, :mod:`shares` is what a worker does, :mod:`run` gives out the work and puts it
together, :mod:`workers` and :mod:`cluster` are who plays, :mod:`pairs` compares two games match by
match, :mod:`intervals` says how far the figures can be trusted.

Every match has its own seed, and everything counted is a whole number, so that the figures of a
seed are the same however the work was shared out.
"""
