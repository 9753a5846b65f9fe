-- What follows a payment: repeats, messages of the provider, refunds, fulfilment, subscriptions that renew.

-- Which means of payment was tried last, as a hash: the same one again is a repeat, another one a new try.
ALTER TABLE payment ADD COLUMN means_hash BLOB;
CREATE UNIQUE INDEX payment_reference ON payment (provider, reference) WHERE reference IS NOT NULL AND reference <> 'nothing-to-pay';

-- A renewal names its subscription; `cart_id` then holds one word a billing cycle, so that no cycle is paid twice.
ALTER TABLE shop_order ADD COLUMN subscription_id TEXT;
ALTER TABLE shop_order ADD COLUMN refunded_cents INTEGER NOT NULL DEFAULT 0 CHECK (refunded_cents >= 0 AND refunded_cents <= grand_total_cents);
ALTER TABLE shop_order ADD COLUMN cancelled_at INTEGER;
ALTER TABLE shop_order ADD COLUMN fulfilled_at INTEGER;
ALTER TABLE shop_order ADD COLUMN tracking TEXT;
CREATE INDEX shop_order_paid ON shop_order (paid_at, id) WHERE status = 'paid';
ALTER TABLE order_line ADD COLUMN restocked INTEGER NOT NULL DEFAULT 0 CHECK (restocked >= 0 AND restocked <= quantity);

-- The provider's own messages that were acted on; each once.
CREATE TABLE payment_event (
    provider TEXT NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    received_at INTEGER NOT NULL,
    PRIMARY KEY (provider, id)
) STRICT;

CREATE TABLE refund (
    id TEXT NOT NULL PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES shop_order (id),
    amount_cents INTEGER NOT NULL CHECK (amount_cents > 0),
    status TEXT NOT NULL CHECK (status IN ('pending', 'done', 'failed')),
    reason TEXT NOT NULL,
    reference TEXT,
    fault TEXT,
    created_at INTEGER NOT NULL,
    ended_at INTEGER
) STRICT;
CREATE INDEX refund_order ON refund (order_id);
CREATE UNIQUE INDEX refund_reference ON refund (reference) WHERE reference IS NOT NULL;

ALTER TABLE subscription ADD COLUMN status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'past_due', 'cancelled', 'ended'));
ALTER TABLE subscription ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;
ALTER TABLE subscription ADD COLUMN due_at INTEGER;
ALTER TABLE subscription ADD COLUMN provider TEXT NOT NULL DEFAULT '';
ALTER TABLE subscription ADD COLUMN customer TEXT;
ALTER TABLE subscription ADD COLUMN method TEXT;
ALTER TABLE subscription ADD COLUMN ended_at INTEGER;
UPDATE subscription SET due_at = next_billing_at, status = CASE WHEN next_billing_at IS NULL THEN 'ended' ELSE 'active' END;
CREATE INDEX subscription_due ON subscription (due_at) WHERE status = 'active';
CREATE INDEX subscription_order ON subscription (order_id);

ALTER TABLE gift_card ADD COLUMN voided_at INTEGER;
CREATE INDEX gift_card_order ON gift_card (order_id);
