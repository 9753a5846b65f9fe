-- Challenges of the built-in captcha that were answered, until nobody can answer them any more. Milliseconds.
CREATE TABLE captcha_spent (
    challenge_hash BLOB NOT NULL PRIMARY KEY,
    expires_at INTEGER NOT NULL
) STRICT;

CREATE INDEX captcha_spent_by_expiry ON captcha_spent (expires_at);
