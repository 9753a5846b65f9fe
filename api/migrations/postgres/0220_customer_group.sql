-- Groups of customers. `rule` is the JSON of what makes one belong to it; '' where the shop's people put customers in by hand.
CREATE TABLE customer_group (
    group_key TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    rule TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
-- Who is in a group by hand, by the address in lower case.
CREATE TABLE customer_group_member (
    group_key TEXT NOT NULL REFERENCES customer_group (group_key) ON DELETE CASCADE,
    email TEXT NOT NULL,
    added_at BIGINT NOT NULL,
    PRIMARY KEY (group_key, email)
);
CREATE INDEX customer_group_member_email ON customer_group_member (email);
