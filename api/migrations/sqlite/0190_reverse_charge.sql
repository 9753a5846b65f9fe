-- The buyer's VAT number, and what the register of such numbers said of it: nothing when it was not asked, or did not answer.
ALTER TABLE cart ADD COLUMN vat_id TEXT;
ALTER TABLE cart ADD COLUMN vat_id_confirmed INTEGER CHECK (vat_id_confirmed IN (0, 1));

-- The buyer owes the tax: the tax that prices hold was taken off the total, and so much of it was held by delivery.
-- discount_cents is everything that was taken off, this as well.
ALTER TABLE shop_order ADD COLUMN reverse_charge INTEGER NOT NULL DEFAULT 0 CHECK (reverse_charge IN (0, 1));
ALTER TABLE shop_order ADD COLUMN relief_cents INTEGER NOT NULL DEFAULT 0;
ALTER TABLE shop_order ADD COLUMN shipping_relief_cents INTEGER NOT NULL DEFAULT 0;
