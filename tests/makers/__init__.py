"""The scripts that write data files: policies, natural tricks, the schema, golden files."""
