-- Why pieces come back, by a code of a fixed list; who began a return, and whether its buyer is written to.
ALTER TABLE order_return_line ADD COLUMN reason TEXT NOT NULL DEFAULT 'unsaid';
ALTER TABLE order_return ADD COLUMN by_staff BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE order_return ADD COLUMN is_told BOOLEAN NOT NULL DEFAULT TRUE;
-- An index for the desk's list of orders with a return that waits for the staff.
CREATE INDEX order_return_open ON order_return (order_id) WHERE state IN ('requested', 'accepted');
