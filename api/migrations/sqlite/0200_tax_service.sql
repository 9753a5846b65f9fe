-- What a service that works out taxes answered for a cart, by the digest of what it was asked, as JSON.
CREATE TABLE tax_calculation (
    cart_id TEXT NOT NULL,
    asked TEXT NOT NULL,
    body TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (cart_id, asked)
) STRICT;
CREATE INDEX tax_calculation_expires ON tax_calculation (expires_at);

-- An order whose taxes a service worked out: by which calculation, what that came to, what the service calls the sale once it was
-- told of it, and how much of it went back, told or to be told.
CREATE TABLE tax_sale (
    order_id TEXT NOT NULL PRIMARY KEY REFERENCES shop_order (id) ON DELETE CASCADE,
    calculation TEXT NOT NULL,
    total_cents INTEGER NOT NULL CHECK (total_cents >= 0),
    reference TEXT,
    reversed_cents INTEGER NOT NULL DEFAULT 0 CHECK (reversed_cents BETWEEN 0 AND total_cents)
) STRICT;

-- What went back of such an order, and what the service calls that once it was told.
CREATE TABLE tax_reversal (
    id TEXT NOT NULL PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES tax_sale (order_id) ON DELETE CASCADE,
    cents INTEGER NOT NULL CHECK (cents > 0),
    reference TEXT
) STRICT;
CREATE INDEX tax_reversal_order ON tax_reversal (order_id);
