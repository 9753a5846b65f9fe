-- Who did what, in one chain: each row has the hash of the one before it and of its own content. Rows are only added.
-- Personal parts stand beside it under a salt; the chain knows their digests alone, so that they can be blanked.
CREATE TABLE record (
    seq BIGINT NOT NULL PRIMARY KEY,
    made_at BIGINT NOT NULL,
    actor TEXT NOT NULL,
    area TEXT NOT NULL,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    detail TEXT NOT NULL,
    who_digest TEXT NOT NULL,
    about_digest TEXT NOT NULL,
    previous_hash TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE
);
CREATE INDEX record_kind ON record (kind, seq);
CREATE INDEX record_subject ON record (subject, seq);

CREATE TABLE record_person (
    seq BIGINT NOT NULL REFERENCES record (seq),
    part TEXT NOT NULL CHECK (part IN ('who', 'about')),
    salt TEXT NOT NULL,
    email TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (seq, part)
);
CREATE INDEX record_person_kept ON record_person (seq) WHERE salt <> '';
CREATE INDEX record_person_email ON record_person (email, seq) WHERE email <> '';

-- The last row: writers queue here.
CREATE TABLE record_head (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    seq BIGINT NOT NULL,
    hash TEXT NOT NULL
);

CREATE FUNCTION record_is_only_added_to() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'the record is only added to'; END $$;
CREATE FUNCTION record_person_is_only_blanked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.seq <> OLD.seq OR NEW.part <> OLD.part OR NEW.salt <> '' OR NEW.email <> '' OR NEW.body <> '' THEN
        RAISE EXCEPTION 'a personal part of the record is only blanked';
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION record_head_goes_forward() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.id <> 1 OR NEW.seq < OLD.seq THEN RAISE EXCEPTION 'the record is only added to'; END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER record_only_added_to BEFORE UPDATE OR DELETE OR TRUNCATE ON record
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_only_added_to();
CREATE TRIGGER record_person_kept BEFORE DELETE OR TRUNCATE ON record_person
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_only_added_to();
CREATE TRIGGER record_person_blanked BEFORE UPDATE ON record_person
    FOR EACH ROW EXECUTE FUNCTION record_person_is_only_blanked();
CREATE TRIGGER record_head_kept BEFORE DELETE OR TRUNCATE ON record_head
    FOR EACH STATEMENT EXECUTE FUNCTION record_is_only_added_to();
CREATE TRIGGER record_head_forward BEFORE UPDATE ON record_head
    FOR EACH ROW EXECUTE FUNCTION record_head_goes_forward();
