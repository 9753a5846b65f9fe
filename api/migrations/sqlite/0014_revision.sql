-- Grows with every change of a cart: what was decided about an earlier state of it is not saved.
ALTER TABLE cart ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
