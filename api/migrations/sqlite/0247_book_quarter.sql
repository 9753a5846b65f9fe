-- Sums of the books by quarters of an hour, in which the days of every time zone begin: a year of figures is read from some thousand rows
-- however many orders it has. Written with each row of the books, and never apart from it.
CREATE TABLE book_quarter (
    currency TEXT NOT NULL,
    test_mode INTEGER NOT NULL CHECK (test_mode IN (0, 1)),
    at INTEGER NOT NULL CHECK (at % 900000 = 0),
    orders INTEGER NOT NULL,
    gross_cents INTEGER NOT NULL,
    back_cents INTEGER NOT NULL,
    discount_cents INTEGER NOT NULL,
    delivery_cents INTEGER NOT NULL,
    tax_cents INTEGER NOT NULL,
    money_cents INTEGER NOT NULL,
    by_cards_cents INTEGER NOT NULL,
    cards_sold_cents INTEGER NOT NULL,
    PRIMARY KEY (currency, test_mode, at)
) STRICT, WITHOUT ROWID;
INSERT INTO book_quarter (currency, test_mode, at, orders, gross_cents, back_cents, discount_cents, delivery_cents, tax_cents, money_cents, by_cards_cents,
    cards_sold_cents) SELECT currency, test_mode, at - at % 900000, SUM(orders), SUM(gross_cents), SUM(back_cents), SUM(discount_cents), SUM(delivery_cents),
    SUM(tax_cents), SUM(money_cents), SUM(by_cards_cents), SUM(cards_sold_cents) FROM book_move GROUP BY currency, test_mode, at - at % 900000;
