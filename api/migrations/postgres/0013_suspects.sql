-- A submission that a program may have sent: it is kept like every other, and marked.
ALTER TABLE form_submission ADD COLUMN is_suspect BOOLEAN NOT NULL DEFAULT FALSE;

-- Letters and messages that were given up, for the owner's list.
CREATE INDEX outbox_given_up ON outbox (id) WHERE failed_at IS NOT NULL;
