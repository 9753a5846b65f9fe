-- What about a paid order is worth a look. Nothing is held up by it.

-- When it was looked for; none of an order that was paid a moment ago. Orders from before are not gone through.
ALTER TABLE shop_order ADD COLUMN looked_at INTEGER;
-- When its payment provider is asked next what it says of the payment; none when there is nothing to ask.
ALTER TABLE shop_order ADD COLUMN risk_due INTEGER;
UPDATE shop_order SET looked_at = paid_at WHERE status = 'paid';
CREATE INDEX shop_order_unlooked ON shop_order (id) WHERE status = 'paid' AND looked_at IS NULL;
CREATE INDEX shop_order_risk_due ON shop_order (risk_due) WHERE risk_due IS NOT NULL;
-- When the means of payment of a shopper was refused.
ALTER TABLE payment ADD COLUMN refused_at INTEGER;
CREATE INDEX payment_refused ON payment (refused_at) WHERE refused_at IS NOT NULL;

CREATE TABLE order_mark (
    id TEXT NOT NULL PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES shop_order (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    -- Countries with a space between, a count, or the id of the other order; '' of kinds that say it all.
    detail TEXT NOT NULL,
    found_at INTEGER NOT NULL,
    -- When somebody of the staff had looked at it, and who.
    seen_at INTEGER,
    seen_by TEXT NOT NULL DEFAULT '',
    UNIQUE (order_id, kind, detail)
) STRICT;
CREATE INDEX order_mark_open ON order_mark (order_id) WHERE seen_at IS NULL;
