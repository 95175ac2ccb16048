"""The commands of ``calypso``, a module each; `tutor.__main__` puts them together."""
