-- The files that each product sells, by the digest that names them in the store of files. Products that are published no more stay.
CREATE TABLE product_file (
    item_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    digest TEXT NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    PRIMARY KEY (item_id, position)
) STRICT;
