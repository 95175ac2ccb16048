"""How fast the tutor is and how well it teaches: each module measures one thing and judges it."""
