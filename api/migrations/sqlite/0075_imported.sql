-- What came from another shop: its history stands apart from our own books, and nothing follows from it.

-- `number` is what the source called the order; `body` is all of it as JSON; an erased one is never written again.
CREATE TABLE imported_order (
    source TEXT NOT NULL,
    number TEXT NOT NULL,
    email TEXT NOT NULL,
    currency TEXT NOT NULL,
    total_cents INTEGER NOT NULL,
    refunded_cents INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    stated_at INTEGER NOT NULL,
    body TEXT NOT NULL,
    erased INTEGER NOT NULL DEFAULT 0 CHECK (erased IN (0, 1)),
    PRIMARY KEY (source, number)
) STRICT;
CREATE INDEX imported_order_created ON imported_order (created_at);
CREATE INDEX imported_order_email ON imported_order (email);

-- Customers, subscribers and members, with what they said about letters.
CREATE TABLE imported_person (
    email TEXT NOT NULL PRIMARY KEY,
    body TEXT NOT NULL
) STRICT;

-- The least that any export said was left on a card.
CREATE TABLE imported_card (
    gift_card_id TEXT NOT NULL PRIMARY KEY REFERENCES gift_card (id),
    stated_cents INTEGER NOT NULL CHECK (stated_cents >= 0)
) STRICT;

-- What an import wrote last: a coupon that is another one now was changed by its owner.
CREATE TABLE imported_coupon (
    code_key TEXT NOT NULL PRIMARY KEY,
    body TEXT NOT NULL
) STRICT;
