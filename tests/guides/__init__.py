"""What the guides of docs/adding.md come to: followed in a copy of the project, then tried.

The modules here are no tests of this project. `tests/test_guides.py` runs each in a copy in
which somebody has done what the guide says.
"""
