-- What keeps coupons and gift cards from making money.

-- How many orders use a code that were not cancelled: whoever turns the row holds the code until the transaction ends.
CREATE TABLE coupon_count (
    code_key TEXT NOT NULL PRIMARY KEY,
    uses BIGINT NOT NULL CHECK (uses >= 0)
);

-- Each of those orders, with the hash of the customer's address in one spelling.
CREATE TABLE coupon_use (
    order_id TEXT NOT NULL REFERENCES shop_order (id) ON DELETE CASCADE,
    code_key TEXT NOT NULL,
    email_hash BYTEA NOT NULL,
    site_user_id TEXT,
    discount_cents BIGINT NOT NULL CHECK (discount_cents >= 0),
    created_at BIGINT NOT NULL,
    PRIMARY KEY (order_id, code_key)
);
CREATE INDEX coupon_use_email ON coupon_use (code_key, email_hash);
CREATE INDEX coupon_use_account ON coupon_use (code_key, site_user_id) WHERE site_user_id IS NOT NULL;

-- Who used a code for a first order, by address and by account: each once.
CREATE TABLE first_order (
    customer_hash BYTEA NOT NULL PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES shop_order (id) ON DELETE CASCADE
);
CREATE INDEX first_order_order ON first_order (order_id);

-- A card is what its order was: bought with money or in test mode, on which line, worth how much.
ALTER TABLE gift_card ADD COLUMN test_mode BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE gift_card ADD COLUMN position BIGINT NOT NULL DEFAULT 0;
ALTER TABLE gift_card ADD COLUMN worth_cents BIGINT NOT NULL DEFAULT 0 CHECK (worth_cents >= 0);
-- While the payment for it is disputed.
ALTER TABLE gift_card ADD COLUMN blocked_at BIGINT;
-- 'issued', 'spent', 'returned' by an order that came to nothing or was refunded, 'voided', 'restored'.
ALTER TABLE gift_card_change ADD COLUMN reason TEXT NOT NULL DEFAULT 'spent' CHECK (reason IN ('issued', 'spent', 'returned', 'voided', 'restored'));
ALTER TABLE gift_card_change ADD COLUMN refund_id TEXT;
UPDATE gift_card_change SET reason = 'returned' WHERE change_cents > 0;
UPDATE gift_card_change SET reason = 'issued' WHERE change_cents > 0 AND order_id = (SELECT order_id FROM gift_card WHERE gift_card.id = gift_card_id);
UPDATE gift_card_change SET reason = 'voided', order_id = substr(order_id, 6) WHERE order_id LIKE 'void-%';
UPDATE gift_card SET worth_cents = COALESCE((SELECT SUM(change_cents) FROM gift_card_change WHERE gift_card_id = gift_card.id AND reason = 'issued'), 0);
UPDATE gift_card SET test_mode = (SELECT test_mode FROM shop_order WHERE shop_order.id = gift_card.order_id) WHERE EXISTS (SELECT 1 FROM shop_order WHERE shop_order.id = gift_card.order_id);
CREATE INDEX gift_card_change_order ON gift_card_change (order_id);

-- The line's share of the order's discount; not known of older orders.
ALTER TABLE order_line ADD COLUMN discount_cents BIGINT;
CREATE INDEX shop_order_tries ON shop_order (cart_id, created_at);

-- What coupons took off older orders, so that the books agree.
INSERT INTO coupon_use (order_id, code_key, email_hash, discount_cents, created_at)
    SELECT id, '', CAST('' AS BYTEA), discount_cents - paid_by_cards, created_at FROM (SELECT id, discount_cents, created_at, status,
        COALESCE((SELECT -SUM(change_cents) FROM gift_card_change WHERE order_id = shop_order.id AND reason = 'spent'), 0) AS paid_by_cards FROM shop_order) AS sold
    WHERE status <> 'cancelled' AND discount_cents > paid_by_cards;
INSERT INTO coupon_count (code_key, uses) SELECT code_key, COUNT(*) FROM coupon_use GROUP BY code_key;

-- Payments that a customer disputes at the bank.
CREATE TABLE dispute (
    id TEXT NOT NULL PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES shop_order (id),
    amount_cents BIGINT NOT NULL CHECK (amount_cents >= 0),
    status TEXT NOT NULL CHECK (status IN ('open', 'won', 'lost')),
    created_at BIGINT NOT NULL,
    ended_at BIGINT
);
CREATE INDEX dispute_order ON dispute (order_id);
