-- The buyer's VAT number, and what the register of such numbers said of it: nothing when it was not asked, or did not answer.
ALTER TABLE cart ADD COLUMN vat_id TEXT COLLATE "C";
ALTER TABLE cart ADD COLUMN vat_id_confirmed BOOLEAN;

-- The buyer owes the tax: the tax that prices hold was taken off the total, and so much of it was held by delivery.
-- discount_cents is everything that was taken off, this as well.
ALTER TABLE shop_order ADD COLUMN reverse_charge BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE shop_order ADD COLUMN relief_cents BIGINT NOT NULL DEFAULT 0;
ALTER TABLE shop_order ADD COLUMN shipping_relief_cents BIGINT NOT NULL DEFAULT 0;
