-- What the staff made of something that a visitor sent: read, put away (ARCHIVED, BIN), given to one of them. What it is stands in its
-- own table.
CREATE TABLE inbox_state (
    kind TEXT NOT NULL CHECK (kind IN ('form', 'comment', 'review', 'restock')),
    subject_id TEXT NOT NULL,
    folder TEXT NOT NULL DEFAULT '' CHECK (folder IN ('', 'ARCHIVED', 'BIN')),
    is_read INTEGER NOT NULL DEFAULT 0 CHECK (is_read IN (0, 1)),
    assignee TEXT NOT NULL DEFAULT '',
    moved_at INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (kind, subject_id)
) STRICT;
-- What the staff wrote about it: notes for themselves, and replies by letter.
CREATE TABLE inbox_entry (
    id TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    subject_id TEXT NOT NULL,
    author TEXT NOT NULL,
    -- Whom a reply went to; '' for a note.
    recipient TEXT NOT NULL DEFAULT '',
    title TEXT NOT NULL DEFAULT '',
    body TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX inbox_entry_subject ON inbox_entry (kind, subject_id, id);
-- What came before there was an inbox counts as read.
INSERT INTO inbox_state (kind, subject_id, is_read) SELECT 'form', id, TRUE FROM form_submission;
INSERT INTO inbox_state (kind, subject_id, is_read) SELECT 'restock', id, TRUE FROM restock_sign_up;
