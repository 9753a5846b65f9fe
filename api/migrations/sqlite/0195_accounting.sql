-- The owner's account numbers, as JSON; without a row the usual ones of the chart stand for them.
CREATE TABLE accounting_setting (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    body TEXT NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;
