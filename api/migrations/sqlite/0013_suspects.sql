-- A submission that a program may have sent: it is kept like every other, and marked.
ALTER TABLE form_submission ADD COLUMN is_suspect INTEGER NOT NULL DEFAULT 0 CHECK (is_suspect IN (0, 1));

-- Letters and messages that were given up, for the owner's list.
CREATE INDEX outbox_given_up ON outbox (id) WHERE failed_at IS NOT NULL;
