-- Withdrawals from contracts that consumers declared, as they declared them: kept whether an order fits or not.
CREATE TABLE withdrawal (
    id TEXT NOT NULL PRIMARY KEY,
    declared_at INTEGER NOT NULL,
    name TEXT NOT NULL,
    order_name TEXT NOT NULL,
    email TEXT NOT NULL,
    goods TEXT NOT NULL,
    language TEXT NOT NULL,
    -- The order that fits what was typed, when one does.
    order_id TEXT REFERENCES shop_order (id),
    -- Whether the acknowledgement went out by letter.
    acknowledged INTEGER NOT NULL CHECK (acknowledged IN (0, 1)),
    handled_at INTEGER
) STRICT;
CREATE INDEX withdrawal_email ON withdrawal (email, declared_at);
