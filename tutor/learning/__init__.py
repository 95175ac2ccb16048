"""How a learner is taught: what is due, what to ask, what a wrong answer means, what was gained.

Everything here follows from the answers given, the time that is passed in, and chance
that is passed in; nothing here stores or shows anything.
"""
