-- Why pieces come back, by a code of a fixed list; who began a return, and whether its buyer is written to.
ALTER TABLE order_return_line ADD COLUMN reason TEXT NOT NULL DEFAULT 'unsaid';
ALTER TABLE order_return ADD COLUMN by_staff INTEGER NOT NULL DEFAULT 0 CHECK (by_staff IN (0, 1));
ALTER TABLE order_return ADD COLUMN is_told INTEGER NOT NULL DEFAULT 1 CHECK (is_told IN (0, 1));
-- An index for the desk's list of orders with a return that waits for the staff.
CREATE INDEX order_return_open ON order_return (order_id) WHERE state IN ('requested', 'accepted');
