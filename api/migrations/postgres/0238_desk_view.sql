-- Views of the orders that are kept by name, for who saved them or for all staff.
CREATE TABLE desk_view (
    id TEXT NOT NULL PRIMARY KEY,
    -- The account that saved it, and as whom people know it.
    author_id TEXT NOT NULL,
    author TEXT NOT NULL,
    name TEXT NOT NULL,
    -- Which orders it shows, as JSON.
    body TEXT NOT NULL,
    is_shared BOOLEAN NOT NULL,
    -- Another one after each change, so that two who change it at once do not undo each other.
    revision BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX desk_view_shared ON desk_view (lower(name)) WHERE is_shared;
CREATE UNIQUE INDEX desk_view_own ON desk_view (author_id, lower(name)) WHERE NOT is_shared;
