-- Challenges of the built-in captcha that were answered, until nobody can answer them any more. Milliseconds.
CREATE TABLE captcha_spent (
    challenge_hash BYTEA NOT NULL PRIMARY KEY,
    expires_at BIGINT NOT NULL
);

CREATE INDEX captcha_spent_by_expiry ON captcha_spent (expires_at);
