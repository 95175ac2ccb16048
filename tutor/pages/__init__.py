"""What is seen: the only part of the tutor that imports streamlit."""
