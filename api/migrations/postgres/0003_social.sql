-- What visitors say: reviews, comments, likes. Reviews and comments are shown once a moderator approved them.

CREATE TABLE review (
    id TEXT NOT NULL PRIMARY KEY,
    product_id TEXT NOT NULL,
    author_name TEXT NOT NULL,
    rating BIGINT NOT NULL CHECK (rating BETWEEN 1 AND 5),
    title TEXT NOT NULL,
    body TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('PENDING', 'APPROVED', 'REJECTED')),
    created_at BIGINT NOT NULL
);
CREATE INDEX review_product ON review (product_id, status, id);

CREATE TABLE visitor_comment (
    id TEXT NOT NULL PRIMARY KEY,
    item_id TEXT NOT NULL,
    author TEXT NOT NULL,
    body TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('PENDING', 'APPROVED', 'REJECTED')),
    created_at BIGINT NOT NULL
);
CREATE INDEX visitor_comment_item ON visitor_comment (item_id, status, id);

-- One like a visitor and item.
CREATE TABLE item_like (
    item_id TEXT NOT NULL,
    visitor_hash BYTEA NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (item_id, visitor_hash)
);
