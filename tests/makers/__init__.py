"""The scripts that write data files of the product: policies and habits, natural tricks."""
