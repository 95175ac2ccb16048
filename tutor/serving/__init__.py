"""What stands between the network and the pages: checks, figures, and previews of links."""
