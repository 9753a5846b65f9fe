-- Stock as its owner looks at it: what each variant is called, found by words and listed by how much is left of it.

-- What the catalogue says of the variant. `place` is the title as it is sorted; `words` is what it is found by, each word behind a blank.
ALTER TABLE stock ADD COLUMN title TEXT NOT NULL DEFAULT '';
ALTER TABLE stock ADD COLUMN options TEXT NOT NULL DEFAULT '';
ALTER TABLE stock ADD COLUMN picture TEXT NOT NULL DEFAULT '';
ALTER TABLE stock ADD COLUMN place TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE stock ADD COLUMN words TEXT NOT NULL DEFAULT '';
-- Whether it is sold today; none until it is written down.
ALTER TABLE stock ADD COLUMN listed BOOLEAN;
-- From how many on it is low; none when nobody said it.
ALTER TABLE stock ADD COLUMN low_at BIGINT CHECK (low_at >= 0);

-- Said of this variant alone; else it is what is said of the shop.
ALTER TABLE stock ADD COLUMN low_own BOOLEAN NOT NULL DEFAULT FALSE;
CREATE TABLE stock_low (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    low_at BIGINT CHECK (low_at >= 0)
);

-- Why the owner changed it (`received`, `counted`, ...), and who did: the id of the account.
ALTER TABLE stock_change ADD COLUMN cause TEXT;
ALTER TABLE stock_change ADD COLUMN actor_id TEXT;

CREATE TABLE stock_term (
    term TEXT COLLATE "C" NOT NULL,
    item_id TEXT NOT NULL,
    sku TEXT NOT NULL,
    PRIMARY KEY (term, item_id, sku)
);
-- Tables of changes that were taken over, by the SHA-256 of their text: one is not taken over twice by mistake.
CREATE TABLE stock_table (
    digest TEXT NOT NULL PRIMARY KEY,
    created_at BIGINT NOT NULL
);

-- One index for each list.
CREATE INDEX stock_listed ON stock (place, item_id, sku) WHERE listed;
CREATE INDEX stock_few ON stock (place, item_id, sku) WHERE listed AND NOT unlimited AND quantity > 0 AND quantity <= low_at;
CREATE INDEX stock_out ON stock (place, item_id, sku) WHERE listed AND NOT unlimited AND quantity = 0;
CREATE INDEX stock_uncounted ON stock (place, item_id, sku) WHERE listed AND unlimited;
CREATE INDEX stock_sku ON stock (sku);
CREATE INDEX stock_undescribed ON stock (item_id) WHERE listed IS NULL;
