CREATE INDEX entries_about_people ON entries (id) WHERE kind = 'person';
