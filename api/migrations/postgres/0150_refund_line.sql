-- What of an order a refund was for: pieces of a line, or (as line -1) delivery. A refund that failed has none.
CREATE TABLE refund_line (
    refund_id TEXT NOT NULL,
    order_id TEXT NOT NULL REFERENCES shop_order (id) ON DELETE CASCADE,
    position BIGINT NOT NULL CHECK (position >= -1),
    quantity BIGINT NOT NULL CHECK (quantity >= 0),
    cents BIGINT NOT NULL CHECK (cents >= 0),
    PRIMARY KEY (refund_id, position)
);
CREATE INDEX refund_line_order ON refund_line (order_id);
