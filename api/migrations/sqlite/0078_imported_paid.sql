-- Whether money was taken for an imported order, by the words of its source: only then it counts in reports.
ALTER TABLE imported_order ADD COLUMN is_paid INTEGER NOT NULL DEFAULT 1 CHECK (is_paid IN (0, 1));
DROP INDEX imported_order_created;
CREATE INDEX imported_order_created ON imported_order (created_at DESC, source, number);
