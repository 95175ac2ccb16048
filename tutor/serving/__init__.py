"""What stands between the network and the pages: the gate, packed files, figures and checks."""
