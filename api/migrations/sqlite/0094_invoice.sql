-- How each line of an order was taxed, and its share of what delivery cost, as JSON: an invoice needs both.
CREATE TABLE order_basis (
    order_id TEXT NOT NULL PRIMARY KEY REFERENCES shop_order (id),
    body TEXT NOT NULL
) STRICT;

-- The last number given in a series. Whoever takes the next one holds the row until its transaction ends, so there is no gap.
CREATE TABLE invoice_series (
    name TEXT NOT NULL PRIMARY KEY,
    last INTEGER NOT NULL CHECK (last > 0)
) STRICT;

-- Invoices and credit notes. `body` is all that it says, as JSON; `digest` is the SHA-256 of that text.
CREATE TABLE invoice (
    number TEXT NOT NULL PRIMARY KEY,
    series TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('invoice', 'credit-note')),
    order_id TEXT NOT NULL REFERENCES shop_order (id),
    issued_at INTEGER NOT NULL,
    currency TEXT NOT NULL,
    net_cents INTEGER NOT NULL CHECK (net_cents >= 0),
    tax_cents INTEGER NOT NULL CHECK (tax_cents >= 0),
    gross_cents INTEGER NOT NULL CHECK (gross_cents >= 0),
    body TEXT NOT NULL,
    digest TEXT NOT NULL,
    UNIQUE (series, sequence)
) STRICT;
CREATE UNIQUE INDEX invoice_once ON invoice (order_id) WHERE kind = 'invoice';
CREATE INDEX invoice_of_order ON invoice (order_id);
CREATE INDEX invoice_issued ON invoice (issued_at);
CREATE TRIGGER invoice_only_new BEFORE INSERT ON invoice WHEN EXISTS (SELECT 1 FROM invoice WHERE number = NEW.number
    OR (series = NEW.series AND sequence = NEW.sequence) OR (order_id = NEW.order_id AND kind = 'invoice' AND NEW.kind = 'invoice'))
    BEGIN SELECT RAISE(ABORT, 'an invoice is never changed'); END;
CREATE TRIGGER invoice_no_update BEFORE UPDATE ON invoice BEGIN SELECT RAISE(ABORT, 'an invoice is never changed'); END;
CREATE TRIGGER invoice_no_delete BEFORE DELETE ON invoice BEGIN SELECT RAISE(ABORT, 'an invoice is never changed'); END;
