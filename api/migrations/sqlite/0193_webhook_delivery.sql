-- Messages to the owner's systems keep their text for a while after they arrived, to be listed and sent again.
CREATE INDEX outbox_webhook ON outbox (id) WHERE kind = 'webhook';
CREATE INDEX outbox_webhook_sent ON outbox (done_at) WHERE kind = 'webhook' AND done_at IS NOT NULL AND body <> '';
