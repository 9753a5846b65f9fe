-- Keys that letters carry: whoever has one can read the address it was sent to, and may choose a password for it.
CREATE TABLE account_key (
    key_hash BLOB NOT NULL PRIMARY KEY,
    email TEXT NOT NULL,
    roles TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX account_key_email ON account_key (email, created_at);
CREATE INDEX account_key_expiry ON account_key (expires_at);

-- What somebody signed in bought, with the account or before there was one.
CREATE INDEX shop_order_site_user ON shop_order (site_user_id, id) WHERE site_user_id IS NOT NULL;
CREATE INDEX shop_order_email ON shop_order (lower(email), id);
