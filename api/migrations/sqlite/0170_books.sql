-- The books: what orders brought and what went back, each once and at its own moment, so that figures are sums of a few narrow rows.

-- Whether everything that happened to a paid order stands in the books; whatever changes its money takes the mark away.
ALTER TABLE shop_order ADD COLUMN is_booked INTEGER NOT NULL DEFAULT 0 CHECK (is_booked IN (0, 1));
CREATE INDEX shop_order_unbooked ON shop_order (id) WHERE status = 'paid' AND NOT is_booked;

-- `cause` is 'paid', the refund, 'failed ' and the refund, or the change of a gift card. No row is ever changed. Amounts are minor units:
-- gross is what goods, delivery and taxes came to after discounts, back is what of that went back, money what came in (below zero:
-- went out), by_cards what gift cards paid, cards_sold what gift cards were sold for, which is no revenue until they are spent.
CREATE TABLE book_move (
    order_id TEXT NOT NULL REFERENCES shop_order (id) ON DELETE CASCADE,
    cause TEXT NOT NULL,
    at INTEGER NOT NULL,
    currency TEXT NOT NULL,
    test_mode INTEGER NOT NULL CHECK (test_mode IN (0, 1)),
    orders INTEGER NOT NULL CHECK (orders IN (0, 1)),
    gross_cents INTEGER NOT NULL,
    back_cents INTEGER NOT NULL,
    discount_cents INTEGER NOT NULL,
    delivery_cents INTEGER NOT NULL,
    tax_cents INTEGER NOT NULL,
    money_cents INTEGER NOT NULL,
    by_cards_cents INTEGER NOT NULL,
    cards_sold_cents INTEGER NOT NULL,
    PRIMARY KEY (order_id, cause),
    CHECK (gross_cents - back_cents = money_cents + by_cards_cents - cards_sold_cents)
) STRICT;
-- Holds all that is added up, so that the rows themselves are not read.
CREATE INDEX book_move_at ON book_move (currency, test_mode, at, orders, gross_cents, back_cents, discount_cents, delivery_cents, tax_cents,
    money_cents, by_cards_cents, cards_sold_cents);

-- The taxes of a move by the place and the rate; below zero: of what went back. A move without a tax has one row with none.
CREATE TABLE book_tax (
    order_id TEXT NOT NULL,
    cause TEXT NOT NULL,
    position INTEGER NOT NULL,
    at INTEGER NOT NULL,
    currency TEXT NOT NULL,
    test_mode INTEGER NOT NULL CHECK (test_mode IN (0, 1)),
    country TEXT NOT NULL,
    region TEXT NOT NULL,
    name TEXT NOT NULL,
    rate TEXT NOT NULL,
    net_cents INTEGER NOT NULL,
    tax_cents INTEGER NOT NULL,
    PRIMARY KEY (order_id, cause, position),
    FOREIGN KEY (order_id, cause) REFERENCES book_move (order_id, cause) ON DELETE CASCADE
) STRICT;
CREATE INDEX book_tax_at ON book_tax (currency, test_mode, at, cause, country, region, name, rate, net_cents, tax_cents);

CREATE INDEX cart_begun ON cart (created_at);
