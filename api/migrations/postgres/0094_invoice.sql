-- How each line of an order was taxed, and its share of what delivery cost, as JSON: an invoice needs both.
CREATE TABLE order_basis (
    order_id TEXT NOT NULL PRIMARY KEY REFERENCES shop_order (id),
    body TEXT NOT NULL
);

-- The last number given in a series. Whoever takes the next one holds the row until its transaction ends, so there is no gap.
CREATE TABLE invoice_series (
    name TEXT NOT NULL PRIMARY KEY,
    last BIGINT NOT NULL CHECK (last > 0)
);

-- Invoices and credit notes. `body` is all that it says, as JSON; `digest` is the SHA-256 of that text.
CREATE TABLE invoice (
    number TEXT NOT NULL PRIMARY KEY,
    series TEXT NOT NULL,
    sequence BIGINT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('invoice', 'credit-note')),
    order_id TEXT NOT NULL REFERENCES shop_order (id),
    issued_at BIGINT NOT NULL,
    currency TEXT NOT NULL,
    net_cents BIGINT NOT NULL CHECK (net_cents >= 0),
    tax_cents BIGINT NOT NULL CHECK (tax_cents >= 0),
    gross_cents BIGINT NOT NULL CHECK (gross_cents >= 0),
    body TEXT NOT NULL,
    digest TEXT NOT NULL,
    UNIQUE (series, sequence)
);
CREATE UNIQUE INDEX invoice_once ON invoice (order_id) WHERE kind = 'invoice';
CREATE INDEX invoice_of_order ON invoice (order_id);
CREATE INDEX invoice_issued ON invoice (issued_at);
CREATE FUNCTION invoice_is_never_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'an invoice is never changed'; END $$;
CREATE TRIGGER invoice_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON invoice
    FOR EACH STATEMENT EXECUTE FUNCTION invoice_is_never_changed();
