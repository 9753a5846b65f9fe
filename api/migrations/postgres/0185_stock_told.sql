-- What the owner was told of a variant by letter: 0 nothing, 1 that few are left, 2 that it is sold out.
ALTER TABLE stock ADD COLUMN low_told BIGINT NOT NULL DEFAULT 0 CHECK (low_told BETWEEN 0 AND 2);
CREATE INDEX stock_untold ON stock (item_id, sku) WHERE listed AND NOT unlimited AND quantity <= low_at AND low_told < 2;
CREATE INDEX stock_told ON stock (item_id, sku) WHERE low_told > 0;
