"""What browsers are sent besides the pages: style sheets, scripts, the sign of the tutor."""
