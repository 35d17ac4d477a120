"""The wires: camera, buttons, lamps and sound. Nothing here knows a rule or a picture's meaning."""
