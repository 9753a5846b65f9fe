-- What the staff note about a customer, by the address in lower case under which the customer is known.
CREATE TABLE customer_note (
    id TEXT NOT NULL PRIMARY KEY,
    email TEXT NOT NULL,
    author TEXT NOT NULL,
    body TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX customer_note_email ON customer_note (email);
-- The addresses of customers who were merged, each with the one under which the customer is known; that one stands here too. Orders
-- keep the address they were placed with.
CREATE TABLE customer_email (
    email TEXT NOT NULL PRIMARY KEY,
    main TEXT NOT NULL
);
CREATE INDEX customer_email_main ON customer_email (main);
