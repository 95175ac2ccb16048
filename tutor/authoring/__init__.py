"""What authors need: lint, the workshop's draft, a club's folder, the search for deals."""
