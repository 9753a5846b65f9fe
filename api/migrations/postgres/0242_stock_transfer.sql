-- Pieces on their way to a location, from another (`from_id`) or from a supplier (none). What is on its way is in no count.
CREATE TABLE stock_transfer (
    id TEXT NOT NULL PRIMARY KEY,
    from_id TEXT,
    to_id TEXT NOT NULL,
    reference TEXT NOT NULL,
    note TEXT NOT NULL,
    tracking TEXT NOT NULL,
    expected_on TEXT,
    state TEXT NOT NULL CHECK (state IN ('on-its-way', 'done', 'cancelled')),
    author_id TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    ended_at BIGINT
);
CREATE INDEX stock_transfer_open ON stock_transfer (to_id, id) WHERE state = 'on-its-way';

-- `back`: what went back to where it came from, or does not come, when it was cancelled.
CREATE TABLE stock_transfer_line (
    transfer_id TEXT NOT NULL REFERENCES stock_transfer (id),
    position BIGINT NOT NULL,
    item_id TEXT NOT NULL,
    sku TEXT NOT NULL,
    quantity BIGINT NOT NULL CHECK (quantity > 0),
    received BIGINT NOT NULL DEFAULT 0 CHECK (received >= 0),
    lost BIGINT NOT NULL DEFAULT 0 CHECK (lost >= 0),
    back BIGINT NOT NULL DEFAULT 0 CHECK (back >= 0),
    PRIMARY KEY (transfer_id, position),
    UNIQUE (transfer_id, item_id, sku),
    CHECK (received + lost + back <= quantity)
);
CREATE INDEX stock_transfer_line_open ON stock_transfer_line (item_id, sku) WHERE received + lost + back < quantity;
