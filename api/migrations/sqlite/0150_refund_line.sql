-- What of an order a refund was for: pieces of a line, or (as line -1) delivery. A refund that failed has none.
CREATE TABLE refund_line (
    refund_id TEXT NOT NULL,
    order_id TEXT NOT NULL REFERENCES shop_order (id) ON DELETE CASCADE,
    position INTEGER NOT NULL CHECK (position >= -1),
    quantity INTEGER NOT NULL CHECK (quantity >= 0),
    cents INTEGER NOT NULL CHECK (cents >= 0),
    PRIMARY KEY (refund_id, position)
) STRICT;
CREATE INDEX refund_line_order ON refund_line (order_id);
