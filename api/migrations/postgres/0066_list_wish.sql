-- Addresses that somebody typed for a mailing list: members once their owner followed the letter. `handovers` are what a mailing
-- service is told then, as JSON.
CREATE TABLE list_wish (
    email TEXT NOT NULL PRIMARY KEY,
    key_hash BYTEA NOT NULL UNIQUE,
    source TEXT NOT NULL,
    is_member BOOLEAN NOT NULL,
    tells BOOLEAN NOT NULL,
    handovers TEXT NOT NULL,
    letters BIGINT NOT NULL,
    sent_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX list_wish_sent ON list_wish (sent_at);
