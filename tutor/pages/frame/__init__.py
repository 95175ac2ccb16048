"""What every page stands on: this tab, this learner, the way to other pages and to the browser."""
