-- Stock at several places. A shop without rows here keeps everything at one. `main`, the first of a shop, has what is at no other:
-- stock.quantity - stock.elsewhere. What is sold is taken in the order of `position`.
CREATE TABLE location (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    position INTEGER NOT NULL,
    archived_at INTEGER,
    created_at INTEGER NOT NULL
) STRICT;

-- How many of a variant lie at a location other than `main`. `place` is that of the variant's row in `stock`: its title as it is sorted.
CREATE TABLE stock_level (
    item_id TEXT NOT NULL,
    sku TEXT NOT NULL,
    location_id TEXT NOT NULL REFERENCES location (id),
    quantity INTEGER NOT NULL CHECK (quantity >= 0),
    place TEXT NOT NULL,
    PRIMARY KEY (item_id, sku, location_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX stock_level_listed ON stock_level (location_id, place, item_id, sku) WHERE quantity > 0;

-- The sum of its rows in `stock_level`: what lies elsewhere is never more than there is.
ALTER TABLE stock ADD COLUMN elsewhere INTEGER NOT NULL DEFAULT 0 CHECK (elsewhere BETWEEN 0 AND quantity);

-- Where it changed; none is `main`.
ALTER TABLE stock_change ADD COLUMN location_id TEXT;
ALTER TABLE stock_change ADD COLUMN transfer_id TEXT;
CREATE INDEX stock_change_location ON stock_change (order_id, item_id, sku) WHERE location_id IS NOT NULL;
CREATE INDEX stock_change_transfer ON stock_change (transfer_id, item_id, sku) WHERE transfer_id IS NOT NULL;
