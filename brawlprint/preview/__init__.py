"""A live page of a game's faces: redrawn after each save, served to this machine alone.

:mod:`~brawlprint.preview.light_table` holds the faces as they are now, or as they last were where a
file is broken; :mod:`~brawlprint.preview.state` tells them to the page as JSON;
:mod:`~brawlprint.preview.server` serves both, and the page itself from ``page/``. Nothing of a
workspace's ``rules/`` is read.
"""
