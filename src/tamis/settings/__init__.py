"""Everything that users can choose: a frozen dataclass for each subject, and the file that holds them all."""
