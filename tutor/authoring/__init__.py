"""What authors need: lint, the workshop's draft, a club's folder, and the half-hour script."""
