"""Who plays: practice partners of three levels, how they weigh a card, and matches between them."""
