"""The rules of Calypso as values: cards, tables, tricks, calypsos, scores and whole games."""
