-- Times are epoch milliseconds (UTC), amounts minor units of the currency, tokens and codes are kept as SHA-256 only.

-- The published site's facts, whole; `version` grows with every import so that a server knows when its copy is old.
CREATE TABLE catalog (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    version BIGINT NOT NULL,
    digest TEXT NOT NULL,
    body TEXT NOT NULL,
    imported_at BIGINT NOT NULL
);

-- What is left; counted here alone, never overwritten by an import.
CREATE TABLE stock (
    item_id TEXT NOT NULL,
    sku TEXT NOT NULL,
    quantity BIGINT NOT NULL CHECK (quantity >= 0),
    unlimited BOOLEAN NOT NULL,
    PRIMARY KEY (item_id, sku)
);

-- Every change of stock with its reason: the sum of `change` for a variant is its quantity.
CREATE TABLE stock_change (
    id TEXT NOT NULL PRIMARY KEY,
    item_id TEXT NOT NULL,
    sku TEXT NOT NULL,
    change BIGINT NOT NULL,
    reason TEXT NOT NULL,
    order_id TEXT,
    created_at BIGINT NOT NULL
);
CREATE INDEX stock_change_variant ON stock_change (item_id, sku);

CREATE TABLE cart (
    id TEXT NOT NULL PRIMARY KEY,
    token_hash BYTEA NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('cart', 'subscription')),
    site_user_id TEXT,
    coupons TEXT NOT NULL DEFAULT '[]',
    shipping_location TEXT,
    shipping_option_id TEXT,
    order_id TEXT,
    is_purchased BOOLEAN NOT NULL DEFAULT FALSE,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX cart_of_site_user ON cart (site_user_id) WHERE site_user_id IS NOT NULL AND kind = 'cart' AND NOT is_purchased;
CREATE INDEX cart_expiry ON cart (expires_at) WHERE NOT is_purchased;

-- `price_cents` is the price the shopper saw last. `fields_key` tells two lines of one variant apart by their additional answers ('' without any).
CREATE TABLE cart_entry (
    id TEXT NOT NULL PRIMARY KEY,
    cart_id TEXT NOT NULL REFERENCES cart (id) ON DELETE CASCADE,
    item_id TEXT NOT NULL,
    sku TEXT NOT NULL,
    quantity BIGINT NOT NULL CHECK (quantity BETWEEN 1 AND 9999),
    price_cents BIGINT NOT NULL,
    additional_fields TEXT,
    fields_key TEXT NOT NULL DEFAULT '',
    created_at BIGINT NOT NULL,
    UNIQUE (cart_id, item_id, sku, fields_key)
);

CREATE TABLE shop_order (
    id TEXT NOT NULL PRIMARY KEY,
    cart_id TEXT NOT NULL,
    site_user_id TEXT,
    status TEXT NOT NULL CHECK (status IN ('pending', 'paid', 'cancelled')),
    test_mode BOOLEAN NOT NULL,
    email TEXT NOT NULL,
    currency TEXT NOT NULL,
    subtotal_cents BIGINT NOT NULL CHECK (subtotal_cents >= 0),
    discount_cents BIGINT NOT NULL CHECK (discount_cents >= 0),
    shipping_cents BIGINT NOT NULL CHECK (shipping_cents >= 0),
    tax_cents BIGINT NOT NULL CHECK (tax_cents >= 0),
    grand_total_cents BIGINT NOT NULL CHECK (grand_total_cents = subtotal_cents - discount_cents + shipping_cents + tax_cents),
    shipping_location TEXT,
    shipping_option TEXT,
    coupons TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    paid_at BIGINT,
    hold_until BIGINT NOT NULL
);
-- One living order a cart: the last word against paying twice.
CREATE UNIQUE INDEX shop_order_of_cart ON shop_order (cart_id) WHERE status <> 'cancelled';
CREATE INDEX shop_order_pending ON shop_order (hold_until) WHERE status = 'pending';

CREATE TABLE order_line (
    order_id TEXT NOT NULL REFERENCES shop_order (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    item_id TEXT NOT NULL,
    sku TEXT NOT NULL,
    title TEXT NOT NULL,
    product_type BIGINT NOT NULL,
    quantity BIGINT NOT NULL CHECK (quantity > 0),
    unit_price_cents BIGINT NOT NULL CHECK (unit_price_cents >= 0),
    additional_fields TEXT,
    PRIMARY KEY (order_id, position)
);

CREATE TABLE payment (
    id TEXT NOT NULL PRIMARY KEY,
    order_id TEXT NOT NULL UNIQUE REFERENCES shop_order (id),
    provider TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('started', 'paid', 'declined')),
    amount_cents BIGINT NOT NULL CHECK (amount_cents >= 0),
    currency TEXT NOT NULL,
    reference TEXT,
    created_at BIGINT NOT NULL
);

CREATE TABLE subscription (
    id TEXT NOT NULL PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES shop_order (id),
    item_id TEXT NOT NULL,
    sku TEXT NOT NULL,
    quantity BIGINT NOT NULL,
    price_cents BIGINT NOT NULL,
    currency TEXT NOT NULL,
    email TEXT NOT NULL,
    period_value BIGINT NOT NULL CHECK (period_value > 0),
    period_unit TEXT NOT NULL CHECK (period_unit IN ('WEEK', 'MONTH', 'YEAR')),
    billing_cycles BIGINT NOT NULL,
    cycles_billed BIGINT NOT NULL,
    next_billing_at BIGINT,
    created_at BIGINT NOT NULL
);

CREATE TABLE gift_card (
    id TEXT NOT NULL PRIMARY KEY,
    code_hash BYTEA NOT NULL UNIQUE,
    order_id TEXT NOT NULL,
    currency TEXT NOT NULL,
    balance_cents BIGINT NOT NULL CHECK (balance_cents >= 0),
    created_at BIGINT NOT NULL
);
-- The sum of `change_cents` for a card is its balance.
CREATE TABLE gift_card_change (
    id TEXT NOT NULL PRIMARY KEY,
    gift_card_id TEXT NOT NULL REFERENCES gift_card (id),
    order_id TEXT NOT NULL,
    change_cents BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX gift_card_change_card ON gift_card_change (gift_card_id);

-- The first answer to a call sent with an Idempotency-Key, given again to its repeats.
CREATE TABLE idempotency (
    scope TEXT NOT NULL,
    key_hash BYTEA NOT NULL,
    fingerprint BYTEA NOT NULL,
    subject TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (scope, key_hash)
);
CREATE INDEX idempotency_expiry ON idempotency (expires_at);
