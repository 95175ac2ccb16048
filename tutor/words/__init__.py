"""Every word a learner reads or hears: texts by key, explanations, citations, the ladder told."""
