-- The number that people say: given in the transaction that makes an order paid, so that none is left out. Older orders get theirs in
-- the order in which they were paid.
ALTER TABLE shop_order ADD COLUMN number INTEGER;
-- The language it was bought in, as a BCP 47 tag; '' is the site's own.
ALTER TABLE shop_order ADD COLUMN language TEXT NOT NULL DEFAULT '';
-- Links to the order's page of another version than this hold no more.
ALTER TABLE shop_order ADD COLUMN link_version INTEGER NOT NULL DEFAULT 0;
UPDATE shop_order SET number = placed.number FROM (SELECT id, 1000 + ROW_NUMBER() OVER (ORDER BY COALESCE(paid_at, created_at), id) AS number
    FROM shop_order WHERE status = 'paid') AS placed WHERE placed.id = shop_order.id;
CREATE UNIQUE INDEX shop_order_number ON shop_order (number) WHERE number IS NOT NULL;

-- The number that was given last; there is no row before the first.
CREATE TABLE order_number (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    last INTEGER NOT NULL CHECK (last > 0)
) STRICT;
INSERT INTO order_number (id, last) SELECT 1, MAX(number) FROM shop_order HAVING MAX(number) IS NOT NULL;
