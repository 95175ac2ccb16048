"""The rules by the million, with numpy: every trick there is, and whole games in step."""
