"""Voice and signals: short tones, spoken announcements, and silence where there is no speaker."""
