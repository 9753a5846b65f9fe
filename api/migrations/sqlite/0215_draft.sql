-- Orders that the staff prepares. `body` is what was entered, as JSON; the cart of the same id, once there is one, holds what was agreed on.
-- `held`: it holds its stock, until `expires_at`. Links of another `version` open it no more.
CREATE TABLE draft_order (
    id TEXT NOT NULL PRIMARY KEY,
    email TEXT NOT NULL,
    body TEXT NOT NULL,
    currency TEXT NOT NULL,
    total_cents INTEGER NOT NULL CHECK (total_cents >= 0),
    version INTEGER NOT NULL DEFAULT 0,
    held INTEGER NOT NULL DEFAULT 0 CHECK (held IN (0, 1)),
    sent_at INTEGER,
    expires_at INTEGER,
    author TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX draft_order_made ON draft_order (created_at, id);
CREATE INDEX draft_order_email ON draft_order (email);
CREATE INDEX draft_order_held ON draft_order (expires_at) WHERE held;
CREATE INDEX stock_change_draft ON stock_change (order_id) WHERE reason = 'draft';

-- What the shop agreed on with the buyer of a cart, as JSON.
ALTER TABLE cart ADD COLUMN agreed TEXT;
