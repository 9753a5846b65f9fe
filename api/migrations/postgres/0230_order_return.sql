-- Goods of orders that come back: asked for by their buyer, and what became of it.
CREATE TABLE order_return (
    id TEXT NOT NULL PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES shop_order (id) ON DELETE CASCADE,
    state TEXT NOT NULL CHECK (state IN ('requested', 'accepted', 'declined', 'refunded')),
    -- Why, in the words of who asked.
    reason TEXT NOT NULL,
    -- What the shop said to it.
    answer TEXT NOT NULL DEFAULT '',
    -- What the shop kept of the money, in minor units.
    fee_cents BIGINT NOT NULL DEFAULT 0 CHECK (fee_cents >= 0),
    created_at BIGINT NOT NULL,
    ended_at BIGINT
);
CREATE INDEX order_return_order ON order_return (order_id);
CREATE TABLE order_return_line (
    return_id TEXT NOT NULL REFERENCES order_return (id) ON DELETE CASCADE,
    position BIGINT NOT NULL CHECK (position >= 0),
    quantity BIGINT NOT NULL CHECK (quantity > 0),
    -- How many came, and how many of those went back into stock.
    received BIGINT NOT NULL DEFAULT 0 CHECK (received >= 0 AND received <= quantity),
    restocked BIGINT NOT NULL DEFAULT 0 CHECK (restocked >= 0 AND restocked <= received),
    PRIMARY KEY (return_id, position)
);
