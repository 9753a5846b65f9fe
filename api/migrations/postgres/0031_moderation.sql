-- What visitors say may be called spam, too. A check of a table cannot be changed everywhere: the table is made anew.

CREATE TABLE review_with_spam (
    id TEXT NOT NULL PRIMARY KEY,
    product_id TEXT NOT NULL,
    author_name TEXT NOT NULL,
    rating BIGINT NOT NULL CHECK (rating BETWEEN 1 AND 5),
    title TEXT NOT NULL,
    body TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('PENDING', 'APPROVED', 'REJECTED', 'SPAM')),
    created_at BIGINT NOT NULL
);
INSERT INTO review_with_spam SELECT id, product_id, author_name, rating, title, body, status, created_at FROM review;
DROP TABLE review;
ALTER TABLE review_with_spam RENAME TO review;
CREATE INDEX review_product ON review (product_id, status, id);
CREATE INDEX review_status ON review (status, id);

CREATE TABLE visitor_comment_with_spam (
    id TEXT NOT NULL PRIMARY KEY,
    item_id TEXT NOT NULL,
    author TEXT NOT NULL,
    body TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('PENDING', 'APPROVED', 'REJECTED', 'SPAM')),
    created_at BIGINT NOT NULL
);
INSERT INTO visitor_comment_with_spam SELECT id, item_id, author, body, status, created_at FROM visitor_comment;
DROP TABLE visitor_comment;
ALTER TABLE visitor_comment_with_spam RENAME TO visitor_comment;
CREATE INDEX visitor_comment_item ON visitor_comment (item_id, status, id);
CREATE INDEX visitor_comment_status ON visitor_comment (status, id);
