-- The owner's desk: what of an order was sent in which parcel, what the staff note and how they sort, and by what orders are found.

-- The first parcel of it went out; epoch milliseconds. `fulfilled_at` is when nothing is left to send.
ALTER TABLE shop_order ADD COLUMN shipped_at INTEGER;
-- What the staff sort it by, as a JSON list.
ALTER TABLE shop_order ADD COLUMN tags TEXT NOT NULL DEFAULT '[]';
-- The words under which it stands in `order_term`, as a JSON list; none until they are written down.
ALTER TABLE shop_order ADD COLUMN terms TEXT;
ALTER TABLE order_line ADD COLUMN sent INTEGER NOT NULL DEFAULT 0 CHECK (sent >= 0 AND sent <= quantity);
UPDATE shop_order SET shipped_at = fulfilled_at;
UPDATE order_line SET sent = quantity - restocked WHERE restocked <= quantity AND order_id IN (SELECT id FROM shop_order WHERE fulfilled_at IS NOT NULL);

CREATE TABLE shipment (
    id TEXT NOT NULL PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES shop_order (id) ON DELETE CASCADE,
    carrier TEXT NOT NULL,
    tracking_number TEXT NOT NULL,
    tracking_url TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX shipment_order ON shipment (order_id);
CREATE TABLE shipment_line (
    shipment_id TEXT NOT NULL REFERENCES shipment (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    quantity INTEGER NOT NULL CHECK (quantity > 0),
    PRIMARY KEY (shipment_id, position)
) STRICT;
CREATE TABLE order_note (
    id TEXT NOT NULL PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES shop_order (id) ON DELETE CASCADE,
    author TEXT NOT NULL,
    body TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX order_note_order ON order_note (order_id);

-- Words of an order (`w:lee`), what it holds (`item:…`), how it goes (`way:…`), tags (`tag:…`), each with the moment it was placed:
-- the newest with a word stand together.
CREATE TABLE order_term (
    term TEXT NOT NULL,
    at INTEGER NOT NULL,
    order_id TEXT NOT NULL,
    PRIMARY KEY (term, at, order_id)
) STRICT, WITHOUT ROWID;

-- One index for each list of the desk, newest first.
CREATE INDEX desk_newest ON shop_order (created_at, id);
CREATE INDEX desk_to_send ON shop_order (created_at, id) WHERE status = 'paid' AND cancelled_at IS NULL AND fulfilled_at IS NULL AND shipping_option IS NOT NULL;
CREATE INDEX desk_sent ON shop_order (created_at, id) WHERE fulfilled_at IS NOT NULL AND cancelled_at IS NULL;
CREATE INDEX desk_paid ON shop_order (created_at, id) WHERE status = 'paid' AND cancelled_at IS NULL;
CREATE INDEX desk_open ON shop_order (created_at, id) WHERE status = 'pending';
CREATE INDEX desk_refunded ON shop_order (created_at, id) WHERE refunded_cents > 0;
CREATE INDEX desk_cancelled ON shop_order (created_at, id) WHERE status = 'cancelled' OR cancelled_at IS NOT NULL;
CREATE INDEX desk_unlisted ON shop_order (created_at) WHERE terms IS NULL;
CREATE INDEX dispute_open ON dispute (order_id) WHERE status = 'open';
CREATE INDEX refund_failed ON refund (order_id) WHERE status = 'failed';
