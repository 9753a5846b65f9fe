-- Wrong passwords and codes: who (a hash) tried how often, and until when nothing more is tried.
CREATE TABLE guess (
    who TEXT NOT NULL PRIMARY KEY,
    wrong INTEGER NOT NULL,
    paused_until INTEGER NOT NULL,
    last_at INTEGER NOT NULL
) STRICT;
CREATE INDEX guess_last ON guess (last_at);

-- From where somebody logged in with the right password: both are hashes.
CREATE TABLE known_place (
    account TEXT NOT NULL,
    place TEXT NOT NULL,
    seen_at INTEGER NOT NULL,
    PRIMARY KEY (account, place)
) STRICT;
CREATE INDEX known_place_seen ON known_place (seen_at);
