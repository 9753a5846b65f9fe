-- Whom a note of the staff names. Each is one U+FFFC of the note's text, the first at position 0; what is kept of a person is the id of the
-- account, and nothing of it once the account is gone. `order_id` is that of the note's order; none for a note on a customer.
CREATE TABLE note_mention (
    note_id TEXT NOT NULL,
    position INTEGER NOT NULL CHECK (position >= 0),
    site_user_id TEXT REFERENCES site_user (id) ON DELETE SET NULL,
    order_id TEXT REFERENCES shop_order (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    -- When the person opened the note.
    read_at INTEGER,
    PRIMARY KEY (note_id, position)
) STRICT;
CREATE INDEX note_mention_site_user ON note_mention (site_user_id, created_at, note_id);
CREATE INDEX note_mention_order ON note_mention (order_id);
