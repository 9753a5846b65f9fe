-- Wrong passwords and codes: who (a hash) tried how often, and until when nothing more is tried.
CREATE TABLE guess (
    who TEXT NOT NULL PRIMARY KEY,
    wrong BIGINT NOT NULL,
    paused_until BIGINT NOT NULL,
    last_at BIGINT NOT NULL
);
CREATE INDEX guess_last ON guess (last_at);

-- From where somebody logged in with the right password: both are hashes.
CREATE TABLE known_place (
    account TEXT NOT NULL,
    place TEXT NOT NULL,
    seen_at BIGINT NOT NULL,
    PRIMARY KEY (account, place)
);
CREATE INDEX known_place_seen ON known_place (seen_at);
