"""What authors need: lint, the workshop's draft, and a club's folder."""
