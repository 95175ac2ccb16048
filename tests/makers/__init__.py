"""The scripts that write data files of the product: policies, natural tricks, the schema."""
