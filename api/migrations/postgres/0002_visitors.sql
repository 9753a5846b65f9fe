-- Forms, sign-ups, accounts, letters and counts.

CREATE TABLE form_key (
    key_hash BYTEA NOT NULL PRIMARY KEY,
    visitor_hash BYTEA NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX form_key_expiry ON form_key (expires_at);

CREATE TABLE form_submission (
    id TEXT NOT NULL PRIMARY KEY,
    form_id TEXT NOT NULL,
    site_user_id TEXT,
    answers TEXT NOT NULL,
    page TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX form_submission_form ON form_submission (form_id, created_at);

-- One waiting sign-up a person and variant; a sent one stays as a record and no longer counts.
CREATE TABLE restock_sign_up (
    id TEXT NOT NULL PRIMARY KEY,
    product_id TEXT NOT NULL,
    variant_id TEXT NOT NULL,
    email TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    sent_at BIGINT
);
CREATE UNIQUE INDEX restock_sign_up_waiting ON restock_sign_up (product_id, variant_id, email) WHERE sent_at IS NULL;

CREATE TABLE mailing_list_member (
    email TEXT NOT NULL PRIMARY KEY,
    source TEXT NOT NULL,
    created_at BIGINT NOT NULL
);

-- What must reach the outside exactly once: written with the change that causes it, sent by a worker that leases it.
CREATE TABLE outbox (
    id TEXT NOT NULL PRIMARY KEY,
    dedupe_key TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    attempts BIGINT NOT NULL DEFAULT 0,
    due_at BIGINT NOT NULL,
    done_at BIGINT,
    failed_at BIGINT,
    last_error TEXT,
    created_at BIGINT NOT NULL
);
CREATE INDEX outbox_due ON outbox (due_at) WHERE done_at IS NULL AND failed_at IS NULL;

CREATE TABLE event (
    id TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    data TEXT NOT NULL,
    visitor TEXT,
    occurred_at BIGINT NOT NULL
);
CREATE INDEX event_kind ON event (kind, occurred_at);

CREATE TABLE performance_record (
    id TEXT NOT NULL PRIMARY KEY,
    pathname TEXT NOT NULL,
    body TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX performance_record_age ON performance_record (created_at);

CREATE TABLE site_user (
    id TEXT NOT NULL PRIMARY KEY,
    email TEXT NOT NULL UNIQUE,
    password_hash TEXT NOT NULL,
    roles TEXT NOT NULL,
    created_at BIGINT NOT NULL
);

CREATE TABLE session (
    token_hash BYTEA NOT NULL PRIMARY KEY,
    site_user_id TEXT NOT NULL REFERENCES site_user (id) ON DELETE CASCADE,
    xsrf_hash BYTEA NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX session_expiry ON session (expires_at);

-- Small named documents of the site that are edited while it is live (header and footer).
CREATE TABLE site_document (
    name TEXT NOT NULL PRIMARY KEY,
    body TEXT NOT NULL,
    updated_at BIGINT NOT NULL
);
