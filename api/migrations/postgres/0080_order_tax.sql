-- What gift cards paid of an order stands apart from what coupons took off: they pay after the taxes, and pay shipping and
-- taxes too (`gift_card_rest_cents`). Taxes that prices hold already are part of the total, not added to it.
ALTER TABLE shop_order ADD COLUMN gift_card_cents BIGINT NOT NULL DEFAULT 0 CHECK (gift_card_cents >= 0);
ALTER TABLE shop_order ADD COLUMN gift_card_rest_cents BIGINT NOT NULL DEFAULT 0 CHECK (gift_card_rest_cents >= 0);
ALTER TABLE shop_order ADD COLUMN included_tax_cents BIGINT NOT NULL DEFAULT 0 CHECK (included_tax_cents >= 0);
-- Each tax with its name, rate in percent, and what it was taken of, as JSON.
ALTER TABLE shop_order ADD COLUMN taxes TEXT NOT NULL DEFAULT '[]';

UPDATE shop_order SET gift_card_cents = COALESCE((SELECT -SUM(change_cents) FROM gift_card_change
    WHERE gift_card_change.order_id = shop_order.id AND gift_card_change.reason = 'spent'), 0);
