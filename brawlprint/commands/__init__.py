"""The subcommands of ``brawlprint``: thin, one file each."""
