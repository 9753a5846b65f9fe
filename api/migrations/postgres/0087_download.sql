-- How often a file that was bought was given by link, and where the last one that was begun goes (a hash): its parts are the same one.
-- A row without any was fetched by the buyer's account.
CREATE TABLE download (
    order_id TEXT NOT NULL REFERENCES shop_order (id) ON DELETE CASCADE,
    line BIGINT NOT NULL,
    digest TEXT NOT NULL,
    given BIGINT NOT NULL CHECK (given >= 0),
    place TEXT NOT NULL,
    begun_at BIGINT NOT NULL,
    PRIMARY KEY (order_id, line, digest)
);
