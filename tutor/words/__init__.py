"""Every word a learner reads or hears: texts by key and language, and pictures said aloud."""
