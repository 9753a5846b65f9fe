-- What a system answered when a message was tried last, and when that was.
ALTER TABLE outbox ADD COLUMN answer_status INTEGER;
ALTER TABLE outbox ADD COLUMN tried_at INTEGER;
