-- Who did what, in one chain: each row has the hash of the one before it and of its own content. Rows are only added.
-- Personal parts stand beside it under a salt; the chain knows their digests alone, so that they can be blanked.
CREATE TABLE record (
    seq INTEGER NOT NULL PRIMARY KEY,
    made_at INTEGER NOT NULL,
    actor TEXT NOT NULL,
    area TEXT NOT NULL,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    detail TEXT NOT NULL,
    who_digest TEXT NOT NULL,
    about_digest TEXT NOT NULL,
    previous_hash TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE
) STRICT;
CREATE INDEX record_kind ON record (kind, seq);
CREATE INDEX record_subject ON record (subject, seq);

CREATE TABLE record_person (
    seq INTEGER NOT NULL REFERENCES record (seq),
    part TEXT NOT NULL CHECK (part IN ('who', 'about')),
    salt TEXT NOT NULL,
    email TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (seq, part)
) STRICT;
CREATE INDEX record_person_kept ON record_person (seq) WHERE salt <> '';
CREATE INDEX record_person_email ON record_person (email, seq) WHERE email <> '';

-- The last row: writers queue here.
CREATE TABLE record_head (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    seq INTEGER NOT NULL,
    hash TEXT NOT NULL
) STRICT;

-- A REPLACE deletes without asking the triggers of DELETE: a number that is there is refused.
CREATE TRIGGER record_only_new BEFORE INSERT ON record WHEN EXISTS (SELECT 1 FROM record WHERE seq = NEW.seq OR hash = NEW.hash)
BEGIN SELECT RAISE(ABORT, 'the record is only added to'); END;
CREATE TRIGGER record_no_update BEFORE UPDATE ON record BEGIN SELECT RAISE(ABORT, 'the record is only added to'); END;
CREATE TRIGGER record_no_delete BEFORE DELETE ON record BEGIN SELECT RAISE(ABORT, 'the record is only added to'); END;
CREATE TRIGGER record_person_only_new BEFORE INSERT ON record_person
WHEN EXISTS (SELECT 1 FROM record_person WHERE seq = NEW.seq AND part = NEW.part)
BEGIN SELECT RAISE(ABORT, 'the record is only added to'); END;
CREATE TRIGGER record_person_blanked BEFORE UPDATE ON record_person
WHEN NEW.seq <> OLD.seq OR NEW.part <> OLD.part OR NEW.salt <> '' OR NEW.email <> '' OR NEW.body <> ''
BEGIN SELECT RAISE(ABORT, 'a personal part of the record is only blanked'); END;
CREATE TRIGGER record_person_no_delete BEFORE DELETE ON record_person
BEGIN SELECT RAISE(ABORT, 'a personal part of the record is only blanked'); END;
CREATE TRIGGER record_head_forward BEFORE UPDATE ON record_head WHEN NEW.id <> 1 OR NEW.seq < OLD.seq
BEGIN SELECT RAISE(ABORT, 'the record is only added to'); END;
CREATE TRIGGER record_head_no_delete BEFORE DELETE ON record_head BEGIN SELECT RAISE(ABORT, 'the record is only added to'); END;
