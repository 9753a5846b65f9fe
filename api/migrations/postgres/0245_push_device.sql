-- Browsers of the staff that are told of what happens by Web Push, and what waits to be told to each.
CREATE TABLE push_device (
    id TEXT NOT NULL PRIMARY KEY,
    site_user_id TEXT NOT NULL REFERENCES site_user (id) ON DELETE CASCADE,
    -- The session it was put from: whoever ends that ends this.
    session_id TEXT NOT NULL,
    -- Where its push service takes messages, and the keys of the browser.
    endpoint TEXT NOT NULL UNIQUE,
    p256dh BYTEA NOT NULL,
    auth BYTEA NOT NULL,
    -- The key of this server that the browser subscribed with: with another one the push service takes nothing.
    server_key TEXT NOT NULL,
    -- What it is told of, such as `,order,stock,`.
    kinds TEXT NOT NULL,
    language TEXT NOT NULL,
    device TEXT NOT NULL,
    -- How often it was told since then.
    hour_at BIGINT NOT NULL,
    hour_count BIGINT NOT NULL,
    told_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    seen_at BIGINT NOT NULL
);
CREATE INDEX push_device_site_user ON push_device (site_user_id, seen_at);
CREATE INDEX push_device_session ON push_device (session_id);

CREATE TABLE push_waiting (
    id TEXT NOT NULL PRIMARY KEY,
    device_id TEXT NOT NULL REFERENCES push_device (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    facts TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX push_waiting_device ON push_waiting (device_id, created_at);
