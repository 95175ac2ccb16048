"""The lesson file: read line by line, checked against the engine, and walked step by step."""
