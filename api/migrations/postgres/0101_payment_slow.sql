-- Since when the shopper's bank takes its time over a payment; epoch milliseconds. Its buyer was told then, and is told how it ends.
ALTER TABLE payment ADD COLUMN slow_since BIGINT;
