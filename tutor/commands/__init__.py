"""The commands of ``calypso``; `tutor.__main__` puts them together."""
