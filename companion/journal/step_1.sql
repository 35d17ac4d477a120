CREATE TABLE entries (
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL,
    t INTEGER NOT NULL,
    wall INTEGER NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    previous TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE
);
CREATE TRIGGER entries_are_never_changed BEFORE UPDATE ON entries
BEGIN SELECT RAISE(ABORT, 'entries are never changed'); END;
CREATE TRIGGER entries_are_never_deleted BEFORE DELETE ON entries
BEGIN SELECT RAISE(ABORT, 'entries are never deleted'); END;
CREATE TRIGGER entries_go_in_at_the_end BEFORE INSERT ON entries
WHEN NEW.id <= (SELECT max(id) FROM entries)
BEGIN SELECT RAISE(ABORT, 'entries go in at the end'); END;
