-- Sessions that can be listed and ended one by one, end when nobody uses them, and know when their person last proved who
-- they are. Whoever is signed in signs in once more.
DELETE FROM session;
ALTER TABLE session ADD COLUMN id TEXT NOT NULL DEFAULT '';
ALTER TABLE session ADD COLUMN confirmed_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE session ADD COLUMN confirm_tries BIGINT NOT NULL DEFAULT 0;
ALTER TABLE session ADD COLUMN seen_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE session ADD COLUMN device TEXT NOT NULL DEFAULT '';
ALTER TABLE session ADD COLUMN place TEXT NOT NULL DEFAULT '';
CREATE UNIQUE INDEX session_id ON session (id);
CREATE INDEX session_site_user ON session (site_user_id, seen_at);

-- Wrong one-time codes in a row, and until when no further one is looked at.
ALTER TABLE site_user ADD COLUMN factor_failures BIGINT NOT NULL DEFAULT 0;
ALTER TABLE site_user ADD COLUMN factor_paused_until BIGINT NOT NULL DEFAULT 0;

-- A log-in whose password was right and whose second factor is still to come, or still to be set up. It opens nothing.
CREATE TABLE half_session (
    token_hash BYTEA NOT NULL PRIMARY KEY,
    site_user_id TEXT NOT NULL REFERENCES site_user (id) ON DELETE CASCADE,
    purpose TEXT NOT NULL CHECK (purpose IN ('prove', 'set-up')),
    remember_me BOOLEAN NOT NULL,
    tries BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX half_session_expiry ON half_session (expires_at);
CREATE INDEX half_session_site_user ON half_session (site_user_id);

-- The secret of an authenticator app, sealed with a key made from the server's secret. It counts once it is confirmed.
CREATE TABLE totp_factor (
    site_user_id TEXT NOT NULL PRIMARY KEY REFERENCES site_user (id) ON DELETE CASCADE,
    sealed BYTEA NOT NULL,
    last_step BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    confirmed_at BIGINT
);

CREATE TABLE passkey (
    credential_id TEXT NOT NULL PRIMARY KEY,
    site_user_id TEXT NOT NULL REFERENCES site_user (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    body TEXT NOT NULL,
    counter BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    used_at BIGINT
);
CREATE INDEX passkey_site_user ON passkey (site_user_id, created_at);

-- What a passkey was asked, until it has answered: once, for the one session or log-in that asked.
CREATE TABLE passkey_challenge (
    holder_hash BYTEA NOT NULL,
    purpose TEXT NOT NULL,
    site_user_id TEXT NOT NULL REFERENCES site_user (id) ON DELETE CASCADE,
    state TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (holder_hash, purpose)
);
CREATE INDEX passkey_challenge_expiry ON passkey_challenge (expires_at);
CREATE INDEX passkey_challenge_site_user ON passkey_challenge (site_user_id);

CREATE TABLE recovery_code (
    site_user_id TEXT NOT NULL REFERENCES site_user (id) ON DELETE CASCADE,
    code_hash BYTEA NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (site_user_id, code_hash)
);

-- The browsers an account was used from, by the hash of a cookie.
CREATE TABLE known_device (
    site_user_id TEXT NOT NULL REFERENCES site_user (id) ON DELETE CASCADE,
    device_hash BYTEA NOT NULL,
    first_at BIGINT NOT NULL,
    last_at BIGINT NOT NULL,
    PRIMARY KEY (site_user_id, device_hash)
);
