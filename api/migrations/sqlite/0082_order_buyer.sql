-- Who bought: name, company, phone, note, who pays, VAT number, as the JSON of a `Buyer`. Orders from before knew none of it.
ALTER TABLE shop_order ADD COLUMN buyer TEXT NOT NULL DEFAULT '{}';
