"""How fast it is: each module measures one thing and says whether it is fast enough."""
