-- Who bought, by the address in one spelling: the newest order of each, and all orders of one.
CREATE INDEX shop_order_customer ON shop_order (lower(email), created_at, id) WHERE status = 'paid';
