-- The discounts without a code that an order was given, with their names and amounts, as JSON. Their uses are counted in
-- coupon_use by their ids behind a space, which no code begins with; of those that take off delivery with 0.
ALTER TABLE shop_order ADD COLUMN discounts TEXT NOT NULL DEFAULT '[]';
