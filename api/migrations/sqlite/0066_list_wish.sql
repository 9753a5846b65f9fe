-- Addresses that somebody typed for a mailing list: members once their owner followed the letter. `handovers` are what a mailing
-- service is told then, as JSON.
CREATE TABLE list_wish (
    email TEXT NOT NULL PRIMARY KEY,
    key_hash BLOB NOT NULL UNIQUE,
    source TEXT NOT NULL,
    is_member INTEGER NOT NULL CHECK (is_member IN (0, 1)),
    tells INTEGER NOT NULL CHECK (tells IN (0, 1)),
    handovers TEXT NOT NULL,
    letters INTEGER NOT NULL,
    sent_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX list_wish_sent ON list_wish (sent_at);
