-- What visitors say: reviews, comments, likes. Reviews and comments are shown once a moderator approved them.

CREATE TABLE review (
    id TEXT NOT NULL PRIMARY KEY,
    product_id TEXT NOT NULL,
    author_name TEXT NOT NULL,
    rating INTEGER NOT NULL CHECK (rating BETWEEN 1 AND 5),
    title TEXT NOT NULL,
    body TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('PENDING', 'APPROVED', 'REJECTED')),
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX review_product ON review (product_id, status, id);

CREATE TABLE visitor_comment (
    id TEXT NOT NULL PRIMARY KEY,
    item_id TEXT NOT NULL,
    author TEXT NOT NULL,
    body TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('PENDING', 'APPROVED', 'REJECTED')),
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX visitor_comment_item ON visitor_comment (item_id, status, id);

-- One like a visitor and item.
CREATE TABLE item_like (
    item_id TEXT NOT NULL,
    visitor_hash BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (item_id, visitor_hash)
) STRICT;
