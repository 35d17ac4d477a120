"""What lies on the table, from look to look: the one memory of the eyes.

`motion` tells whether anything stirs, `tray`, `spots` and `pyramid` what lies where and what of it is new,
`moved` where it is seen once camera or mat were pushed. `lain_upon` and `hidden_cards` compare pixels where
names say too little.
"""
