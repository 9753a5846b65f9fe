-- When an order is brought or collected, where its way of delivery has windows: day, beginning and way, in this order.
ALTER TABLE shop_order ADD COLUMN window_key TEXT COLLATE "C";
CREATE INDEX shop_order_window ON shop_order (window_key) WHERE window_key IS NOT NULL;

-- A row for each window that somebody wanted: held while the orders that have a place in it are counted.
CREATE TABLE delivery_window (
    window_key TEXT COLLATE "C" NOT NULL PRIMARY KEY
);
