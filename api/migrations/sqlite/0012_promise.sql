-- The prices each build of a product promised: what a shopper saw on a page that was published before.
DROP TABLE build_price;
CREATE TABLE build_price (
    item_id TEXT NOT NULL,
    build_id TEXT NOT NULL,
    prices TEXT NOT NULL,
    imported_at INTEGER NOT NULL,
    PRIMARY KEY (item_id, build_id)
) STRICT;
