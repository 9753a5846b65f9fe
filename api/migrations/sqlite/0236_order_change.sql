-- Changes of what was bought, made by the staff before it is sent. What is taken out is refunded as its lines; what is added is an order
-- of its own, which the draft of `draft_id` becomes once it is paid.
CREATE TABLE order_change (
    id TEXT NOT NULL PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES shop_order (id) ON DELETE CASCADE,
    -- None where nothing is added.
    draft_id TEXT UNIQUE,
    state TEXT NOT NULL CHECK (state IN ('pending', 'done', 'withdrawn')),
    -- Something is taken out: it is not sent while it waits to be paid.
    takes_out INTEGER NOT NULL CHECK (takes_out IN (0, 1)),
    -- What is taken out and added, and the total before and after, as JSON.
    body TEXT NOT NULL,
    -- Why, in the words of who made it.
    reason TEXT NOT NULL,
    -- What went back, in minor units.
    returned_cents INTEGER NOT NULL DEFAULT 0 CHECK (returned_cents >= 0),
    author TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    ended_at INTEGER
) STRICT;
CREATE INDEX order_change_order ON order_change (order_id);
-- One at a time waits to be paid.
CREATE UNIQUE INDEX order_change_pending ON order_change (order_id) WHERE state = 'pending';
