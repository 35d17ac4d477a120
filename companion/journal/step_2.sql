CREATE INDEX entries_by_game ON entries (game, id);
CREATE INDEX entries_that_begin_or_end ON entries (kind, game)
    WHERE kind IN ('start', 'end', 'left', 'undo', 'override', 'correction', 'salvage');
CREATE VIEW games AS
    SELECT s.id AS id, s.wall AS wall, s.body AS body,
        (SELECT body FROM entries e WHERE e.game = s.id AND e.kind IN ('end', 'left') AND e.id > coalesce(
            (SELECT max(b.id) FROM entries b WHERE b.game = s.id
                AND b.kind IN ('undo', 'override', 'correction')
                AND b.body LIKE '%"verdict":"accepted"%'), 0)
            ORDER BY e.id DESC LIMIT 1) AS ending,
        (SELECT count(*) FROM entries c WHERE c.game = s.id) AS entries,
        (SELECT max(l.wall) FROM entries l WHERE l.game = s.id) AS last_wall
    FROM entries s WHERE s.kind = 'start';
