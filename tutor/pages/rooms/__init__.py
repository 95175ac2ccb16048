"""An evening at the club: the hall, the telephones, and the teacher between them."""
