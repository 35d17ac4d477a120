"""The eyes: pictures in, sightings out. Pure functions over arrays; nothing here knows a rule."""
