-- What the owner does in the shop, and what came of it.

CREATE TABLE owner_action (
    id TEXT NOT NULL PRIMARY KEY,
    site_user_id TEXT NOT NULL,
    email TEXT NOT NULL,
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    detail TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX owner_action_subject ON owner_action (subject, id);

-- Coupons made in the shop beside those of the site's own files. `code_key` is the code in small letters.
CREATE TABLE coupon (
    code_key TEXT NOT NULL PRIMARY KEY,
    body TEXT NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;

-- Why the owner changed a count, in the owner's words.
ALTER TABLE stock_change ADD COLUMN note TEXT;

-- The prices each build of the site promised: what a shopper saw on a page that was published before.
CREATE TABLE build_price (
    build_id TEXT NOT NULL PRIMARY KEY,
    prices TEXT NOT NULL,
    imported_at INTEGER NOT NULL
) STRICT;
CREATE INDEX build_price_age ON build_price (imported_at);
