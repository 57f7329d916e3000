"""Settings: everything that users can choose, with a frozen dataclass per subject, and the file for all of them."""
